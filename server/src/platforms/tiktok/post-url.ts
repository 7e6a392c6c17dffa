import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { TiktokSettings } from './settings.ts'

/** The URL of a public post, which TikTok's API doesn't return. The sandbox shows its own at the origin that browsers open. */
export function tiktokPostUrl({ sandbox, authorizeUrl }: TiktokSettings) {
  return ({ username, postId, kind }: { username: string; postId: string; kind: PostKind }): string =>
    sandbox
      ? `${new URL(authorizeUrl).origin}/live/tiktok/${postId}`
      : `https://www.tiktok.com/@${username}/${kind === 'video' ? 'video' : 'photo'}/${postId}`
}
