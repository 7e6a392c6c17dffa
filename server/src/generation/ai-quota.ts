import { AppError } from '@ninesixteen/shared/errors'
import { visitorOf, type Visitor, type VisitorBudgets } from '../auth/visitor-accounts.ts'
import type { Db, Tx } from '../db/db.ts'
import { emit } from '../telemetry/telemetry.ts'
import { addUsage, consumeAll, findRefusal, type Refusal, type Use } from '../db/usage-limits.ts'
import { correctVisitorTokens, reserveVisitorTokens } from './visitor-budget.ts'
import type { ChatMessage } from '../providers/openai/chat.ts'
import type { ChatUsage } from '../providers/openai/reply.ts'

const DAY_SECONDS = 86_400
/** A user's AI calls per minute. Tokens per day are a setting of the operator. */
const CALLS_A_MINUTE = 10
const CALLS_A_DAY = 200
/** Calls per minute that background jobs leave to the user's own requests. */
const CALLS_LEFT_BY_JOBS = 3
/** Daily AI use of a demo, enough to see what the product does, and of a trial, enough for the first slideshows. */
const VISITOR_ALLOWANCE = { demo: { calls: 40, tokens: 100_000 }, trial: { calls: 3, tokens: 25_000 } } as const
const TOKENS = 'ai.tokens.day'
const ONE_CALL: Use = { kind: 'ai.calls.minute', limit: CALLS_A_MINUTE, windowSeconds: 60, amount: 1 }
/** Average token length in European languages, in UTF-16 code units. */
const CHARS_PER_TOKEN = 4

/** The cost of an AI call. */
export interface Costs {
  messages: ChatMessage[]
  maxTokens: number
  /** The user's tokens per day; null for users who pay for their own provider, whose usage isn't counted. */
  dailyTokens: number | null
  visitors: VisitorBudgets
}

export interface Allowance {
  /**
   * Replaces the reservation by actual usage; estimates it from the texts if the provider reports none. Only the first call has an effect.
   */
  settle(used: ChatUsage | null, written: string): Promise<void>
}

function tokensOf(length: number): number {
  return Math.ceil(length / CHARS_PER_TOKEN)
}

function promptTokens({ messages }: Costs): number {
  return tokensOf(messages.reduce((sum, message) => sum + message.content.length, 0))
}

/**
 * Reserves a call and the maximum of tokens it may cost, so that concurrent calls can't spend the same remainder. Throws when the quota is
 * exceeded, which rolls the reservation back.
 */
export async function admitCall(tx: Tx, userId: string, costs: Costs): Promise<void> {
  const amount = promptTokens(costs) + costs.maxTokens
  const visitor = await visitorOf(tx, userId)
  const calls = visitor === null ? CALLS_A_DAY : VISITOR_ALLOWANCE[visitor].calls
  const { dailyTokens } = costs
  const limit = dailyTokens !== null && visitor !== null ? Math.min(VISITOR_ALLOWANCE[visitor].tokens, dailyTokens) : dailyTokens
  const refused = await consumeAll(tx, userId, [
    ONE_CALL,
    { kind: 'ai.calls.day', limit: calls, windowSeconds: DAY_SECONDS, amount: 1 },
    ...(limit === null ? [] : [{ kind: TOKENS, limit, windowSeconds: DAY_SECONDS, amount }]),
  ])
  if (refused) throw refusal(refused, visitor)
  if (visitor !== null && limit !== null) await reserveVisitorTokens(tx, visitor, { amount, limit: costs.visitors[visitor] })
}

/** For a background job, before it calls the model: throws RATE_LIMITED once it would use up what is left to the user's own requests. */
export async function requireSpareCall(db: Db, userId: string): Promise<void> {
  const refused = await db.asUser(userId, (tx) => findRefusal(tx, userId, { ...ONE_CALL, limit: CALLS_A_MINUTE - CALLS_LEFT_BY_JOBS }))
  if (refused) throw refusal(refused, null)
}

function refusal({ kind, retryAfterSeconds: seconds }: Refusal, visitor: Visitor | null): AppError {
  if (kind === ONE_CALL.kind) return new AppError('RATE_LIMITED', { seconds })
  return visitor === 'trial' ? new AppError('TRY_LIMIT') : new AppError('AI_BUDGET', { seconds })
}

/** The open reservation of an admitted call. */
export function allowanceOf(db: Db, userId: string, costs: Costs): Allowance {
  const prompt = promptTokens(costs)
  let isSettled = false
  return {
    async settle(used, written) {
      if (isSettled) return
      isSettled = true
      emit('tokens', {
        read: used?.prompt_tokens ?? (written ? prompt : 0),
        written: used?.completion_tokens ?? tokensOf(written.length),
        key: costs.dailyTokens === null ? 'person' : 'instance',
      })
      if (costs.dailyTokens === null) return
      const spent = used?.total_tokens ?? (written ? prompt + tokensOf(written.length) : 0)
      const amount = spent - prompt - costs.maxTokens
      await addUsage(db, { userId, kind: TOKENS }, { amount, windowSeconds: DAY_SECONDS })
      await correctVisitorTokens(db, userId, amount)
    },
  }
}

/** Reserves a call that needs no other writes. */
export async function acquireAllowance(db: Db, userId: string, costs: Costs): Promise<Allowance> {
  await db.asUser(userId, (tx) => admitCall(tx, userId, costs))
  return allowanceOf(db, userId, costs)
}
