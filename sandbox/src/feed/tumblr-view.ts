import { z } from 'zod'
import { asText } from '../kit/as-text.ts'
import type { Files } from '../published-posts/files.ts'
import { avatarsOf } from '../tumblr/images/avatar.ts'
import { findOwnBlog, USERS } from '../tumblr/users.ts'
import type { OwnPost, OwnPosts } from '../tumblr/posting/own-posts.ts'
import type { FeedFile, FeedPart, FeedPost, FeedSource, FeedState } from './post.ts'
import { feedFile } from './tiktok-view.ts'

const STATES: Readonly<Record<OwnPost['state'], FeedState>> = {
  published: 'out',
  private: 'out',
  draft: 'draft',
  queue: 'queue',
  unapproved: 'review',
}

const rowsSchema = z.array(z.looseObject({ type: z.literal('rows'), display: z.array(z.looseObject({ blocks: z.array(z.number()) })) }))

export function tumblrSource(own: OwnPosts, files: Files): FeedSource {
  const find = (id: string) => {
    const post = own.byId(id)
    return post ? tumblrView(post, files) : null
  }
  return {
    published({ id, becamePublicAt }) {
      const post = find(id)
      return post && { ...post, at: becamePublicAt }
    },
    find,
    waiting: () =>
      own
        .all()
        .filter(({ state }) => state !== 'published' && state !== 'private')
        .toReversed()
        .map((post) => tumblrView(post, files)),
  }
}

/** A Tumblr post for the page, with its images in rows. */
function tumblrView(post: OwnPost, files: Files): FeedPost {
  const { id, blog, state, publicAt, createdAt, tags, slug } = post
  const owner = findOwnBlog(blog)
  const isKnown = owner !== undefined && USERS.includes(owner.user)
  return {
    platform: 'tumblr',
    id,
    path: `/live/tumblr/${id}`,
    state: STATES[state],
    at: (publicAt ?? createdAt) * 1000,
    account: {
      name: owner?.blog.title ?? blog,
      handle: `${blog}.tumblr.com`,
      avatar: isKnown ? (avatarsOf(blog, '/tumblr-media')[1]?.url ?? null) : null,
    },
    title: '',
    description: '',
    parts: rowsOf(post).flatMap((row) =>
      partsOf(
        row.map((at) => post.content[at] ?? {}),
        { post, files },
      ),
    ),
    cover: 0,
    tags,
    audience: state === 'private' ? 'self' : 'everyone',
    comments: null,
    disclosure: null,
    placement: 'feed',
    notes: [],
    publishId: null,
    slug: slug || null,
  }
}

/** The numbers of the blocks of each row; without a layout each block has its own. */
function rowsOf({ content, layout }: OwnPost): number[][] {
  const rows = rowsSchema.safeParse(layout).data?.flatMap(({ display }) => display.map(({ blocks }) => blocks)) ?? []
  return rows.length > 0 ? rows : content.map((_block, at) => [at])
}

interface BlockContext {
  post: OwnPost
  files: Files
}

function partsOf(blocks: readonly Record<string, unknown>[], context: BlockContext): FeedPart[] {
  const images = blocks.filter(({ type }) => type === 'image').flatMap((block) => fileOf(block, context) ?? [])
  const row: FeedPart[] = images.length > 0 ? [{ kind: 'row', files: images }] : []
  return [...row, ...blocks.flatMap((block) => partOf(block, context) ?? [])]
}

function partOf(block: Record<string, unknown>, context: BlockContext): FeedPart | null {
  const [text, url] = [asText(block['text']), asText(block['url'])]
  switch (block['type']) {
    case 'text':
      return { kind: 'text', text, isHeading: asText(block['subtype']).startsWith('heading') }
    case 'link':
      return { kind: 'link', url, text: asText(block['title']) || url }
    case 'video': {
      const file = fileOf(block, context)
      return file && { kind: 'video', file }
    }
    default:
      return null
  }
}

const mediaSchema = z.union([z.array(z.looseObject({ url: z.string() })), z.looseObject({ url: z.string() })])

function fileOf(block: Record<string, unknown>, { post, files }: BlockContext): FeedFile | null {
  const media = mediaSchema.safeParse(block['media']).data
  const url = (Array.isArray(media) ? media[0] : media)?.url ?? ''
  const sent = post.pictures.find(({ sha256 }) => url.endsWith(sha256))
  return sent ? feedFile(sent, files, asText(block['alt_text'])) : null
}
