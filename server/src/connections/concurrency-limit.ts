import { AppError } from '@ninesixteen/shared/errors'
import type { Chat } from '../providers/openai/chat.ts'

/** Enough for two windows that write, brainstorm and rewrite at the same time. */
const AT_ONCE = 6
const RETRY_SECONDS = 10

/** Limits a user's concurrent AI requests, because a user's own server may never finish its responses. */
export function createConcurrencyLimit(limit = AT_ONCE): (userId: string, chat: Chat) => Chat {
  const open = new Map<string, number>()

  function begin(userId: string): () => void {
    const now = open.get(userId) ?? 0
    if (now >= limit) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
    open.set(userId, now + 1)
    return () => {
      const remaining = (open.get(userId) ?? 1) - 1
      if (remaining > 0) open.set(userId, remaining)
      else open.delete(userId)
    }
  }

  return (userId, chat) => ({
    async *stream(request, signal) {
      const end = begin(userId)
      try {
        yield* chat.stream(request, signal)
      } finally {
        end()
      }
    },
    async complete(request, signal) {
      const end = begin(userId)
      try {
        return await chat.complete(request, signal)
      } finally {
        end()
      }
    },
  })
}
