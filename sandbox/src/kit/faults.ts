import { Hono } from 'hono'
import { z } from 'zod'
import { seeded, type Random } from './random.ts'

/** Faults of one provider: those asked for are used once each, in order; the others meet requests by chance. */
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
