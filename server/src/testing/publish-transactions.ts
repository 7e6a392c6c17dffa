import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Db } from '../db/db.ts'
import { createPlatformPublishers } from '../platforms/registry.ts'
import { createAttemptSealer } from '../posts/publishing/create-publishing.ts'
import { MACHINE_CLOCKS } from '../posts/publishing/lease.ts'
import { createPublisher, type Publisher } from '../posts/publishing/publisher.ts'
import { insertUser } from './seed-user.ts'
import type { openPublishingServices } from './publishing-services.ts'
import type { ReachedSandbox } from './sandbox.ts'
import { connectAccounts, seedPost } from './scheduled.ts'

/** Bounds for a photo post of TikTok: each transaction is a round trip and a commit for every post. */
export const TRANSACTIONS_TO_ACCEPT_MAX = 8
export const TRANSACTIONS_PER_POLL_MAX = 3

export interface PublishTransactions {
  /** From the claim to the end of the pass in which the platform accepted the post. */
  toAccept: number
  /** For each question about its status. */
  perPoll: number
}

interface Publishing {
  db: Db
  publisher: Publisher
}

/** Publishes a due post of TikTok that stays undecided, and counts the transactions: each takes a connection of a pool. */
export async function countTransactions(
  { db, publisher }: Publishing,
  { id, userId }: { id: string; userId: string },
): Promise<PublishTransactions> {
  let count = 0
  for (const pool of new Set(Object.values(db.pools))) pool.on('acquire', () => (count += 1))

  async function carryOn(): Promise<number> {
    const freed = new Promise<void>((resolve) => publisher.onFree(resolve))
    count = 0
    if ((await publisher.takeDue(1, { userId, postId: id })) !== 1) throw new Error('The post is not due')
    await freed
    return count
  }

  const toAccept = await carryOn()
  await db.asSystem((tx) => tx.execute(sql`update scheduled_posts set next_at = now() where id = ${id} and delivery = 'accepted'`))
  return { toAccept, perPoll: await carryOn() }
}

interface CountedStage {
  services: Awaited<ReturnType<typeof openPublishingServices>>
  sandbox: Pick<ReachedSandbox, 'control'>
  publicUrl: string
}

/** The same for a process without a product: with a publisher and a post of its own. */
export async function countOwnTransactions({ services, sandbox, publicUrl }: CountedStage): Promise<PublishTransactions> {
  const { config, connections, db, sealer, store } = services
  const publisher = createPublisher({
    db,
    store,
    tokens: connections.tokens,
    postings: createPlatformPublishers(config.platforms, { seal: createAttemptSealer(sealer) }),
    publicUrl: () => publicUrl,
    renderMedia: async () => undefined,
    orderVideos: async () => undefined,
    manualPosting: { begin: async () => false, expire: async () => false },
    hasPlan: () => sql<boolean>`true`,
    notify: async () => undefined,
    log: pino({ level: 'silent' }),
    clocks: MACHINE_CLOCKS,
    leaseSeconds: 60,
    graceSeconds: 3600,
    atOnce: 1,
    userPostsMax: 1,
    waits: 1,
    random: Math.random,
  })
  await leaveUnconfirmed(sandbox)
  const userId = await insertUser(db)
  const [account] = await connectAccounts(services, sandbox, { userId, platform: 'tiktok', count: 1, from: 90_000 })
  if (!account) throw new Error('The sandbox gave no account')
  const id = await seedPost(services, { userId, account, caption: randomUUID() })
  return countTransactions({ db, publisher }, { id, userId })
}

/** TikTok downloads nothing for a while, and so decides nothing. */
export async function leaveUnconfirmed(sandbox: Pick<ReachedSandbox, 'control'>): Promise<void> {
  await sandbox.control('/tiktok', 'PATCH', { pullDelayMs: 600_000, webhookUrl: null })
}
