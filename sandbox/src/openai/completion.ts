import type { OpenaiFault } from '../kit/faults.ts'
import type { ChatRequest } from './request.ts'

/** Roughly what a token is in English, in UTF-16 code units. */
const CHARS_PER_TOKEN = 4

export interface Completion {
  id: string
  created: number
  model: string
  content: string | null
  refusal: string | null
  finishReason: 'stop' | 'length' | 'content_filter'
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
  /** The configuration that answered, as the provider names it. */
  fingerprint: string
}

/** An answer as the sandbox composes it. */
export interface Answer {
  text: string
  /** Whether it fits any topic, because the writer doesn't know the one that was asked for. */
  isGeneral: boolean
}

function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / CHARS_PER_TOKEN))
}

/** A dated snapshot is what answers, not the alias that was asked for. */
export function snapshotOf(model: string): string {
  return /-\d{4}-\d{2}-\d{2}$/.test(model) || !model.startsWith('gpt-') ? model : `${model}-2025-04-14`
}

function changedContent(content: string, fault: OpenaiFault | undefined): string | null {
  switch (fault?.kind) {
    case 'fenced':
      return `Here you go:\n\n\`\`\`json\n${content}\n\`\`\`\n`
    case 'bare-array': {
      const list = content.indexOf('[')
      return list < 0 ? content : content.slice(list, content.lastIndexOf(']') + 1)
    }
    case 'invalid-json':
      return 'Sure! Slide one could be about starting small, slide two about keeping going.'
    case 'content':
      return fault.content
    case 'null-content':
    case 'refusal':
      return null
    default:
      return content
  }
}

/** The answer as a whole, cut at the token limit as the provider does: in the middle of whatever it was. */
export function complete(chat: ChatRequest, { text, isGeneral }: Answer, fault: OpenaiFault | undefined): Completion {
  const limit =
    fault?.kind === 'length' ? Math.ceil(tokensOf(text) / 2) : (chat.max_completion_tokens ?? chat.max_tokens ?? Number.POSITIVE_INFINITY)
  const whole = changedContent(text, fault)
  const cut = whole !== null && tokensOf(whole) > limit
  const content = cut ? whole.slice(0, limit * CHARS_PER_TOKEN) : whole
  const prompt = tokensOf(chat.messages.map((message) => message.content).join('\n'))
  const written = tokensOf(content ?? '')
  return {
    id: `chatcmpl-sandbox-${prompt}-${written}`,
    created: Math.floor(Date.now() / 1000),
    model: snapshotOf(chat.model),
    content,
    refusal: fault?.kind === 'refusal' ? "I'm sorry, but I can't help with that." : null,
    finishReason: fault?.kind === 'filter' ? 'content_filter' : cut ? 'length' : 'stop',
    usage: { prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written },
    fingerprint: isGeneral ? 'fp_sandbox_general' : 'fp_sandbox',
  }
}

const usageDetails = {
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
}

/** Body of an answer that is not streamed. */
export function completionBody(completion: Completion, fault: OpenaiFault | undefined): Record<string, unknown> {
  const { id, created, model, content, refusal, finishReason, usage, fingerprint } = completion
  const choice = {
    index: 0,
    message: { role: 'assistant', content, refusal, annotations: [] },
    logprobs: null,
    finish_reason: finishReason,
  }
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: fault?.kind === 'no-choices' ? [] : [choice],
    usage: { ...usage, ...usageDetails },
    service_tier: 'default',
    system_fingerprint: fingerprint,
  }
}

/** The `data:` objects of a streamed answer, first to last; `chars` is how much of the content is out after it. */
export function* completionChunks(
  completion: Completion,
  options: { pieces: string[]; usage: boolean; fault: OpenaiFault | undefined },
): Generator<{ data: Record<string, unknown>; chars: number }> {
  const { id, created, model, refusal, finishReason, usage, fingerprint } = completion
  const chunk = (choices: unknown[], used: unknown = null) => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    service_tier: 'default',
    system_fingerprint: fingerprint,
    choices,
    ...(options.usage ? { usage: used } : {}),
    // Padding that says nothing: clients must ignore keys they do not know.
    obfuscation: 'k3Jd9'.slice(0, 1 + (created % 5)),
  })
  const choice = (delta: Record<string, unknown>, finish: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finish },
  ]
  let chars = 0
  if (options.fault?.kind !== 'no-choices') {
    yield { data: chunk(choice({ role: 'assistant', content: completion.content === null ? null : '', refusal: null })), chars }
    if (refusal !== null) yield { data: chunk(choice({ refusal })), chars }
    for (const piece of options.pieces) {
      chars += piece.length
      yield { data: chunk(choice({ content: piece })), chars }
    }
    yield { data: chunk(choice({}, finishReason)), chars }
  }
  if (options.usage) yield { data: chunk([], { ...usage, ...usageDetails }), chars }
}
