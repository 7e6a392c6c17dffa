/** How long and how slowly a caller may send, and how many may at once. */
export interface HttpLimits {
  /** For the head of a request, in milliseconds. */
  headMs: number
  /** Longest silence within a body, in milliseconds. */
  silenceMs: number
  /** A body that takes longer than this has to arrive at `bytesPerSecond` on average. */
  graceMs: number
  bytesPerSecond: number
  /**
   * A connection on which nothing moves for so long is over, in milliseconds: whoever takes nothing of a film or a download would hold it for
   * ever. The longest that a call waits for providers without a byte to say is some six minutes.
   */
  quietMs: number
  /** Connections at once; a further one is closed at once. */
  connections: number
}

/** A photograph from a slow phone takes minutes and is let in; a byte every few seconds is nobody's photograph. */
export const HTTP_LIMITS: HttpLimits = {
  headMs: 15_000,
  silenceMs: 30_000,
  graceMs: 30_000,
  bytesPerSecond: 1024,
  quietMs: 600_000,
  connections: 4000,
}
