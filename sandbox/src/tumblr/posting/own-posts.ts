import { createHash } from 'node:crypto'
import { loadSharp } from '../../picture-library.ts'
import type { Clock } from '../../clock.ts'
import type { Person } from '../people.ts'

export type PostState = 'published' | 'draft' | 'queue' | 'private' | 'unapproved'

/** A picture that was sent. */
export interface SentPicture {
  sha256: string
  bytes: number
  type: string
  width: number
  height: number
}

/** A post that an application made. */
export interface OwnPost {
  id: string
  blog: string
  state: PostState
  /** Blocks with the pictures under their addresses. */
  content: Record<string, unknown>[]
  layout: unknown[]
  tags: string[]
  slug: string
  pictures: SentPicture[]
  /** In seconds. */
  createdAt: number
  /** When the world could see it first. */
  publicAt: number | null
}

export const POSTS_A_DAY = 250
export const PICTURES_A_DAY = 250
const DAY = 86_400
/** Pictures whose bytes are kept, so that a post can be looked at. */
const KEPT = 120
const FIRST_ID = 752_000_000_000_012_345n

/** Blogs of the people here, and what is posted to them, in memory. */
export function createOwnPosts(clock: Clock) {
  const posts: OwnPost[] = []
  const kept = new Map<string, { bytes: Buffer; type: string }>()
  let made = 0

  const recent = (blog: string) => posts.filter((post) => post.blog === blog && post.createdAt > clock.seconds() - DAY)

  return {
    /** Why no more may be posted today; null when it may. */
    cap({ name }: Person, pictures: number): 'posts' | 'pictures' | null {
      const today = recent(name)
      if (today.length >= POSTS_A_DAY) return 'posts'
      return today.reduce((sum, post) => sum + post.pictures.length, pictures) > PICTURES_A_DAY ? 'pictures' : null
    },
    /** Notes a picture; null when it is none of a kind that is taken. */
    async keep(bytes: Buffer): Promise<SentPicture | null> {
      const type = typeOf(bytes)
      if (!type) return null
      const sharp = await loadSharp()
      try {
        const { width, height } = await sharp(bytes).metadata()
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        kept.delete(sha256)
        kept.set(sha256, { bytes, type })
        const [oldest] = kept.keys()
        if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
        return { sha256, bytes: bytes.byteLength, type, width, height }
      } catch (error) {
        if (error instanceof Error) return null
        throw error
      }
    },
    picture: (sha256: string) => kept.get(sha256),
    add(given: Omit<OwnPost, 'id' | 'createdAt' | 'publicAt'>): OwnPost {
      made += 1
      const now = clock.seconds()
      const post = {
        ...given,
        id: String(FIRST_ID + BigInt(made) * 1_000_003n),
        createdAt: now,
        publicAt: given.state === 'published' ? now : null,
      }
      posts.push(post)
      return post
    },
    change(post: OwnPost, given: Partial<Pick<OwnPost, 'state' | 'content' | 'layout' | 'tags' | 'slug'>>): void {
      Object.assign(post, given)
      if (post.state === 'published') post.publicAt ??= clock.seconds()
    },
    find: (blog: string, id: string) => posts.find((post) => post.blog === blog && post.id === id),
    remove(post: OwnPost): void {
      posts.splice(posts.indexOf(post), 1)
    },
    /** Newest first. */
    of: (blog: string) => posts.filter((post) => post.blog === blog).toReversed(),
    all: () => posts,
    reset() {
      posts.length = 0
      kept.clear()
    },
  }
}
export type OwnPosts = ReturnType<typeof createOwnPosts>

/** By the first bytes. */
function typeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('GIF8')) return 'image/gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : null
}
