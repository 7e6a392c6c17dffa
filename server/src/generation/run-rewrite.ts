import { rewriteReplySchema, type RewriteReply } from '@ninesixteen/shared/api/rewrite'
import { AppError } from '@ninesixteen/shared/errors'
import type { UserAi } from '../connections/own-ai.ts'
import type { Db, Tx } from '../db/db.ts'
import { runsOf, notifyRuns, type ChangeEvents } from '../db/listen.ts'
import { Superseded } from '../idempotency/superseded.ts'
import { acquireKey, releaseKey, isKeyHeld, recordResult, type AcquiredKey, type IdempotencyKey } from '../idempotency/idempotency-keys.ts'
import { admitCall, allowanceOf, type Costs } from './allowance.ts'
import { readRewrite, rewriteCall, type Rewrite } from './rewrite.ts'

/** Attempts per rewrite: an unparsable response is requested once more. */
const ATTEMPTS = 2

export interface RewritingParts {
  ai: UserAi
  db: Db
  changes: Pick<ChangeEvents, 'subscribe'>
}

export interface RewriteRun {
  rewrite: Rewrite
  /** Idempotency key of the page. */
  idempotencyKey: IdempotencyKey | null
  signal: AbortSignal
}

/**
 * Alternative texts, within the user's quota. Returns the stored response of the same key. Takes over a running request with the key,
 * together with its reservation; that request, if its process is alive, is notified and throws Superseded.
 */
export async function runRewrite(
  parts: RewritingParts,
  userId: string,
  { rewrite, idempotencyKey, signal }: RewriteRun,
): Promise<RewriteReply> {
  const { ai, db, changes } = parts
  const call = rewriteCall(rewrite)
  const costs: Costs = { messages: call.messages, maxTokens: call.maxTokens, dailyTokens: ai.dailyTokens, visitors: ai.visitors }
  const superseded = new AbortController()
  let claim: AcquiredKey | null = null
  const checkKey = async (): Promise<void> => {
    if (claim && !(await isKeyHeld(db, userId, claim))) superseded.abort(new Superseded())
  }
  // If the database is unreachable now, recordResult checks it again.
  const leave = changes.subscribe(runsOf(userId), () => void checkKey().catch(() => undefined))
  try {
    claim = await db.asUser(userId, (tx) => enter(tx, userId, { wish: idempotencyKey, costs }))
    if (claim?.answer) return rewriteReplySchema.parse(JSON.parse(claim.answer))
    const asking = { parts, userId, costs, claim, signal: AbortSignal.any([signal, superseded.signal]) }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt > 1) await admitAgain(asking)
      const reply = await askOnce(asking, rewrite)
      if (reply) return reply
    }
    throw new AppError('AI_UNPARSABLE')
  } catch (error) {
    throw superseded.signal.aborted ? superseded.signal.reason : error
  } finally {
    leave()
  }
}

async function enter(tx: Tx, userId: string, { wish, costs }: { wish: IdempotencyKey | null; costs: Costs }): Promise<AcquiredKey | null> {
  const claim = wish && (await acquireKey(tx, userId, wish))
  if (claim?.answer) return claim
  if (claim?.isRetry) await notifyRuns(tx, userId)
  if (claim?.isPaid) return claim
  await admitCall(tx, userId, costs)
  if (claim) await recordResult(tx, userId, { claim, isPaid: true })
  return claim
}

interface Asking {
  parts: RewritingParts
  userId: string
  costs: Costs
  claim: AcquiredKey | null
  signal: AbortSignal
}

async function admitAgain({ parts: { db }, userId, costs, claim }: Asking): Promise<void> {
  await db.asUser(userId, async (tx) => {
    await admitCall(tx, userId, costs)
    if (claim && !(await recordResult(tx, userId, { claim, isPaid: true }))) throw new Superseded()
  })
}

/** One admitted request to the model; null for an unusable response. */
async function askOnce({ parts: { ai, db }, userId, costs, claim, signal }: Asking, rewrite: Rewrite): Promise<RewriteReply | null> {
  const allowance = allowanceOf(db, userId, costs)
  const note = (work: (tx: Tx, mine: AcquiredKey) => Promise<boolean>): Promise<boolean> =>
    claim === null ? Promise.resolve(true) : db.asUser(userId, (tx) => work(tx, claim))
  try {
    const { content, usage } = await ai.chat.complete(rewriteCall(rewrite), signal)
    const reply = readRewrite(content, rewrite.request)
    const answer = reply === null ? {} : { answer: JSON.stringify(reply) }
    // The reservation belongs to the key's holder.
    if (!(await note((tx, mine) => recordResult(tx, userId, { claim: mine, isPaid: false, ...answer })))) throw new Superseded()
    await allowance.settle(usage, content)
    return reply
  } catch (error) {
    if (await note((tx, mine) => releaseKey(tx, userId, mine))) await allowance.settle(null, '')
    throw error
  }
}
