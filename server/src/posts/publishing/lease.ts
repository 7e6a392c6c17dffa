/** This process may no longer act for a post: another worker took it, or its user changed it. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of a post was lost')
    this.name = 'LeaseLost'
  }
}

/** Two clocks, in milliseconds: `steady` does not jump, `wall` goes on while the machine sleeps. */
export interface Clocks {
  steady(): number
  wall(): number
}

export const MACHINE_CLOCKS: Clocks = { steady: () => performance.now(), wall: () => Date.now() }

/** The worker begins nothing in this last share of a lease: a request takes a moment to leave. */
const MARGIN_SHARE = 0.15

/** The right to act for one post for a limited time. It is checked without the database, which may be slow. */
export interface Lease {
  postId: string
  fence: number
  signal: AbortSignal
  /** Throws LeaseLost. */
  mayAct(): void
  /** Takes the clocks at the time a granted renewal was requested. */
  renewed(requestedAt: { steady: number; wall: number }): void
  lost(): void
}

export interface LeaseFacts {
  postId: string
  fence: number
  /** Milliseconds. */
  lasts: number
  /** When the claim was requested, by the clocks of this process. */
  requestedAt: { steady: number; wall: number }
  clocks: Clocks
}

export function createLease({ postId, fence, lasts, requestedAt, clocks }: LeaseFacts): Lease {
  const ended = new AbortController()
  let start = requestedAt
  const isOver = () => {
    const most = lasts * (1 - MARGIN_SHARE)
    return clocks.steady() - start.steady > most || clocks.wall() - start.wall > most
  }
  return {
    postId,
    fence,
    signal: ended.signal,
    mayAct() {
      if (isOver()) ended.abort(new LeaseLost())
      if (ended.signal.aborted) throw new LeaseLost()
    },
    renewed(at) {
      start = at
    },
    lost: () => ended.abort(new LeaseLost()),
  }
}
