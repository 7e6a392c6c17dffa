import type { UserAi } from '../connections/own-ai.ts'
import type { Db } from '../db/db.ts'
import type { ChatRequest } from '../providers/openai/chat.ts'
import type { ChatReply } from '../providers/openai/reply.ts'
import { acquireAllowance } from './ai-quota.ts'

interface Completion {
  ai: UserAi
  call: ChatRequest
  signal: AbortSignal
}

/** Calls the model within the user's quota, and counts the usage. */
export async function completeWithinQuota({ db }: { db: Db }, userId: string, { ai, call, signal }: Completion): Promise<ChatReply> {
  const { dailyTokens, visitors } = ai
  const allowance = await acquireAllowance(db, userId, { messages: call.messages, maxTokens: call.maxTokens, dailyTokens, visitors })
  try {
    const reply = await ai.chat.complete(call, signal)
    await allowance.settle(reply.usage, reply.content)
    return reply
  } finally {
    await allowance.settle(null, '')
  }
}
