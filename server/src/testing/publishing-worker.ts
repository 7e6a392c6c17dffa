import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { z } from 'zod'
import { hasPlan } from '../billing/has-plan.ts'
import { createListen } from '../db/listen.ts'
import { createLog } from '../telemetry/log.ts'
import { MACHINE_CLOCKS } from '../posts/publishing/lease.ts'
import { createPlatformPublishers } from '../posts/platforms/postings.ts'
import { createPublisher } from '../posts/publishing/publisher.ts'
import { startWorker } from '../posts/publishing/worker.ts'
import { openPublishingServices } from './publishing-services.ts'

/** What a worker that is to be killed is told on its command line. */
export interface WorkerOrder {
  connection: pg.PoolConfig
  dataDir: string
  sandboxUrl: string
  /** Where the sandbox fetches pictures. */
  publicUrl: string
  leaseSeconds: number
  waits: number
  /** Posts of a platform that it has in hand at a time. */
  atOnce: number
  /** The stage at which each of these posts stops, until a line comes in. */
  halts: Record<string, string>
}

const orderSchema = z.custom<WorkerOrder>((value) => typeof value === 'object' && value !== null)

/** A worker as a process of its own, which a test can kill, freeze and wake at any stage. Says `ready`, and `stage NAME POST` where it halts. */
async function main(): Promise<void> {
  const order = orderSchema.parse(JSON.parse(process.argv[2] ?? ''))
  const log = createLog('warn', { write: (line: string) => void process.stderr.write(line) })
  const { config, connections, db, sealer, store } = await openPublishingServices(order, log)
  const lines = createInterface({ input: process.stdin })
  // Every post that halts listens.
  lines.setMaxListeners(0)
  const postings = createPlatformPublishers(config, sealer)
  const publisher = createPublisher({
    db,
    store,
    tokens: connections.tokens,
    // The sandbox's own limit may be lifted; a minute is too long to wait for here.
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
    ofPerson: order.atOnce,
    waits: order.waits,
    random: Math.random,
    async onStage(stage, postId) {
      if (order.halts[postId] !== stage) return
      process.stdout.write(`stage ${stage} ${postId}\n`)
      await once(lines, 'line')
    },
  })
  const changes = createListen(order.connection, log)
  const pace = { lookMs: 500, beatMs: 1000 }
  const worker = startWorker({ publisher, db, changes, log, pace })
  process.stdout.write('ready\n')
  // It may not live to its orderly end.
  flushCompileCache()
  await once(process, 'SIGTERM')
  await worker.stop()
  await changes.close()
  await db.close()
  process.exit(0)
}

await main()
