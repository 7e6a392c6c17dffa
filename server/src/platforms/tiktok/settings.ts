import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { ClientKeys, PlatformSettings } from '../account.ts'

export interface TiktokSettings extends PlatformSettings {
  /** Whether TikTok has audited the app. Until then only private accounts can post. */
  isAudited: boolean
}

const PICTURE_HOSTS = ['*.tiktokcdn.com', '*.tiktokcdn-us.com', '*.tiktokcdn-eu.com', '*.ibyteimg.com']

/** The application that the sandbox knows. */
const SANDBOX_CLIENT: ClientKeys = { key: 'aw1sandbox', secret: 'tiktok-sandbox-secret' }

export function realTiktok(client: ClientKeys | null, isAudited = false): TiktokSettings {
  const images = { hosts: PICTURE_HOSTS, trusted: [] }
  return {
    client,
    authorizeUrl: 'https://www.tiktok.com',
    apiUrl: 'https://open.tiktokapis.com',
    isAudited,
    imageHosts: images,
    sandbox: false,
  }
}

/** The server reaches the sandbox at `url`, browsers reach it at `browserUrl`. */
export function sandboxTiktok(url: string, browserUrl: string): TiktokSettings {
  const images = { hosts: [], trusted: [`${url}/tiktok/avatar/`] }
  return {
    client: SANDBOX_CLIENT,
    authorizeUrl: `${browserUrl}/tiktok`,
    apiUrl: `${url}/tiktok`,
    isAudited: true,
    imageHosts: images,
    sandbox: true,
  }
}

/** The URL of a public post, which TikTok's API doesn't return. The sandbox shows its own at the origin that browsers open. */
export function tiktokPostUrl({ sandbox, authorizeUrl }: TiktokSettings) {
  return ({ username, postId, kind }: { username: string; postId: string; kind: PostKind }): string =>
    sandbox
      ? `${new URL(authorizeUrl).origin}/live/tiktok/${postId}`
      : `https://www.tiktok.com/@${username}/${kind === 'video' ? 'video' : 'photo'}/${postId}`
}
