import { z } from 'zod'

const plain = z.enum([
  '401',
  '403',
  'model-not-found',
  'quota',
  '500',
  'refusal',
  'filter',
  'fenced',
  'bare-array',
  'invalid-json',
  'null-content',
  'no-choices',
  'not-json-body',
  'length',
  'timeout',
  'drop',
])

/** What can go wrong with the next request. */
export const openaiFaultSchema = z.union([
  z.object({ kind: plain }).strict(),
  /** `retryAfter` in seconds, sent as header. */
  z.object({ kind: z.enum(['429', 'slow-down', '503']), retryAfter: z.number().min(0).optional() }).strict(),
  /** Refuses the request because of this parameter, as servers do that do not know it. */
  z.object({ kind: z.literal('400'), param: z.string() }).strict(),
  /** Milliseconds before the first byte. */
  z.object({ kind: z.literal('slow'), ms: z.number().int().min(0).max(600_000) }).strict(),
  /** Streams until that many characters of the content are out, then: hangs up, is silent, or sends an error inside of the stream. */
  z.object({ kind: z.enum(['cut', 'stall', 'mid-stream-error']), afterChars: z.number().int().min(0).default(200) }).strict(),
  /** Streams until that many characters of the content are out, then waits until it is told to go on. What is not streamed waits as a whole. */
  z.object({ kind: z.literal('hold'), afterChars: z.number().int().min(1).default(200) }).strict(),
  /** Answers with exactly this content. */
  z.object({ kind: z.literal('content'), content: z.string() }).strict(),
])
export type OpenaiFault = z.infer<typeof openaiFaultSchema>
