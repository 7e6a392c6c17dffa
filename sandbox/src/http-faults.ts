import { z } from 'zod'

/** Only a request whose path contains this meets the fault. */
const path = z.string().optional()

/** What can go wrong with the next request of a provider that speaks plain HTTP. */
export const httpFaultSchema = z.union([
  /** Refused in the provider's own form, before anything is done. */
  z.object({ kind: z.enum(['401', '403', '500', '503']), path }).strict(),
  /** `retryAfter` in seconds, sent as header. */
  z.object({ kind: z.literal('429'), path, retryAfter: z.number().min(0).optional() }).strict(),
  /** Refused with this status and the provider's own word for the error. */
  z.object({ kind: z.literal('error'), path, status: z.number().int().min(200).max(599), code: z.string() }).strict(),
  /** Milliseconds before anything is done. */
  z.object({ kind: z.literal('slow'), path, ms: z.number().int().min(0).max(600_000) }).strict(),
  /** Everything is done at once, and the answer comes that many milliseconds later. */
  z.object({ kind: z.literal('late'), path, ms: z.number().int().min(0).max(600_000) }).strict(),
  /**
   * Nothing is done: `silent` never answers, `dropped` closes the connection, `html` answers 200 with a page. Everything is
   * done: `cut` sends half of the answer, `lost` closes the connection instead of answering, `gateway` answers 504 with a page, `empty` 204 with nothing.
   */
  z.object({ kind: z.enum(['silent', 'dropped', 'html', 'cut', 'lost', 'gateway', 'empty']), path }).strict(),
])
export type HttpFault = z.infer<typeof httpFaultSchema>

/** A fault that the provider puts into its own words. */
export type Refusal = Extract<HttpFault, { kind: '401' | '403' | '429' | '500' | '503' | 'error' }>
