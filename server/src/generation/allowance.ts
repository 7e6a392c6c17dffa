import { AppError } from '@ninesixteen/shared/errors'
import { visitorOf, type Visitor, type VisitorBudgets } from '../auth/visitor-accounts.ts'
import type { Db, Tx } from '../db/db.ts'
import { emit } from '../telemetry/telemetry.ts'
import { addUsage, takeTogether, type Refusal } from '../db/usage-limits.ts'
import { correctVisitorTokens, takeVisitorTokens } from './visitor-budget.ts'
import type { ChatMessage } from '../providers/openai/chat.ts'
import type { ChatUsage } from '../providers/openai/reply.ts'

const DAY_SECONDS = 86_400
/** What one person may ask of the model. Tokens a day are the operator's setting. */
const CALLS_A_MINUTE = 10
const CALLS_A_DAY = 200
/** What a visitor may: a demo enough to see what the product does, a trial its first slideshows. */
const OF_VISITOR = { demo: { calls: 40, tokens: 100_000 }, trial: { calls: 3, tokens: 25_000 } } as const
const TOKENS = 'ai.tokens.day'
/** Roughly what a token is in the languages of Europe, in UTF-16 code units. */
const CHARS_PER_TOKEN = 4

/** A call to the model as far as its cost goes. */
export interface Costs {
  messages: ChatMessage[]
  maxTokens: number
  /** What the person may use a day; null where the person pays, and nothing is counted. */
  dailyTokens: number | null
  visitors: VisitorBudgets
}

export interface Allowance {
  /** Settles what was really used; without figures from the provider, what was read and written counts. Only the first time does anything. */
  settle(used: ChatUsage | null, written: string): Promise<void>
}

function tokensOf(length: number): number {
  return Math.ceil(length / CHARS_PER_TOKEN)
}

function promptTokens({ messages }: Costs): number {
  return tokensOf(messages.reduce((sum, message) => sum + message.content.length, 0))
}

/**
 * Counts a call before it is made, with the tokens it may cost at most, so that calls at the same time cannot spend the
 * same rest twice. Throws when the allowance does not reach; what was counted goes with the transaction.
 */
export async function admitCall(tx: Tx, userId: string, costs: Costs): Promise<void> {
  const amount = promptTokens(costs) + costs.maxTokens
  const visitor = await visitorOf(tx, userId)
  const calls = visitor === null ? CALLS_A_DAY : OF_VISITOR[visitor].calls
  const { dailyTokens } = costs
  const limit = dailyTokens !== null && visitor !== null ? Math.min(OF_VISITOR[visitor].tokens, dailyTokens) : dailyTokens
  const refused = await takeTogether(tx, userId, [
    { kind: 'ai.calls.minute', limit: CALLS_A_MINUTE, windowSeconds: 60, amount: 1 },
    { kind: 'ai.calls.day', limit: calls, windowSeconds: DAY_SECONDS, amount: 1 },
    ...(limit === null ? [] : [{ kind: TOKENS, limit, windowSeconds: DAY_SECONDS, amount }]),
  ])
  if (refused) throw refusal(refused, visitor)
  if (visitor !== null && limit !== null) await takeVisitorTokens(tx, visitor, { amount, limit: costs.visitors[visitor] })
}

function refusal({ kind, retryAfterSeconds: seconds }: Refusal, visitor: Visitor | null): AppError {
  if (kind === 'ai.calls.minute') return new AppError('RATE_LIMITED', { seconds })
  return visitor === 'trial' ? new AppError('TRY_LIMIT') : new AppError('AI_BUDGET', { seconds })
}

/** The open account of a call that was admitted. */
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

/** Admits a call that writes nothing else beforehand. */
export async function takeAllowance(db: Db, userId: string, costs: Costs): Promise<Allowance> {
  await db.asUser(userId, (tx) => admitCall(tx, userId, costs))
  return allowanceOf(db, userId, costs)
}
