import { z } from 'zod'

/** Instructions for the load generator, a separate process, so that it doesn't slow down the measured one. */
export const planSchema = z.object({
  origin: z.string(),
  /** Requests per second, evenly spread. */
  perSecond: z.number(),
  seconds: z.number(),
  /** Due time of the first request in epoch milliseconds, so that generators start together; immediately by default. */
  startAt: z.number().optional(),
  kind: z.enum(['mix', 'lists', 'sign-ins', 'public-api', 'renders']),
  users: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      cookie: z.string(),
      /** A key of the public API and the target of its drafts, if the plan needs them. */
      key: z.string().optional(),
      target: z.object({ account_id: z.string(), options: z.object({ platform: z.string() }) }).optional(),
      projects: z.array(z.object({ id: z.string(), version: z.number() })).min(1),
    }),
  ),
})
export type LoadPlan = z.infer<typeof planSchema>
export type BenchUser = LoadPlan['users'][number]

/** Results of the requests. Milliseconds count from the time a request was due, so that a late start is included. */
export const outcomeSchema = z.object({
  /** Accepted requests only. */
  ms: z.array(z.number()),
  /** Responses with 503 and `Retry-After`. */
  shed: z.number(),
  /** Counts of all other responses and connection errors, by message. */
  failures: z.record(z.string(), z.number()),
  bytes: z.number(),
})
export type LoadOutcome = z.infer<typeof outcomeSchema>

export const PASSWORD = 'a long walk by the sea'

const SLIDES = 10

/** A slideshow of ten slides. `revision` changes the first slide, so that a save has something to write. */
export function tenSlides(revision: number) {
  return Array.from({ length: SLIDES }, (_slide, index) => ({
    id: idOf('slide', index),
    title: `slide ${index + 1}`,
    backgroundImage: null,
    textBoxes: [{ id: idOf('box', index), text: `${index === 0 ? revision : index}. open a window before you open your phone`, y: 90 }],
    imageBoxes: [],
  }))
}

function idOf(kind: 'slide' | 'box', index: number): string {
  return `00000000-0000-4000-8000-0000000${kind === 'slide' ? '1' : '2'}${String(index).padStart(4, '0')}`
}

/** A client address per user, as behind a proxy: anonymous requests are limited by address. */
export function addressOf(email: string): string {
  const number = [...email].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 16_000_000, 7)
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}
