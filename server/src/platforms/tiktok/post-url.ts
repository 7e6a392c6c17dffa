import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { TiktokSettings } from './settings.ts'
import { sandboxPostUrl } from '../sandbox-post-url.ts'

/** The URL of a public post, which TikTok's API doesn't return. */
export function tiktokPostUrl(settings: TiktokSettings) {
  return ({ username, postId, kind }: { username: string; postId: string; kind: PostKind }): string =>
    sandboxPostUrl(settings, `/live/tiktok/${postId}`) ??
    `https://www.tiktok.com/@${username}/${kind === 'video' ? 'video' : 'photo'}/${postId}`
}
