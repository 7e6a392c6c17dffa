import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { databaseNow } from '../database-clock.ts'
import type { Db } from '../db/db.ts'
import { WEBHOOKS_DUE, type ChangeEvents } from '../db/listen.ts'
import { defineJob, type JobRun } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { WebhookUnreachable, type WebhookSender } from '../providers/webhook-sender.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import { claimDeliveries, secondsUntilDue, type ClaimedDelivery, type Pace } from './claim.ts'
import { secretOwner } from './endpoints.ts'
import { recordAttempt, type AttemptResult } from './record-attempt.ts'
import { signWebhook } from './sign.ts'

/** Delivers what is due. The outbox is the truth: a lost job delays an event by at most a minute. */
export const deliverWebhooksJob = defineJob({
  name: 'deliver-webhooks',
  data: z.object({}),
  retries: 0,
  seconds: 120,
  isOneOfKey: true,
  every: '* * * * *',
})

/** Starts a run whenever the database announces new events; returns how to stop. The schedule catches those that are missed. */
export function followWebhooks({ changes, jobs, log }: { changes: ChangeEvents; jobs: Jobs; log: Logger }): () => void {
  return changes.subscribe(WEBHOOKS_DUE, () => {
    jobs.send(deliverWebhooksJob, {}).catch((error: unknown) => log.debug({ err: error }, 'Webhooks wait for their schedule'))
  })
}

/** Requests of one process at a time. Half of them are only for endpoints that answer fast, which slow and failing ones never delay. */
const SLOTS = 32
const SLOW_SLOTS = 16
/** The part of the slow slots that endpoints may use whose last attempt failed. */
const FAILING_SLOTS = 8
/** The part of all slots that the fast ones leave to others, so that a backlog of theirs blocks no new endpoint. */
const FAST_SLOTS = 24
/** Far above what a healthy endpoint takes, in milliseconds. */
const SLOW_MS = 2000
/** How long one run claims deliveries, and how often it looks for new ones, in milliseconds. */
const RUN_MS = 50_000
const POLL_MS = 500
const LOOK_LEAST_MS = 20
/** A run goes on for deliveries that are due this soon, so that the first retry is on time. */
const SOON_SECONDS = 8

export interface WebhookServices {
  db: Db
  jobs: Jobs
  sealer: SecretBox
  webhooks: WebhookSender
  log: Logger
}

/** Requests of this process that have no response yet, by endpoint. They outlast the run that sent them. */
export type SentRequests = Map<string, { pace: Pace; done: Promise<void> }>

/** In the order in which they get free slots. */
const PACES: readonly Pace[] = ['fast', 'slow', 'failing']

interface DeliveryRun extends Pick<JobRun, 'signal'> {
  /** Shared by the runs of a process, so that one never waits for a slow endpoint of the last. */
  sending?: SentRequests
  /** How far ahead it looks. */
  soonSeconds?: number
  runMs?: number
  /** A response that takes longer makes its endpoint a slow one, in milliseconds. */
  slowMs?: number
}

/** Delivers what is due until nothing is left, or its time is over and the next run goes on. */
export async function deliverWebhooks(
  services: WebhookServices,
  { signal, sending = new Map(), soonSeconds = SOON_SECONDS, runMs = RUN_MS, slowMs = SLOW_MS }: DeliveryRun,
): Promise<void> {
  const { db, jobs } = services
  const until = performance.now() + runMs
  const isOpen = () => !signal.aborted && performance.now() < until
  const held = (...paces: Pace[]): number => [...sending.values()].filter(({ pace }) => paces.includes(pace)).length
  const free: Record<Pace, () => number> = {
    fast: () => FAST_SLOTS - held('fast'),
    slow: () => SLOW_SLOTS - held('slow', 'failing'),
    failing: () => Math.min(SLOW_SLOTS - held('slow', 'failing'), FAILING_SLOTS - held('failing')),
  }
  const claim = async (pace: Pace): Promise<void> => {
    const limit = Math.min(SLOTS - sending.size, free[pace]())
    for (const claimed of await db.long.asSystem((tx) => claimDeliveries(tx, { pace, limit }))) {
      const done = attempt(services, claimed, slowMs).finally(() => sending.delete(claimed.endpointId))
      sending.set(claimed.endpointId, { pace, done })
    }
  }
  do {
    for (const pace of PACES) await claim(pace)
    if (sending.size > 0) await Promise.race([...[...sending.values()].map(({ done }) => done), wait(POLL_MS)])
    else {
      const seconds = await db.long.asSystem(secondsUntilDue)
      if (seconds === null || seconds > soonSeconds) return
      await wait(Math.min(POLL_MS, Math.max(LOOK_LEAST_MS, seconds * 1000)))
    }
  } while (isOpen())
  // On shutdown, responses are still recorded.
  if (signal.aborted) await Promise.all([...sending.values()].map(({ done }) => done))
  else await jobs.send(deliverWebhooksJob, {})
}

/** Sends one request and records the result. Never rejects: an attempt that is not recorded is repeated after its lease. */
async function attempt(services: WebhookServices, claimed: ClaimedDelivery, slowMs: number): Promise<void> {
  const { db, jobs, log } = services
  try {
    const startedAt = performance.now()
    const result = await send(services, claimed)
    const isSlow = performance.now() - startedAt > slowMs
    await db.long.asSystem((tx) => recordAttempt(tx, { jobs, claimed, result, isSlow, random: Math.random() }))
  } catch (error) {
    log.warn({ err: error, delivery: claimed.id }, 'A webhook attempt was not recorded')
  }
}

async function send({ sealer, webhooks }: WebhookServices, claimed: ClaimedDelivery): Promise<AttemptResult> {
  const { userId, endpointId, url, eventId, body, secret, oldSecret } = claimed
  const unseal = (sealed: string | null) => (sealed === null ? null : sealer.open(sealed, secretOwner({ userId, id: endpointId })))
  const [current, previous] = [unseal(secret), unseal(oldSecret)]
  if (current === null) return { unreachable: 'The secret can no longer be read. Rotate it.' }
  const timestamp = Math.floor(databaseNow() / 1000)
  const signature = signWebhook(previous === null ? [current] : [current, previous], { id: eventId, timestamp, body })
  const headers = { 'webhook-id': eventId, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  try {
    return await webhooks.send({ url, headers, body })
  } catch (error) {
    if (!(error instanceof WebhookUnreachable)) throw error
    return { unreachable: error.message }
  }
}
