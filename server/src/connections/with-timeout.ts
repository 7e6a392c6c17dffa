/** How long a user waits while a token is revoked, in milliseconds. */
export const REVOKE_TIMEOUT_MS = 5_000

/** Waits for optional work up to a limit; after that it continues in the background. */
export async function withTimeout(work: Promise<unknown>, ms: number): Promise<void> {
  const time = Promise.withResolvers<void>()
  const timer = setTimeout(time.resolve, ms)
  try {
    await Promise.race([work, time.promise])
  } finally {
    clearTimeout(timer)
  }
}
