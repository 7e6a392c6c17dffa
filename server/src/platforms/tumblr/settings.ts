import type { RemoteHosts } from '../../providers/remote-file.ts'
import type { ClientKeys, PlatformSettings } from '../account.ts'

/** Where Tumblr is, and who we are there. Addresses are bases without a slash at the end, so that the sandbox can stand in. */
export interface TumblrSettings extends PlatformSettings {
  /** Of the consent page, which the browser opens. */
  authorizeUrl: string
  /** Of the OAuth steps. Signatures cover it, so it has to be the address under which the other side knows itself. */
  oauthUrl: string
  apiUrl: string
  /** Where the pictures of posts and blogs come from. */
  pictures: RemoteHosts
}

/** The client that the sandbox knows from the start. The space and the `&` are there to be encoded. */
const SANDBOX_CLIENT: ClientKeys = { key: 'ck_sandbox_key', secret: 'cs sandbox&secret' }

export function realTumblr(client: ClientKeys | null): TumblrSettings {
  return {
    client,
    authorizeUrl: 'https://www.tumblr.com',
    oauthUrl: 'https://www.tumblr.com',
    apiUrl: 'https://api.tumblr.com',
    pictures: { hosts: ['*.media.tumblr.com'], trusted: [] },
    sandbox: false,
  }
}

/** `browserUrl` is where a person's browser finds the sandbox, `url` where this server does. */
export function sandboxTumblr(url: string, browserUrl: string): TumblrSettings {
  const [at, seenAt] = [`${url}/tumblr`, `${browserUrl}/tumblr`]
  const pictures = { hosts: [], trusted: [`${url}/tumblr-media/`] }
  return { client: SANDBOX_CLIENT, authorizeUrl: seenAt, oauthUrl: at, apiUrl: at, pictures, sandbox: true }
}
