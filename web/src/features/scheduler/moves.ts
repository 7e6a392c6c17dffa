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

export interface MoveHandlers {
  /** Succeeds or fails for all moves. */
  send(moves: readonly Move[]): Promise<void>
  done(moves: readonly Move[]): void
  failed(moves: readonly Move[], cause: unknown): void
}

/**
 * Collects the moves of repeated key presses, sends them as one request, and sends requests in order. Until a request ends, its moves override
 * the server's lists.
 */
export function createMoves({ send, done, failed }: MoveHandlers) {
  const store = createStore<{ moves: ReadonlyMap<string, Move> }>(() => ({ moves: new Map() }))
  let unsent = new Map<string, Move>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> = Promise.resolve()

  const addMoves = (moves: readonly Move[]) =>
    store.setState(({ moves: current }) => ({ moves: new Map([...current, ...moves.map((move) => [move.post.id, move] as const)]) }))

  /** Keeps posts that have moved again since. */
  const removeMoves = (moves: readonly Move[]) =>
    store.setState(({ moves: current }) => {
      const ended = new Set(moves)
      return { moves: new Map([...current].filter(([, move]) => !ended.has(move))) }
    })

  async function sendAll(moves: readonly Move[]): Promise<void> {
    try {
      await send(moves)
      removeMoves(moves)
      done(moves)
    } catch (cause) {
      removeMoves(moves)
      failed(moves, cause)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    const moves = [...unsent.values()].filter(({ from, to }) => from !== to)
    removeMoves([...unsent.values()].filter((move) => !moves.includes(move)))
    unsent = new Map()
    if (moves.length > 0) sending = sending.then(() => sendAll(moves))
    return sending
  }

  return {
    store,
    flush,
    /** Discards unsent moves. Returns false if there are none. */
    drop(): boolean {
      clearTimeout(timer)
      const dropped = [...unsent.values()]
      unsent = new Map()
      removeMoves(dropped)
      return dropped.length > 0
    },
    /** `waitMs`: time to wait for further moves to join this one. */
    move(changes: readonly Change[], waitMs = 0): void {
      const moves = changes.map(({ post, to, isUndo = false }): Move => {
        const queued = unsent.get(post.id)
        const delivery = to === null ? 'draft' : post.delivery === 'draft' ? 'waiting' : post.delivery
        return { post: { ...post, scheduledTime: to, delivery }, from: queued ? queued.from : post.scheduledTime, to, isUndo }
      })
      for (const move of moves) unsent.set(move.post.id, move)
      addMoves(moves)
      clearTimeout(timer)
      if (waitMs === 0) void flush()
      else timer = setTimeout(() => void flush(), waitMs)
    },
  }
}

/** The posts with pending moves applied, and posts that move into the list. */
export function withMoves(posts: readonly ScheduledPost[], moves: ReadonlyMap<string, Move>): readonly ScheduledPost[] {
  if (moves.size === 0) return posts
  const listedIds = new Set(posts.map(({ id }) => id))
  const arriving = [...moves.values()].filter(({ post }) => !listedIds.has(post.id)).map(({ post }) => post)
  return [...posts.map((post) => moves.get(post.id)?.post ?? post), ...arriving]
}
