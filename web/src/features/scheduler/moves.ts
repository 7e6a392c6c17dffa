import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { createStore } from 'zustand'

/** An optimistic move of a post, shown until the server confirms it. */
export interface Move {
  /** The post as shown, with its new time. */
  post: ScheduledPost
  /** Null for a draft. */
  from: string | null
  to: string | null
  /** Reverts another move, so it offers no undo itself. */
  isUndo: boolean
}

export interface Change {
  post: ScheduledPost
  to: string | null
  isUndo?: boolean
}

export interface MoveCalls {
  /** Succeeds or fails for all moves. */
  send(moves: readonly Move[]): Promise<void>
  done(moves: readonly Move[]): void
  failed(moves: readonly Move[], cause: unknown): void
}

/**
 * Collects the moves of repeated key presses, sends them as one request, and sends requests in order. Until a request ends, its moves override
 * the server's lists.
 */
export function createMoves({ send, done, failed }: MoveCalls) {
  const store = createStore<{ moves: ReadonlyMap<string, Move> }>(() => ({ moves: new Map() }))
  let waiting = new Map<string, Move>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> = Promise.resolve()

  const put = (moves: readonly Move[]) =>
    store.setState(({ moves: before }) => ({ moves: new Map([...before, ...moves.map((move) => [move.post.id, move] as const)]) }))

  /** Keeps posts that have moved again since. */
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
    /** Discards unsent moves. Returns false if there are none. */
    drop(): boolean {
      clearTimeout(timer)
      const dropped = [...waiting.values()]
      waiting = new Map()
      settle(dropped)
      return dropped.length > 0
    },
    /** `waitMs`: time to wait for further moves to join this one. */
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

/** The posts with pending moves applied, and posts that move into the list. */
export function withMoves(posts: readonly ScheduledPost[], moves: ReadonlyMap<string, Move>): readonly ScheduledPost[] {
  if (moves.size === 0) return posts
  const known = new Set(posts.map(({ id }) => id))
  const arriving = [...moves.values()].filter(({ post }) => !known.has(post.id)).map(({ post }) => post)
  return [...posts.map((post) => moves.get(post.id)?.post ?? post), ...arriving]
}
