import { AppError } from '@ninesixteen/shared/errors'
import type { UserAi } from '../connections/own-ai.ts'
import type { Db, Tx } from '../db/db.ts'
import { runsOf, notifyRuns, type ChangeEvents } from '../db/listen.ts'
import { Superseded, type IdempotencyKey } from '../idempotency/idempotency-keys.ts'
import { acquire, holds, release, store, type Claim } from '../idempotency/once.ts'
import type { Chat, ChatRequest } from '../providers/openai/chat.ts'
import type { ChatUsage } from '../providers/openai/reply.ts'
import { admitCall, allowanceOf, type Costs } from './ai-quota.ts'

/** Attempts per call: an unusable response is requested once more. */
const ATTEMPTS = 2

export interface CallParts {
  ai: UserAi
  db: Db
  changes: Pick<ChangeEvents, 'subscribe'>
}

/** A response as far as it was read, which is what the user pays for. */
export interface Spent {
  usage: ChatUsage | null
  text: string
}

export interface Attempt {
  chat: Chat
  signal: AbortSignal
  /** Updated by the attempt, also when it fails. */
  spent: Spent
}

export interface IdempotentCall<Reply> {
  request: ChatRequest
  /** Calls the model once; null for an unusable response. */
  attempt(attempt: Attempt): Promise<Reply | null>
  /** Parses a stored response. */
  restore(stored: unknown): Reply
  /** Thrown after the last unusable response. */
  unusable: AppError
  /** Idempotency key of the page. */
  idempotencyKey: IdempotencyKey | null
  signal: AbortSignal
}

/**
 * A model's reply within the user's quota. Returns the stored response of the same key. Takes over a running request with the key, together with
 * its reservation; that request, if its process is alive, is notified and throws Superseded.
 */
export async function runIdempotentCall<Reply>(parts: CallParts, userId: string, call: IdempotentCall<Reply>): Promise<Reply> {
  const { ai, db, changes } = parts
  const { messages, maxTokens } = call.request
  const costs: Costs = { messages, maxTokens, dailyTokens: ai.dailyTokens, visitors: ai.visitors }
  const superseded = new AbortController()
  let claim: Claim | null = null
  const checkKey = async (): Promise<void> => {
    if (claim && !(await holds(db, userId, claim))) superseded.abort(new Superseded())
  }
  // If the database is unreachable now, store checks it again.
  const leave = changes.subscribe(runsOf(userId), () => void checkKey().catch(() => undefined))
  try {
    claim = await db.asUser(userId, (tx) => enter(tx, userId, { key: call.idempotencyKey, costs }))
    if (claim?.response) return call.restore(JSON.parse(claim.response))
    const paid = { parts, userId, costs, claim, signal: AbortSignal.any([call.signal, superseded.signal]) }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt > 1) await admitAgain(paid)
      const reply = await askOnce(paid, call)
      if (reply !== null) return reply
    }
    throw call.unusable
  } catch (error) {
    throw superseded.signal.aborted ? superseded.signal.reason : error
  } finally {
    leave()
  }
}

async function enter(tx: Tx, userId: string, { key, costs }: { key: IdempotencyKey | null; costs: Costs }): Promise<Claim | null> {
  const claim = key && (await acquire(tx, userId, { ...key, mode: 'takes-over' }))
  if (claim?.response) return claim
  if (claim?.lostSince) await notifyRuns(tx, userId)
  if (claim?.isPaid) return claim
  await admitCall(tx, userId, costs)
  if (claim) await store(tx, userId, { claim, isPaid: true })
  return claim
}

interface PaidCall {
  parts: CallParts
  userId: string
  costs: Costs
  claim: Claim | null
  signal: AbortSignal
}

async function admitAgain({ parts: { db }, userId, costs, claim }: PaidCall): Promise<void> {
  await db.asUser(userId, async (tx) => {
    await admitCall(tx, userId, costs)
    if (claim && !(await store(tx, userId, { claim, isPaid: true }))) throw new Superseded()
  })
}

/** One admitted request to the model; null for an unusable response. */
async function askOnce<Reply>({ parts: { ai, db }, userId, costs, claim, signal }: PaidCall, call: IdempotentCall<Reply>) {
  const allowance = allowanceOf(db, userId, costs)
  const spent: Spent = { usage: null, text: '' }
  const note = (work: (tx: Tx, mine: Claim) => Promise<boolean>): Promise<boolean> =>
    claim === null ? Promise.resolve(true) : db.asUser(userId, (tx) => work(tx, claim))
  try {
    const reply = await call.attempt({ chat: ai.chat, signal, spent })
    const response = reply === null ? {} : { response: JSON.stringify(reply) }
    // The reservation belongs to the key's holder.
    if (!(await note((tx, mine) => store(tx, userId, { claim: mine, isPaid: false, ...response })))) throw new Superseded()
    await allowance.settle(spent.usage, spent.text)
    return reply
  } catch (error) {
    if (await note((tx, mine) => release(tx, userId, mine))) await allowance.settle(spent.usage, spent.text)
    throw error
  }
}
