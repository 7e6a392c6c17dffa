/** Limits for connections and slow clients. */
export interface HttpLimits {
  /** For the head of a request, in milliseconds. */
  headMs: number
  /** Longest silence within a body, in milliseconds. */
  silenceMs: number
  /** A body that takes longer than this must arrive at `bytesPerSecond` on average. */
  graceMs: number
  bytesPerSecond: number
  /**
   * A connection without traffic for this long is closed, in milliseconds: otherwise a client that stops reading a download would hold it
   * forever. A request may wait six minutes for providers without sending a byte.
   */
  quietMs: number
  /** Maximum number of connections; more are closed at once. */
  connections: number
}

/** Allows a photo upload over minutes from a slow phone, but not one byte every few seconds. */
export const HTTP_LIMITS: HttpLimits = {
  headMs: 15_000,
  silenceMs: 30_000,
  graceMs: 30_000,
  bytesPerSecond: 1024,
  quietMs: 600_000,
  connections: 4000,
}
