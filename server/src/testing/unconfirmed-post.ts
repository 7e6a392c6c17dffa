import { vi } from 'vitest'
import type { TestApp } from './app.ts'
import type { TestSandbox } from './sandbox.ts'
import { postState, seedPost, type SeedPost } from './scheduled.ts'

/** Publishes a post whose images were fetched and whose response is lost, until its user is asked to check. */
export async function unconfirmedPost({ services }: TestApp, sandbox: TestSandbox, post: SeedPost): Promise<string> {
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true, webhookUrl: null })
  await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: 'gateway', path: 'content/init' }] })
  const id = await seedPost(services, post)
  await vi.waitUntil(
    async () => {
      await services.publisher.takeDue(10)
      return (await postState(services, id)).post.delivery === 'unconfirmed'
    },
    { timeout: 60_000, interval: 50 },
  )
  return id
}
