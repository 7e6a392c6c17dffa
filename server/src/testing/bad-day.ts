import type { ReachedSandbox } from './sandbox.ts'

export interface BadDay {
  /** The same seed gives the same faults. */
  seed: string
  /** How long a platform stalls a request, in milliseconds. */
  stallMs: number
}

/** Switches the platforms to chaos mode without rate limits. `url` is the product's webhook address. */
export async function beginBadDay({ sandbox, url }: { sandbox: Pick<ReachedSandbox, 'control'>; url: string }, day: BadDay): Promise<void> {
  await sandbox.control('/tiktok', 'PATCH', { limited: false, webhookUrl: `${url}/webhooks/tiktok` })
  await sandbox.control('/tumblr', 'PATCH', { limited: false })
  await sandbox.control('/unkind', 'PUT', { ...day, retryAfterSeconds: 1 })
}
