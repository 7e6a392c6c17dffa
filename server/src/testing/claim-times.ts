import type { SQLWrapper } from 'drizzle-orm'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { hasPlan } from '../auth/has-plan.ts'
import type { Tx } from '../db/db.ts'
import { claimPosts, secondsUntilDue } from '../posts/publishing/claim.ts'
import type { SeedServices } from './scheduled.ts'

export interface Timed<T> {
  ms: number
  result: T
}

async function timed<T>({ db }: SeedServices, work: (tx: Tx) => Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now()
  const result = await db.publishing.asSystem(work)
  return { ms: performance.now() - startedAt, result }
}

/** Times one claim as the publisher makes it; the value is the number of claimed posts. */
export function timeClaim(services: SeedServices, platform: PlatformId): Promise<Timed<number>> {
  const order = {
    worker: 'timed',
    leaseSeconds: 60,
    graceSeconds: 24 * 3600,
    platform,
    most: 48,
    sentFirst: 12,
    inHand: new Map<string, number>(),
    userPostsMax: 48,
    hasPlan: (userId: SQLWrapper) => hasPlan(services.config, userId),
  }
  return timed(services, async (tx) => (await claimPosts(tx, order)).length)
}

export function timeSecondsUntilDue(services: SeedServices): Promise<Timed<number | null>> {
  return timed(services, (tx) => secondsUntilDue(tx, PLATFORM_IDS))
}
