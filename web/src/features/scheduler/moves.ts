import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { createStore } from 'zustand'

/** A post on its way to another time: shown there already, until the server has said so. */
export interface Move {
  /** As it is shown meanwhile. */
  post: ScheduledPost
  /** Null for what was a draft. */
  from: string | null
  to: string | null
  /** The way back of another move, which is not offered to be taken back. */
  isUndo: boolean
}

export interface Change {
  post: ScheduledPost
  to: string | null
  isUndo?: boolean
}

export interface MoveCalls {
  /** Settles all of them, or fails for all. */
  send(moves: readonly Move[]): Promise<void>
  done(moves: readonly Move[]): void
  failed(moves: readonly Move[], cause: unknown): void
}

/**
 * Moves are gathered while a key is held or pressed again, sent as one call, and calls follow each other in order. What the lists show is
 * what is meant, whatever the server's lists say in the meantime.
 */
export function createMoves({ send, done, failed }: MoveCalls) {
  const store = createStore<{ moves: ReadonlyMap<string, Move> }>(() => ({ moves: new Map() }))
  let waiting = new Map<string, Move>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> = Promise.resolve()

  const put = (moves: readonly Move[]) =>
    store.setState(({ moves: before }) => ({ moves: new Map([...before, ...moves.map((move) => [move.post.id, move] as const)]) }))

  /** Unless it has been moved on since. */
  const settle = (moves: readonly Move[]) =>
    store.setState(({ moves: before }) => {
      const ended = new Set(moves)
      return { moves: new Map([...before].filter(([, move]) => !ended.has(move))) }
    })

  async function sendAll(moves: readonly Move[]): Promise<void> {
    try {
      await send(moves)
      settle(moves)
      done(moves)
    } catch (cause) {
      settle(moves)
      failed(moves, cause)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    const moves = [...waiting.values()].filter(({ from, to }) => from !== to)
    settle([...waiting.values()].filter((move) => !moves.includes(move)))
    waiting = new Map()
    if (moves.length > 0) sending = sending.then(() => sendAll(moves))
    return sending
  }

  return {
    store,
    flush,
    /** What is still gathered is as if it had never been; false when there is nothing. */
    drop(): boolean {
      clearTimeout(timer)
      const dropped = [...waiting.values()]
      waiting = new Map()
      settle(dropped)
      return dropped.length > 0
    },
    /** `waitMs`: how long another move may follow that is part of this one. */
    move(changes: readonly Change[], waitMs = 0): void {
      const moves = changes.map(({ post, to, isUndo = false }): Move => {
        const before = waiting.get(post.id)
        const delivery = to === null ? 'draft' : post.delivery === 'draft' ? 'waiting' : post.delivery
        return { post: { ...post, scheduledTime: to, delivery }, from: before ? before.from : post.scheduledTime, to, isUndo }
      })
      for (const move of moves) waiting.set(move.post.id, move)
      put(moves)
      clearTimeout(timer)
      if (waitMs === 0) void flush()
      else timer = setTimeout(() => void flush(), waitMs)
    },
  }
}

/** The posts of a list, with those that are on their way where they are going. */
export function withMoves(posts: readonly ScheduledPost[], moves: ReadonlyMap<string, Move>): readonly ScheduledPost[] {
  if (moves.size === 0) return posts
  const known = new Set(posts.map(({ id }) => id))
  const arriving = [...moves.values()].filter(({ post }) => !known.has(post.id)).map(({ post }) => post)
  return [...posts.map((post) => moves.get(post.id)?.post ?? post), ...arriving]
}
