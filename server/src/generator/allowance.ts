import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { addUsage, takeToken } from '../limits.ts'
import type { ChatMessage, ChatUsage } from '../providers/openai/chat.ts'

const DAY_SECONDS = 86_400
/** What one person may ask of the model. Tokens a day are the operator's setting. */
const CALLS_A_MINUTE = 10
const CALLS_A_DAY = 200
/** Roughly what a token is in the languages of Europe, in UTF-16 code units. */
const CHARS_PER_TOKEN = 4

export interface Allowance {
  /** Settles what was really used; without figures from the provider, what was read and written counts. Only the first time does anything. */
  settle(used: ChatUsage | null, written: string): Promise<void>
}

function tokensOf(length: number): number {
  return Math.ceil(length / CHARS_PER_TOKEN)
}

/**
 * Takes a call out of a person's allowance before it is made, with the tokens it may cost at most, so that calls at the
 * same time cannot spend the same rest twice.
 */
export async function takeAllowance(db: Db, userId: string, call: { messages: ChatMessage[]; maxTokens: number; dailyTokens: number }): Promise<Allowance> {
  const minute = await takeToken(db, userId, 'ai.calls.minute', { limit: CALLS_A_MINUTE, windowSeconds: 60 })
  if (!minute.allowed) throw new AppError('RATE_LIMITED', { seconds: minute.retryAfterSeconds })
  const day = await takeToken(db, userId, 'ai.calls.day', { limit: CALLS_A_DAY, windowSeconds: DAY_SECONDS })
  if (!day.allowed) throw new AppError('AI_BUDGET', { seconds: day.retryAfterSeconds })
  const prompt = tokensOf(call.messages.reduce((sum, message) => sum + message.content.length, 0))
  const reserved = prompt + call.maxTokens
  const tokens = await takeToken(db, userId, 'ai.tokens.day', { limit: call.dailyTokens, windowSeconds: DAY_SECONDS, amount: reserved })
  if (!tokens.allowed) throw new AppError('AI_BUDGET', { seconds: tokens.retryAfterSeconds })
  let isSettled = false
  return {
    async settle(used, written) {
      if (isSettled) return
      isSettled = true
      const spent = used?.total_tokens ?? (written ? prompt + tokensOf(written.length) : 0)
      await addUsage(db, userId, 'ai.tokens.day', { amount: spent - reserved, windowSeconds: DAY_SECONDS })
    },
  }
}
