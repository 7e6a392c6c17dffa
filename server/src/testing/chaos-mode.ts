import type { ReachedSandbox } from './sandbox.ts'

export interface ChaosOptions {
  /** The same seed gives the same faults. */
  seed: string
  /** How long a platform stalls a request, in milliseconds. */
  stallMs: number
}

/** Switches the platforms to chaos mode without rate limits. `url` is the product's webhook address. */
export async function startChaos(
  { sandbox, url }: { sandbox: Pick<ReachedSandbox, 'control'>; url: string },
  day: ChaosOptions,
): Promise<void> {
  await sandbox.control('/tiktok', 'PATCH', { limited: false, webhookUrl: `${url}/webhooks/tiktok` })
  await sandbox.control('/tumblr', 'PATCH', { limited: false })
  await sandbox.control('/unkind', 'PUT', { ...day, retryAfterSeconds: 1 })
}
