/** How long a person waits while a platform is told that a connection is over, in milliseconds. */
export const REVOKE_TIMEOUT_MS = 5_000

/** Waits for work on which nothing depends, but not for ever: past the time it goes on by itself. */
export async function withTimeout(work: Promise<unknown>, ms: number): Promise<void> {
  const time = Promise.withResolvers<void>()
  const timer = setTimeout(time.resolve, ms)
  try {
    await Promise.race([work, time.promise])
  } finally {
    clearTimeout(timer)
  }
}
