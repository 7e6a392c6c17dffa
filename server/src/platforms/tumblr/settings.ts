import type { ClientKeys, PlatformSettings } from '../account.ts'

export interface TumblrSettings extends PlatformSettings {
  /** Base URL of the OAuth endpoints. Signatures cover it, so it has to be the one Tumblr uses for itself. */
  oauthUrl: string
}

/** The application that the sandbox knows. The space and `&` test the encoding. */
const SANDBOX_CLIENT: ClientKeys = { key: 'ck_sandbox_key', secret: 'cs sandbox&secret' }

export function realTumblr(client: ClientKeys | null): TumblrSettings {
  return {
    client,
    authorizeUrl: 'https://www.tumblr.com',
    oauthUrl: 'https://www.tumblr.com',
    apiUrl: 'https://api.tumblr.com',
    imageHosts: { hosts: ['*.media.tumblr.com'], trusted: [] },
    sandbox: false,
  }
}

/** The server reaches the sandbox at `url`, browsers reach it at `browserUrl`. */
export function sandboxTumblr(url: string, browserUrl: string): TumblrSettings {
  const [at, seenAt] = [`${url}/tumblr`, `${browserUrl}/tumblr`]
  const images = { hosts: [], trusted: [`${url}/tumblr-media/`] }
  return { client: SANDBOX_CLIENT, authorizeUrl: seenAt, oauthUrl: at, apiUrl: at, imageHosts: images, sandbox: true }
}
