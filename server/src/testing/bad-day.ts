import type { ReachedSandbox } from './sandbox.ts'

export interface BadDay {
  /** The same seed gives the same mishaps. */
  seed: string
  /** How long a platform keeps a call that it stalls, in milliseconds. */
  stallMs: number
}

/** Platforms have a bad day from here on, and no limits of their own. `url` is where the product takes their events. */
export async function beginBadDay({ sandbox, url }: { sandbox: Pick<ReachedSandbox, 'control'>; url: string }, day: BadDay): Promise<void> {
  await sandbox.control('/tiktok', 'PATCH', { limited: false, webhookUrl: `${url}/webhooks/tiktok` })
  await sandbox.control('/tumblr', 'PATCH', { limited: false })
  await sandbox.control('/unkind', 'PUT', { ...day, retryAfterSeconds: 1 })
}
