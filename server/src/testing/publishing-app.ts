import { sql } from 'drizzle-orm'
import type { PublisherDeps } from '../posts/publishing/publisher-deps.ts'
import { startTestApp, type TestApp } from './app.ts'
import type { TestSandbox } from './sandbox.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import { onTestFinished } from 'vitest'
import { sandboxPlatforms } from './sandbox-platforms.ts'

/** A product with the sandbox's platforms and short waits. */
export function startPublishingApp(sandbox: TestSandbox, publishing: Partial<PublisherDeps> = {}): Promise<TestApp> {
  const platforms = sandboxPlatforms(sandbox.url)
  return startTestApp({ platforms, publishing: { waits: 0.05, ...publishing } })
}

interface WorkerGiven {
  leaseSeconds?: number
  waits?: number
  halts?: Record<string, string>
}

/** A separate worker next to the product; killed when the test ends. */
export function startWorkerNextTo(
  app: TestApp,
  sandbox: TestSandbox,
  { leaseSeconds = 2, waits = 0.05, halts = {} }: WorkerGiven = {},
): WorkerProcess {
  const { connection, dataDir, url: publicUrl } = app
  const worker = startWorkerProcess({ atOnce: 48, connection, dataDir, sandboxUrl: sandbox.url, publicUrl, leaseSeconds, waits, halts })
  onTestFinished(() => worker.kill())
  return worker
}

/** Expires the leases of all posts. */
export async function expireLeases({ services }: Pick<TestApp, 'services'>): Promise<void> {
  await services.db.asSystem(async (tx) => {
    await tx.execute(sql`update scheduled_posts set lease_until = now() where lease_until is not null`)
    await tx.execute(sql`update publish_lanes set lease_until = now() where lease_until is not null`)
  })
}
