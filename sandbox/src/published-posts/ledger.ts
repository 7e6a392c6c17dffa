import type { Clock } from '../kit/clock.ts'

export const LIVE_PLATFORMS = ['tiktok', 'tumblr', 'instagram', 'threads'] as const
export type LivePlatform = (typeof LIVE_PLATFORMS)[number]

/** Who sees it. */
export type Audience = 'everyone' | 'followers' | 'friends' | 'self'

/** A file of a post, to compare with the original. */
export interface LiveFile {
  sha256: string
  bytes: number
  width?: number
  height?: number
  /** Where the platform stores it with the file. */
  alt?: string
}

/** A published post as it was at that moment. */
export interface LivePost {
  /** Counts up from 1 over all platforms. */
  number: number
  platform: LivePlatform
  /** The user's id in the sandbox. */
  account: string
  blog: string | null
  id: string
  publishId: string | null
  /** In milliseconds since 1970, by the sandbox's clock. */
  becamePublicAt: number
  title: string
  description: string
  /** The text blocks, one under the other. */
  text: string
  tags: string[]
  audience: Audience
  files: LiveFile[]
  slug: string | null
}

/** Most posts in the list; older ones are only counted. */
const KEPT = 20_000

/**
 * Every post that became public on any platform, once and in order: the ground truth for tests.
 * A post that is deleted or hidden later stays.
 */
export function createLive(clock: Clock, most = KEPT) {
  const posts = new Map<string, LivePost>()
  const listeners = new Set<() => void>()
  let lastNumber = 0
  const keyOf = (platform: LivePlatform, id: string) => `${platform}/${id}`
  const changed = () => {
    for (const listener of listeners) listener()
  }

  return {
    /** A change that users who look at the posts can see. */
    changed,
    add(post: Omit<LivePost, 'number' | 'becamePublicAt'>): void {
      const key = keyOf(post.platform, post.id)
      if (posts.has(key)) return
      posts.set(key, { number: (lastNumber += 1), becamePublicAt: clock.now(), ...post })
      const [oldest] = posts.keys()
      if (posts.size > most && oldest !== undefined) posts.delete(oldest)
      changed()
    },
    find: (platform: LivePlatform, id: string): LivePost | undefined => posts.get(keyOf(platform, id)),
    /** In the order in which they became public. */
    all: (): LivePost[] => [...posts.values()],
    /** How many became public, including those no longer listed. */
    total: () => lastNumber,
    /** Tells of every change until the answer is called. */
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reset() {
      posts.clear()
      lastNumber = 0
      changed()
    },
  }
}
export type Live = ReturnType<typeof createLive>

/** The words behind a `#`, without it. */
export function hashtagsIn(...texts: readonly string[]): string[] {
  return texts.flatMap((text) => [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag))
}
