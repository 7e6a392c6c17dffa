/** Where Google is, and who we are there. Each address is a base without a slash at the end, so that the sandbox can stand in for it. */
export interface GoogleSettings {
  clientId: string
  clientSecret: string
  /** Consent page, opened by the person's browser. */
  accountsUrl: string
  /** Tokens: exchange, refresh, revoke. */
  tokenUrl: string
  /** Who the person is. */
  userInfoUrl: string
  /** Drive v3. */
  apiUrl: string
  /** True while all of them are the local sandbox. */
  sandbox: boolean
}

const GOOGLE = {
  accountsUrl: 'https://accounts.google.com',
  tokenUrl: 'https://oauth2.googleapis.com',
  userInfoUrl: 'https://openidconnect.googleapis.com',
  apiUrl: 'https://www.googleapis.com',
}

/** Client that the sandbox knows. */
const SANDBOX_CLIENT = { clientId: 'sandbox-google-client', clientSecret: 'sandbox-google-secret' }

/** Google itself, for an operator with keys. */
export function realGoogle(clientId: string, clientSecret: string): GoogleSettings {
  return { ...GOOGLE, clientId, clientSecret, sandbox: false }
}

/** The sandbox in Google's place. `browserUrl` is where a person's browser finds it, `url` where this server does. */
export function sandboxGoogle(url: string, browserUrl: string = url): GoogleSettings {
  return {
    ...SANDBOX_CLIENT,
    accountsUrl: `${browserUrl}/google/accounts`,
    tokenUrl: `${url}/google/oauth2`,
    userInfoUrl: `${url}/google/openidconnect`,
    apiUrl: `${url}/google/api`,
    sandbox: true,
  }
}
