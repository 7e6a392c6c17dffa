import { z } from 'zod'

/** Only a request whose path contains this meets the fault. */
const path = z.string().optional()
/** Sent as header, in seconds. */
const retryAfter = z.number().min(0).optional()
const ms = z.number().int().min(0).max(600_000)
/** Characters of the content that are streamed before it happens. */
const afterChars = z.number().int().min(0).default(200)

/** Faults for the next request of a provider that speaks plain HTTP. */
export const httpFaultSchema = z.union([
  /** Refused in the provider's own form, before anything is done. */
  z.strictObject({ kind: z.enum(['401', '403', '500', '503']), path }),
  z.strictObject({ kind: z.literal('429'), path, retryAfter }),
  /** Refused with this status and the provider's own word for the error. */
  z.strictObject({ kind: z.literal('error'), path, status: z.number().int().min(200).max(599), code: z.string() }),
  /** `slow` waits before anything is done; `late` does everything at once, and answers that much later. */
  z.strictObject({ kind: z.enum(['slow', 'late']), path, ms }),
  /**
   * Nothing is done: `silent` never answers, `dropped` closes the connection, `html` answers 200 with a page. Everything is
   * done: `cut` sends half of the answer, `lost` closes the connection instead of answering, `gateway` answers 504 with a page, `empty` 204 with nothing.
   */
  z.strictObject({ kind: z.enum(['silent', 'dropped', 'html', 'cut', 'lost', 'gateway', 'empty']), path }),
])
export type HttpFault = z.infer<typeof httpFaultSchema>

/** A fault that the provider puts into its own words. */
export type Refusal = Extract<HttpFault, { kind: '401' | '403' | '429' | '500' | '503' | 'error' }>

/** Faults of Drive uploads, in addition to those of every request. */
export const uploadFaultSchema = z.union([
  /** The connection breaks when the byte with this number, counted from 0 in the file, is about to be stored. */
  z.strictObject({ kind: z.literal('cut-upload'), at: z.number().int().min(0) }),
  /** Only about half of the chunk is stored and reported; or the session is gone. */
  z.strictObject({ kind: z.enum(['half-stored', 'session-gone']) }),
])
export type UploadFault = z.infer<typeof uploadFaultSchema>

/** Faults for the next request of the OpenAI API. */
export const openaiFaultSchema = z.union([
  /** Refused, or broken before an answer. */
  z.strictObject({ kind: z.enum(['401', '403', 'model-not-found', 'quota', '500', 'timeout', 'drop']) }),
  z.strictObject({ kind: z.enum(['429', 'slow-down', '503']), retryAfter }),
  /** Refuses the request because of this parameter, as servers do that do not know it. */
  z.strictObject({ kind: z.literal('400'), param: z.string() }),
  /** An answer other than the one that was asked for. */
  z.strictObject({
    kind: z.enum(['refusal', 'filter', 'fenced', 'bare-array', 'invalid-json', 'null-content', 'no-choices', 'not-json-body', 'length']),
  }),
  z.strictObject({ kind: z.literal('slow'), ms }),
  /** Streams part of the content, then: hangs up, is silent, or sends an error inside of the stream. */
  z.strictObject({ kind: z.enum(['cut', 'stall', 'mid-stream-error']), afterChars }),
  /** Streams part of the content, then waits for a release. Without streaming, the whole response waits. */
  z.strictObject({ kind: z.literal('hold'), afterChars: z.number().int().min(1).default(200) }),
  /** Answers with exactly this content. */
  z.strictObject({ kind: z.literal('content'), content: z.string() }),
])
export type OpenaiFault = z.infer<typeof openaiFaultSchema>
