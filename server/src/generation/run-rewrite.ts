import { rewriteReplySchema, type RewriteReply } from '@ninesixteen/shared/api/rewrite'
import { AppError } from '@ninesixteen/shared/errors'
import type { PersonsAi } from '../connections/own-ai.ts'
import type { Db, Tx } from '../db/db.ts'
import { runsOf, tellRuns, type Changes } from '../db/listen.ts'
import { TakenUp } from '../idempotency/superseded.ts'
import { claimWish, dropWish, isStillMine, noteWish, type Claim, type Wish } from '../idempotency/idempotency-keys.ts'
import { admitCall, allowanceOf, type Costs } from './allowance.ts'
import { readRewrite, rewriteCall, type Rewrite } from './rewrite.ts'

/** Calls for one rewrite: an answer that cannot be read is asked for once more. */
const ATTEMPTS = 2

export interface RewritingParts {
  ai: PersonsAi
  db: Db
  changes: Pick<Changes, 'subscribe'>
}

export interface Rewriting {
  rewrite: Rewrite
  /** The key under which the page may ask for it once more. */
  wish: Wish | null
  signal: AbortSignal
}

/**
 * Other texts, within the person's allowance. What was answered under the same key is answered again. What another call is still at is this one's
 * from now on, with what was taken from the allowance for it: the other one, if its process lives at all, is told to end, and throws TakenUp.
 */
export async function writeAnew(parts: RewritingParts, userId: string, { rewrite, wish, signal }: Rewriting): Promise<RewriteReply> {
  const { ai, db, changes } = parts
  const call = rewriteCall(rewrite)
  const costs: Costs = { messages: call.messages, maxTokens: call.maxTokens, dailyTokens: ai.dailyTokens, visitors: ai.visitors }
  const takenUp = new AbortController()
  let claim: Claim | null = null
  const look = async (): Promise<void> => {
    if (claim && !(await isStillMine(db, userId, claim))) takenUp.abort(new TakenUp())
  }
  // Should the database not say so now, it does when the answer is to be kept.
  const leave = changes.subscribe(runsOf(userId), () => void look().catch(() => undefined))
  try {
    claim = await db.asUser(userId, (tx) => enter(tx, userId, { wish, costs }))
    if (claim?.answer) return rewriteReplySchema.parse(JSON.parse(claim.answer))
    const asking = { parts, userId, costs, claim, signal: AbortSignal.any([signal, takenUp.signal]) }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt > 1) await admitAgain(asking)
      const reply = await askOnce(asking, rewrite)
      if (reply) return reply
    }
    throw new AppError('AI_UNPARSABLE')
  } catch (error) {
    throw takenUp.signal.aborted ? takenUp.signal.reason : error
  } finally {
    leave()
  }
}

async function enter(tx: Tx, userId: string, { wish, costs }: { wish: Wish | null; costs: Costs }): Promise<Claim | null> {
  const claim = wish && (await claimWish(tx, userId, wish))
  if (claim?.answer) return claim
  if (claim?.isAgain) await tellRuns(tx, userId)
  if (claim?.isPaid) return claim
  await admitCall(tx, userId, costs)
  if (claim) await noteWish(tx, userId, { claim, isPaid: true })
  return claim
}

interface Asking {
  parts: RewritingParts
  userId: string
  costs: Costs
  claim: Claim | null
  signal: AbortSignal
}

async function admitAgain({ parts: { db }, userId, costs, claim }: Asking): Promise<void> {
  await db.asUser(userId, async (tx) => {
    await admitCall(tx, userId, costs)
    if (claim && !(await noteWish(tx, userId, { claim, isPaid: true }))) throw new TakenUp()
  })
}

/** One call that was admitted; null for an answer that cannot be used. */
async function askOnce({ parts: { ai, db }, userId, costs, claim, signal }: Asking, rewrite: Rewrite): Promise<RewriteReply | null> {
  const allowance = allowanceOf(db, userId, costs)
  const note = (work: (tx: Tx, mine: Claim) => Promise<boolean>): Promise<boolean> =>
    claim === null ? Promise.resolve(true) : db.asUser(userId, (tx) => work(tx, claim))
  try {
    const { content, usage } = await ai.chat.complete(rewriteCall(rewrite), signal)
    const reply = readRewrite(content, rewrite.request)
    const answer = reply === null ? {} : { answer: JSON.stringify(reply) }
    // What was taken from the allowance goes with the wish.
    if (!(await note((tx, mine) => noteWish(tx, userId, { claim: mine, isPaid: false, ...answer })))) throw new TakenUp()
    await allowance.settle(usage, content)
    return reply
  } catch (error) {
    if (await note((tx, mine) => dropWish(tx, userId, mine))) await allowance.settle(null, '')
    throw error
  }
}
