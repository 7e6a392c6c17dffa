/** Google's base URLs, without a slash at the end, and the application's keys. */
export interface GoogleSettings {
  clientId: string
  clientSecret: string
  /** Consent page, opened by the user's browser. */
  accountsUrl: string
  /** Token endpoints: exchange, refresh, revoke. */
  tokenUrl: string
  /** User info. */
  userInfoUrl: string
  /** Drive v3. */
  apiUrl: string
  /** True while the local sandbox replaces Google. */
  sandbox: boolean
}

const GOOGLE = {
  accountsUrl: 'https://accounts.google.com',
  tokenUrl: 'https://oauth2.googleapis.com',
  userInfoUrl: 'https://openidconnect.googleapis.com',
  apiUrl: 'https://www.googleapis.com',
}

/** The application that the sandbox knows. */
const SANDBOX_CLIENT = { clientId: 'sandbox-google-client', clientSecret: 'sandbox-google-secret' }

export function realGoogle(clientId: string, clientSecret: string): GoogleSettings {
  return { ...GOOGLE, clientId, clientSecret, sandbox: false }
}

/** The server reaches the sandbox at `url`, browsers reach it at `browserUrl`. */
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
