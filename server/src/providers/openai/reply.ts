import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'

export interface ChatUsage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
}

/** How a response ended. `cut`: the stream stopped without an end marker. */
export type ChatFinish = 'stop' | 'length' | 'cut'

export type ChatPart = { type: 'text'; text: string } | ({ type: 'end' } & Omit<ChatReply, 'content'>)

export interface ChatReply {
  content: string
  model: string
  usage: ChatUsage | null
  finish: ChatFinish
  /** The configuration that answered (`system_fingerprint`); empty where the provider names none. */
  fingerprint: string
}

const textSchema = z.string().nullish().catch(null)
/** Ignores implausible token counts: they count against the user's budget. */
const tokensSchema = z.number().int().min(0).max(10_000_000)
const usageSchema = z
  .object({ prompt_tokens: tokensSchema.catch(0), completion_tokens: tokensSchema.catch(0), total_tokens: tokensSchema })
  .nullish()
  .catch(null)

const saidSchema = z.object({ content: textSchema, refusal: textSchema }).nullish().catch(null)
const chunkSchema = z.object({
  model: textSchema,
  system_fingerprint: textSchema,
  usage: usageSchema,
  choices: z.array(z.object({ delta: saidSchema, finish_reason: textSchema })).catch([]),
})
const completionSchema = z.object({
  model: textSchema,
  system_fingerprint: textSchema,
  usage: usageSchema,
  choices: z.array(z.object({ message: saidSchema, finish_reason: textSchema })).catch([]),
})

/** Parts of a streamed response. A chunk may have no choice, such as the one with the usage. */
export async function* readChunks(chunks: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<ChatPart, void> {
  let [model, fingerprint, usage, finish]: [string, string, ChatUsage | null, ChatFinish] = ['', '', null, 'cut']
  let [sawChoice, sawText, refused] = [false, false, false]
  for await (const raw of chunks) {
    const chunk = chunkSchema.safeParse(raw).data
    if (!chunk) continue
    model = chunk.model || model
    fingerprint = chunk.system_fingerprint || fingerprint
    usage = chunk.usage ?? usage
    const [choice] = chunk.choices
    if (!choice) continue
    sawChoice = true
    if (choice.delta?.refusal || choice.finish_reason === 'content_filter') refused = true
    if (choice.finish_reason) finish = choice.finish_reason === 'length' ? 'length' : 'stop'
    const text = choice.delta?.content
    if (!text) continue
    sawText = true
    yield { type: 'text', text }
  }
  // The package ends an aborted stream as if it were complete.
  if (signal.aborted) throw new AppError('AI_CANCELLED')
  if (refused) throw new AppError('AI_REFUSED')
  if (!sawText) throw new AppError(sawChoice ? 'AI_NO_CONTENT' : 'AI_NO_DATA')
  yield { type: 'end', finish, usage, model, fingerprint }
}

export function readCompletion(raw: unknown): ChatReply {
  const completion = completionSchema.safeParse(raw).data
  const choice = completion?.choices[0]
  if (!completion || !choice) throw new AppError('AI_NO_DATA')
  if (choice.message?.refusal || choice.finish_reason === 'content_filter') throw new AppError('AI_REFUSED')
  if (!choice.message?.content) throw new AppError('AI_NO_CONTENT')
  const finish = choice.finish_reason === 'length' ? 'length' : 'stop'
  return {
    content: choice.message.content,
    model: completion.model ?? '',
    usage: completion.usage ?? null,
    finish,
    fingerprint: completion.system_fingerprint ?? '',
  }
}

/** A complete response as parts of a stream. */
export async function* partsOf({ content, ...end }: ChatReply): AsyncGenerator<ChatPart, void> {
  yield { type: 'text', text: content }
  yield { type: 'end', ...end }
}
