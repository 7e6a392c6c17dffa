import { asText } from '../kit/as-text.ts'
import type { Files } from '../published-posts/files.ts'
import type { LiveFile } from '../published-posts/ledger.ts'
import { hashtagsIn } from '../published-posts/ledger.ts'
import { audienceOf, type Post, type Posts } from '../tiktok/posting/posts.ts'
import type { FeedFile, FeedPost, FeedSource } from './post.ts'

/** By the public id of a post, or by the id of its start. */
export function tiktokSource(posts: Posts, files: Files): FeedSource {
  return {
    published({ publishId, becamePublicAt }) {
      const post = posts.find(publishId ?? '')
      return post && !post.isRemoved ? { ...tiktokView(post, files), at: becamePublicAt } : null
    },
    find(id) {
      const post = posts.find(id) ?? posts.findPublic(id)
      return post && !post.isRemoved && post.state === 'done' ? tiktokView(post, files) : null
    },
    waiting: () => posts.inbox().map((post) => tiktokView(post, files)),
  }
}

/** A post of TikTok for the page. */
function tiktokView(post: Post, files: Files): FeedPost {
  const { grant, info, postId, publishId, mode, kind, publicAt, createdAt } = post
  const { user } = grant
  const [title, description] = [asText(info['title']), asText(info['description'])]
  const images = post.files.map((file) => feedFile(file, files))
  const cover = info['photo_cover_index']
  return {
    platform: 'tiktok',
    id: postId,
    path: `/live/tiktok/${postId}`,
    state: mode === 'DIRECT_POST' ? 'out' : 'inbox',
    at: (publicAt ?? createdAt) * 1000,
    account: { name: user.displayName, handle: `@${user.username}`, avatar: `/tiktok/avatar/${user.id}.webp` },
    title,
    description,
    parts: kind === 'photo' ? [{ kind: 'pages', files: images }] : images.map((file) => ({ kind: 'video', file })),
    cover: typeof cover === 'number' ? cover : 0,
    tags: hashtagsIn(title, description),
    audience: audienceOf(post),
    comments: mode === 'DIRECT_POST' ? info['disable_comment'] !== true : null,
    disclosure:
      info['brand_content_toggle'] === true ? 'Paid partnership' : info['brand_organic_toggle'] === true ? 'Promotional content' : null,
    placement: 'feed',
    notes: [
      ...(info['auto_add_music'] === true ? ['Music added by TikTok'] : []),
      ...(info['is_aigc'] === true ? ['Labelled as AI-generated'] : []),
    ],
    publishId,
    slug: null,
  }
}

export function feedFile(file: LiveFile, files: Files, alt = ''): FeedFile {
  const stored = files.find(file.sha256)
  return { ...file, type: stored?.type ?? '', url: stored ? `/feed/files/${file.sha256}` : null, alt }
}
