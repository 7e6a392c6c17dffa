import { createHash } from 'node:crypto'
import { imageSize, imageType, videoType } from '../../kit/images.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Files } from '../../published-posts/files.ts'
import type { Live, LiveFile } from '../../published-posts/ledger.ts'
import type { SampleUser } from '../users.ts'
import { dailyCounts, type DailyLimits } from './daily-limits.ts'

export type PostState = 'published' | 'draft' | 'queue' | 'private' | 'unapproved'

/** A posted image or video; a video has no size. */
export interface SentFile {
  sha256: string
  bytes: number
  type: string
  width?: number
  height?: number
}

/** A post that an application created. */
export interface OwnPost {
  id: string
  /** The id of the blog's owner. */
  account: string
  blog: string
  state: PostState
  /** Blocks with the files under their addresses. */
  content: Record<string, unknown>[]
  layout: unknown[]
  tags: string[]
  slug: string
  pictures: SentFile[]
  /** In seconds. */
  createdAt: number
  /** When the world could see it first. */
  publicAt: number | null
}

const FIRST_ID = 752_000_000_000_012_345n
/** Posts that are remembered. */
const KEPT = 20_000

export interface OwnPostsRules extends DailyLimits {
  /** How long a video is converted before its post is there, under another id, in milliseconds. */
  transcodingMs: number
}

interface OwnPostsParts {
  clock: Clock
  files: Files
  live: Live
  rules: OwnPostsRules
}

type NewPost = Omit<OwnPost, 'id' | 'account' | 'createdAt' | 'publicAt'>

/** The users' blogs and their posts, in memory. */
export function createOwnPosts({ clock, files, live, rules }: OwnPostsParts) {
  const posts = new Map<string, OwnPost>()
  /** Oldest first. */
  const byBlog = new Map<string, Set<OwnPost>>()
  const counts = dailyCounts(clock, rules)
  /** People of whom a video is being converted. */
  const transcoding = new Map<SampleUser, { post: NewPost; doneAt: number }>()
  let created = 0

  /** Private posts are published, too: for their owner. */
  const comeOut = (post: OwnPost) => {
    const { id, account, blog, slug, tags, pictures: images, state } = post
    if (state !== 'published' && state !== 'private') return live.changed()
    if (state === 'published') post.publicAt ??= clock.seconds()
    live.add({
      platform: 'tumblr',
      account,
      blog,
      id,
      publishId: null,
      title: '',
      description: '',
      text: textOf(post),
      tags: [...tags],
      audience: state === 'published' ? 'everyone' : 'self',
      files: images.map(liveFile),
      slug: slug || null,
    })
    return live.changed()
  }
  const remove = (post: OwnPost): void => {
    posts.delete(post.id)
    byBlog.get(post.blog)?.delete(post)
    live.changed()
  }

  // From the time on: the product remembers the ids of a sandbox that was restarted.
  const firstId = FIRST_ID + BigInt(Date.now())
  const nextId = () => String(firstId + BigInt((created += 1)) * 1_000_003n)
  const add = (user: SampleUser, input: NewPost): OwnPost => {
    const id = nextId()
    const post: OwnPost = { ...input, id, account: user.id, createdAt: clock.seconds(), publicAt: null }
    posts.set(id, post)
    byBlog.set(post.blog, (byBlog.get(post.blog) ?? new Set()).add(post))
    counts.add(user, post.pictures)
    const [oldest] = posts.values()
    if (posts.size > KEPT && oldest) remove(oldest)
    comeOut(post)
    return post
  }

  /** Also when the clock was moved. */
  const finishTranscoding = () => {
    for (const [user, { post: input, doneAt }] of transcoding) {
      if (doneAt > clock.now()) continue
      transcoding.delete(user)
      add(user, input)
    }
  }

  return {
    counts,
    /** Stores an image or video; null for an unsupported type. */
    async keep(bytes: Buffer): Promise<SentFile | null> {
      const image = imageType(bytes)
      const type = image ?? videoType(bytes.subarray(0, 12))
      if (!type) return null
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const size = image ? (files.find(sha256) ?? (await imageSize(bytes))) : null
      if (image && !size) return null
      const measured = size?.width !== undefined && size.height !== undefined ? { width: size.width, height: size.height } : {}
      files.keep(sha256, { bytes, type, ...measured })
      return { sha256, bytes: bytes.byteLength, type, ...measured }
    },
    picture: (sha256: string) => files.find(sha256),
    add,
    isTranscoding(user: SampleUser): boolean {
      finishTranscoding()
      return transcoding.has(user)
    },
    /** Creates the post when its video is transcoded, under another id than the returned one. */
    transcode(user: SampleUser, input: NewPost): string {
      transcoding.set(user, { post: input, doneAt: clock.now() + rules.transcodingMs })
      setTimeout(finishTranscoding, rules.transcodingMs + 1).unref()
      return nextId()
    },
    change(post: OwnPost, input: Partial<Pick<OwnPost, 'state' | 'content' | 'layout' | 'tags' | 'slug' | 'pictures'>>): void {
      Object.assign(post, input)
      comeOut(post)
    },
    find(blog: string, id: string): OwnPost | undefined {
      const post = posts.get(id)
      return post?.blog === blog ? post : undefined
    },
    byId: (id: string) => posts.get(id),
    remove,
    /** The queue publishes the posts that have waited longest. */
    letOut(blog: string, count: number): OwnPost[] {
      const waiting = [...(byBlog.get(blog) ?? [])].filter(({ state }) => state === 'queue').slice(0, count)
      for (const post of waiting) {
        post.state = 'published'
        comeOut(post)
      }
      return waiting
    },
    /** Newest first. */
    of(blog: string): OwnPost[] {
      finishTranscoding()
      return [...(byBlog.get(blog) ?? [])].toReversed()
    },
    all: () => [...posts.values()],
    reset() {
      posts.clear()
      byBlog.clear()
      transcoding.clear()
      counts.reset()
    },
  }
}
export type OwnPosts = ReturnType<typeof createOwnPosts>

function liveFile({ sha256, bytes, width, height }: SentFile): LiveFile {
  return { sha256, bytes, ...(width !== undefined && height !== undefined && { width, height }) }
}

/** The words of a post, one block under the other. */
function textOf({ content }: OwnPost): string {
  return content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n')
}
