import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { z } from 'zod'
import { hasPlan } from '../auth/has-plan.ts'
import { createListen } from '../db/listen.ts'
import { createLog } from '../telemetry/log.ts'
import { MACHINE_CLOCKS } from '../posts/publishing/lease.ts'
import { createPlatformPublishers } from '../platforms/registry.ts'
import { createAttemptSealer } from '../posts/publishing/create-publishing.ts'
import { createPublisher } from '../posts/publishing/publisher.ts'
import { startWorker } from '../posts/publishing/worker.ts'
import { openPublishingServices } from './publishing-services.ts'

/** Command-line argument of a worker process. */
export interface WorkerOptions {
  connection: pg.PoolConfig
  dataDir: string
  sandboxUrl: string
  /** Base URL from which the sandbox fetches images. */
  publicUrl: string
  leaseSeconds: number
  waits: number
  /** Posts of a platform that it processes at a time. */
  atOnce: number
  /** The stage at which each of these posts halts until a line arrives on stdin. */
  halts: Record<string, string>
}

const orderSchema = z.custom<WorkerOptions>((value) => typeof value === 'object' && value !== null)

/** A worker process that a test can kill, suspend and resume at any stage. Prints `ready`, and `stage NAME POST` where it halts. */
async function main(): Promise<void> {
  const order = orderSchema.parse(JSON.parse(process.argv[2] ?? ''))
  const log = createLog('warn', { write: (line: string) => void process.stderr.write(line) })
  const { config, connections, db, sealer, store } = await openPublishingServices(order, log)
  const lines = createInterface({ input: process.stdin })
  // Every halted post adds a listener.
  lines.setMaxListeners(0)
  const postings = createPlatformPublishers(config.platforms, { seal: createAttemptSealer(sealer) })
  const publisher = createPublisher({
    db,
    store,
    tokens: connections.tokens,
    // Lift TikTok's limit per minute: a minute is too long for a test.
    postings: { ...postings, tiktok: { ...postings.tiktok, startsPerMinute: null } },
    publicUrl: () => order.publicUrl,
    renderMedia: async () => undefined,
    orderVideos: async () => undefined,
    manualPosting: { begin: async () => false, expire: async () => false },
    hasPlan: (userId) => hasPlan(config, userId),
    notify: async () => undefined,
    log,
    clocks: MACHINE_CLOCKS,
    leaseSeconds: order.leaseSeconds,
    graceSeconds: 24 * 3600,
    atOnce: order.atOnce,
    userPostsMax: order.atOnce,
    waits: order.waits,
    random: Math.random,
    async onStage(stage, postId) {
      if (order.halts[postId] !== stage) return
      process.stdout.write(`stage ${stage} ${postId}\n`)
      await once(lines, 'line')
    },
  })
  const changes = createListen(order.connection, log)
  const pace = { pollMs: 500, beatMs: 1000 }
  const worker = startWorker({ publisher, db, changes, log, pace })
  process.stdout.write('ready\n')
  // It may be killed before a graceful shutdown flushes the cache.
  flushCompileCache()
  await once(process, 'SIGTERM')
  await worker.stop()
  await changes.close()
  await db.close()
  process.exit(0)
}

await main()
