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
import { claimDeliveries, secondsUntilDue, type ClaimedDelivery } from './claim.ts'
import { secretOwner } from './endpoints.ts'
import { recordAttempt, type AttemptResult } from './record-attempt.ts'
import { signWebhook } from './sign.ts'

/** Delivers what is due. The outbox is the truth: a lost job delays an event by at most a minute. */
export const deliverWebhooksJob = defineJob({
  name: 'deliver-webhooks',
  data: z.looseObject({}),
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

/** Requests of one process at a time, and those of them for endpoints whose last attempt failed. */
const SLOTS = 32
const FAILING_SLOTS = 8
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

/** Delivers what is due until nothing is left. `soonSeconds` is how far ahead it looks. */
export async function deliverWebhooks(
  services: WebhookServices,
  { signal, soonSeconds = SOON_SECONDS }: Pick<JobRun, 'signal'> & { soonSeconds?: number },
): Promise<void> {
  const { db, jobs } = services
  const sending = new Map<string, { isFailing: boolean; done: Promise<void> }>()
  const until = performance.now() + RUN_MS
  const isOpen = () => !signal.aborted && performance.now() < until
  const claim = async (isFailing: boolean): Promise<void> => {
    const failing = [...sending.values()].filter((connection) => connection.isFailing).length
    const limit = Math.min(SLOTS - sending.size, isFailing ? FAILING_SLOTS - failing : SLOTS)
    for (const claimed of await db.long.asSystem((tx) => claimDeliveries(tx, { isFailing, limit }))) {
      const done = attempt(services, claimed).finally(() => sending.delete(claimed.endpointId))
      sending.set(claimed.endpointId, { isFailing, done })
    }
  }
  while (isOpen()) {
    await claim(false)
    await claim(true)
    if (sending.size > 0) await Promise.race([...[...sending.values()].map(({ done }) => done), wait(POLL_MS)])
    else {
      const seconds = await db.long.asSystem(secondsUntilDue)
      if (seconds === null || seconds > soonSeconds) return
      await wait(Math.min(POLL_MS, Math.max(LOOK_LEAST_MS, seconds * 1000)))
    }
  }
  await Promise.all([...sending.values()].map(({ done }) => done))
  if (!signal.aborted) await jobs.send(deliverWebhooksJob, {})
}

/** Sends one request and records the result. Never rejects: an attempt that is not recorded is repeated after its lease. */
async function attempt(services: WebhookServices, claimed: ClaimedDelivery): Promise<void> {
  const { db, jobs, log } = services
  try {
    const result = await send(services, claimed)
    await db.long.asSystem((tx) => recordAttempt(tx, { jobs, claimed, result, random: Math.random() }))
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
