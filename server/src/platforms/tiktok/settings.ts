import type { RemoteHosts } from '../../providers/remote-file.ts'
import type { ClientKeys, PlatformSettings } from '../account.ts'

/** Where TikTok is, and who we are there. Addresses are bases without a slash at the end, so that the sandbox can stand in. */
export interface TiktokSettings extends PlatformSettings {
  /** Of the consent page, which the browser opens. */
  authorizeUrl: string
  /** Of tokens and of everything else. */
  apiUrl: string
  /** Whether TikTok has reviewed the app: without that it posts to private accounts alone. */
  isAudited: boolean
  /** Where pictures of accounts come from. */
  pictures: RemoteHosts
}

const PICTURE_HOSTS = ['*.tiktokcdn.com', '*.tiktokcdn-us.com', '*.tiktokcdn-eu.com', '*.ibyteimg.com']

/** The client that the sandbox knows from the start. */
const SANDBOX_CLIENT: ClientKeys = { key: 'aw1sandbox', secret: 'tiktok-sandbox-secret' }

export function realTiktok(client: ClientKeys | null, isAudited = false): TiktokSettings {
  const pictures = { hosts: PICTURE_HOSTS, trusted: [] }
  return { client, authorizeUrl: 'https://www.tiktok.com', apiUrl: 'https://open.tiktokapis.com', isAudited, pictures, sandbox: false }
}

/** `browserUrl` is where a person's browser finds the sandbox, `url` where this server does. */
export function sandboxTiktok(url: string, browserUrl: string): TiktokSettings {
  const pictures = { hosts: [], trusted: [`${url}/tiktok/avatar/`] }
  return { client: SANDBOX_CLIENT, authorizeUrl: `${browserUrl}/tiktok`, apiUrl: `${url}/tiktok`, isAudited: true, pictures, sandbox: true }
}
