import { AppError } from '@ninesixteen/shared/errors'
import type { Chat } from '../providers/openai/chat.ts'

/** Enough tokens for one word. */
const CHECK_TOKENS = 16

/** Sends one short request. Throws the provider's error. */
export async function askForOneWord(chat: Chat, model: string, signal: AbortSignal): Promise<void> {
  try {
    const messages = [{ role: 'user' as const, content: 'Reply with the word ready.' }]
    await chat.complete({ model, messages, maxTokens: CHECK_TOKENS, temperature: 0 }, signal)
  } catch (thrown) {
    // The provider accepted the request and started a response, which is enough.
    if (!(thrown instanceof AppError) || !['AI_NO_CONTENT', 'AI_REFUSED'].includes(thrown.code)) throw thrown
  }
}
