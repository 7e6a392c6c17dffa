import { Hono } from 'hono'
import { z } from 'zod'
import { seeded, type Random } from './random.ts'

/** Limits the fault to requests whose path contains this. */
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
  /** A wrong answer. */
  z.strictObject({
    kind: z.enum(['refusal', 'filter', 'fenced', 'bare-array', 'invalid-json', 'null-content', 'no-choices', 'not-json-body', 'length']),
  }),
  z.strictObject({ kind: z.literal('slow'), ms }),
  /** Streams part of the content, then hangs up, falls silent, or sends an error within the stream. */
  z.strictObject({ kind: z.enum(['cut', 'stall', 'mid-stream-error']), afterChars }),
  /** Streams part of the content, then waits for a release. Without streaming, the whole response waits. */
  z.strictObject({ kind: z.literal('hold'), afterChars: z.number().int().min(1).default(200) }),
  /** Answers with exactly this content. */
  z.strictObject({ kind: z.literal('content'), content: z.string() }),
])
export type OpenaiFault = z.infer<typeof openaiFaultSchema>

/** Faults of one provider: requested ones are used once each, in order; random ones hit a share of all requests. */
export interface FaultQueue<Fault> {
  /** The next fault; with a condition, the first that meets it. */
  take(isMeant?: (fault: Fault) => boolean): Fault | undefined
}

interface Provider {
  schema: z.ZodType
  queue: unknown[]
  /** How many requests of all meet which fault; the rates add up to one at most. */
  chances: { rate: number; fault: unknown }[]
  random: Random
}

const nextSchema = z.strictObject({ provider: z.string(), next: z.array(z.unknown()).max(100) })
const chancesSchema = z.strictObject({
  provider: z.string(),
  /** The same seed gives the same faults to the same requests. */
  seed: z.string().default(''),
  faults: z.array(z.strictObject({ rate: z.number().min(0).max(1), fault: z.unknown() })).max(50),
})

export interface Faults {
  app: Hono
  register<Fault>(provider: string, schema: z.ZodType<Fault>): FaultQueue<Fault>
  clear(): void
}

/** `POST /_control/faults` for the next requests, `PUT /_control/chances` for a share of all from then on. */
export function createFaults(): Faults {
  const providers = new Map<string, Provider>()
  const app = new Hono()

  app.post('/_control/faults', async (c) => {
    const body = nextSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const known = providers.get(body.data.provider)
    if (!known) return c.json({ error: `No provider ${body.data.provider}` }, 404)
    const faults = z.array(known.schema).safeParse(body.data.next)
    if (!faults.success) return c.json({ error: z.prettifyError(faults.error) }, 400)
    known.queue.push(...faults.data)
    return c.json({ waiting: known.queue.length })
  })

  app.put('/_control/chances', async (c) => {
    const body = chancesSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { provider, seed, faults } = body.data
    const known = providers.get(provider)
    if (!known) return c.json({ error: `No provider ${provider}` }, 404)
    const checked = z.array(known.schema).safeParse(faults.map(({ fault }) => fault))
    if (!checked.success) return c.json({ error: z.prettifyError(checked.error) }, 400)
    if (faults.reduce((sum, { rate }) => sum + rate, 0) > 1) return c.json({ error: 'The rates add up to more than one' }, 400)
    known.chances = checked.data.map((fault, at) => ({ fault, rate: faults[at]?.rate ?? 0 }))
    known.random = seeded(seed)
    return c.json({ faults: known.chances.length })
  })

  return {
    app,
    register<Fault>(provider: string, schema: z.ZodType<Fault>): FaultQueue<Fault> {
      const queue: Fault[] = []
      const known: Provider = { schema, queue, chances: [], random: seeded('') }
      providers.set(provider, known)
      return {
        take(isMeant = () => true) {
          const at = queue.findIndex(isMeant)
          if (at >= 0) return queue.splice(at, 1)[0]
          // A fault parsed by this schema has its type.
          const drawn = draw(known) as Fault | undefined
          return drawn !== undefined && isMeant(drawn) ? drawn : undefined
        },
      }
    },
    clear() {
      for (const known of providers.values()) {
        known.queue.length = 0
        known.chances = []
      }
    },
  }
}

function draw({ chances, random }: Provider): unknown {
  if (chances.length === 0) return undefined
  let left = random()
  return chances.find(({ rate }) => (left -= rate) < 0)?.fault
}
