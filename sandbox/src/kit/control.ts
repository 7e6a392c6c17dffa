import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { CLOCK_AHEAD_MAX, createClock, type Clock } from './clock.ts'
import { createFaults, type FaultQueue } from './faults.ts'
import { createChaos, type Chaos } from './chaos.ts'

/** Names under which this machine reaches itself. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']

export function isOwnMachine(url: string): boolean {
  return OWN_NAMES.includes(new URL(url).hostname)
}

/** A recorded request of a provider, for tests. */
export interface LedgerEntry {
  id: number
  provider: string
  method: string
  path: string
  /** Empty where a provider takes nothing from it. */
  query: Record<string, string>
  /** The scheme and the last four characters only. */
  authorization: string | null
  body: unknown
  status: number | null
  /** Whether the caller hung up before the answer was whole. */
  aborted: boolean
}

export interface Ledger {
  open(entry: Omit<LedgerEntry, 'id' | 'query' | 'status' | 'aborted'> & { query?: Record<string, string> }): LedgerEntry
}

/** The ledger keeps this many requests. */
const LEDGER_SIZE = 500

/** Fault switches, clock and ledger of the whole sandbox, under `/_control`. Providers register what faults they know. */
export interface Control {
  /** Providers add switches of their own under `/_control/NAME`. */
  app: Hono
  ledger: Ledger
  clock: Clock
  chaos: Chaos
  /** Runs on a reset, when providers delete their state. */
  onReset(forget: () => void): void
  faults<Fault>(provider: string, schema: z.ZodType<Fault>): FaultQueue<Fault>
}

/** Masks a credential, but leaves enough to tell two apart. */
export function maskAuthorization(header: string | undefined): string | null {
  if (!header) return null
  const [scheme = '', secret] = header.split(' ')
  // Some services send a key alone.
  return secret === undefined ? `...${scheme.slice(-4)}` : `${scheme} ...${secret.slice(-4)}`
}

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** Accepts requests of programs only: web pages in the same browser can reach this port too, also under a name that they pointed here. */
const noPages: MiddlewareHandler = async (c, next) => {
  const { origin, 'sec-fetch-site': site, 'content-type': type } = c.req.header()
  // The control endpoints answer this machine only.
  if (origin !== undefined || site !== undefined || !isOwnMachine(c.req.url)) return c.json({ error: 'Web pages have no say here' }, 403)
  // Pages can send other types without a preflight; old browsers send no origin.
  if (['POST', 'PUT', 'PATCH'].includes(c.req.method) && !JSON_TYPE.test(type ?? ''))
    return c.json({ error: 'Orders are given as JSON' }, 415)
  return next()
}

export function createControl({ isChaotic }: { isChaotic: boolean }): Control {
  const faults = createFaults()
  const chaos = createChaos({ isOn: isChaotic })
  const entries: LedgerEntry[] = []
  let lastId = 0
  const app = new Hono()
  const clock = createClock()
  const forgetful: (() => void)[] = []
  app.use('/_control', noPages)
  app.use('/_control/*', noPages)

  app.get('/_control/clock', (c) => c.json({ now: clock.seconds(), ahead: clock.ahead() }))
  app.post('/_control/clock', async (c) => {
    const body = z
      .object({ advance: z.number().min(0).max(CLOCK_AHEAD_MAX) })
      .strict()
      .safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    clock.advance(body.data.advance)
    return c.json({ now: clock.seconds(), ahead: clock.ahead() })
  })
  app.route('/', faults.app)
  app.route('/', chaos.app)
  app.get('/_control/requests', (c) => {
    const provider = c.req.query('provider')
    return c.json({ requests: entries.filter((entry) => !provider || entry.provider === provider) })
  })
  app.delete('/_control', (c) => {
    entries.length = 0
    faults.clear()
    chaos.reset()
    clock.reset()
    for (const forget of forgetful) forget()
    return c.json({ cleared: true })
  })

  return {
    app,
    clock,
    chaos,
    onReset: (forget) => void forgetful.push(forget),
    ledger: {
      open(entry) {
        const opened: LedgerEntry = { query: {}, ...entry, id: (lastId += 1), status: null, aborted: false }
        entries.push(opened)
        if (entries.length > LEDGER_SIZE) entries.shift()
        return opened
      },
    },
    faults: (provider, schema) => faults.register(provider, schema),
  }
}
