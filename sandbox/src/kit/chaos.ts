import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpFault } from './faults.ts'
import { seeded, type Random } from './random.ts'

/** Share of posting requests that each fault hits. */
const MISHAPS = {
  /** Refused, nothing is done. */
  '500': 0.05,
  '429': 0.05,
  /** Done, and answered with 504. */
  gateway: 0.03,
  /** Done, and half of the answer comes, or none. */
  cut: 0.01,
  lost: 0.01,
  /** Stalled: processed in the end, or at once with a late response. The caller may have hung up. */
  slow: 0.01,
  late: 0.01,
} as const
type Mishap = keyof typeof MISHAPS

/** Shares of events that are sent twice, and of files that are fetched twice or late. */
const DOUBLED = 0.1
const PULLED_AGAIN = 0.05
const PULLED_LATE = 0.05
/** Share of containers that come out a while after their publish call was answered. */
const PUBLISHED_LATE = 0.05
const LATE_PUBLISH_MS = 1500
/** Events are held back up to this long, in milliseconds, so that they arrive in any order. */
const HELD_BACK_MS = 400
const LATE_PULL_MS = 1500

const settingsSchema = z.union([
  z.strictObject({ off: z.literal(true) }),
  z.strictObject({
    /** The same seed gives the same faults to the same sequence of requests. */
    seed: z.string().default(''),
    /** All shares are multiplied by it. */
    scale: z.number().min(0).max(4).default(1),
    retryAfterSeconds: z.number().int().min(0).max(600).default(1),
    stallMs: z.number().int().min(0).max(600_000).default(30_000),
  }),
])
type ChaosSettings = Exclude<z.infer<typeof settingsSchema>, { off: true }>

/** Random streams, so that requests of one kind don't change the faults of another. */
type Stream = 'tiktok' | 'tiktok-upload' | 'tumblr' | 'instagram' | 'threads' | 'events' | 'pulls' | 'publishes'

export interface ChaosState {
  on: boolean
  scale: number
  seed: string
  /** Calls of posting since it was switched on, and what they met. */
  calls: number
  met: Record<Mishap, number>
}

export interface Chaos {
  app: Hono
  state(): ChaosState
  /** The fault for a posting request, if any. */
  draw(stream: Stream): HttpFault | undefined
  /** How long each sending of an event is held back, in milliseconds; more than one sends it more than once. */
  sendings(): number[]
  /** How a file is fetched. */
  pull(): { waitMs: number; isTwice: boolean }
  /** How long after its publish call a container comes out, in milliseconds. */
  publishDelay(): number
  reset(): void
}

/** Chaos mode: platforms with injected faults, by one switch. Doesn't affect sign-in. */
export function createChaos({ isOn }: { isOn: boolean }): Chaos {
  const usual: ChaosSettings | null = isOn ? { seed: '', scale: 1, retryAfterSeconds: 1, stallMs: 30_000 } : null
  let settings = usual
  let streams = new Map<Stream, Random>()
  let calls = 0
  let met = noneMet()
  const start = (next: ChaosSettings | null) => {
    settings = next
    streams = new Map()
    calls = 0
    met = noneMet()
  }
  const chance = (stream: Stream): number => {
    const random = streams.get(stream) ?? seeded(`${settings?.seed} ${stream}`)
    streams.set(stream, random)
    return random()
  }
  const isDrawn = (stream: Stream, share: number) => chance(stream) < share * (settings?.scale ?? 0)
  const state = (): ChaosState => ({
    on: settings !== null,
    scale: settings?.scale ?? 0,
    seed: settings?.seed ?? '',
    calls,
    met: { ...met },
  })
  const app = new Hono()
  app.get('/_control/unkind', (c) => c.json(state()))
  app.put('/_control/unkind', async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    start('off' in body.data ? null : body.data)
    return c.json(state())
  })

  return {
    app,
    state,
    draw(stream) {
      if (!settings) return undefined
      calls += 1
      const kind = mishap(chance(stream), settings.scale)
      if (!kind) return undefined
      met[kind] += 1
      return faultOf(kind, settings)
    },
    sendings() {
      if (!settings) return [0]
      const times = isDrawn('events', DOUBLED) ? 2 : 1
      return Array.from({ length: times }, () => Math.floor(chance('events') * HELD_BACK_MS))
    },
    pull() {
      if (!settings) return { waitMs: 0, isTwice: false }
      const waitMs = isDrawn('pulls', PULLED_LATE) ? Math.floor(chance('pulls') * LATE_PULL_MS) : 0
      return { waitMs, isTwice: isDrawn('pulls', PULLED_AGAIN) }
    },
    publishDelay: () => (isDrawn('publishes', PUBLISHED_LATE) ? Math.floor(chance('publishes') * LATE_PUBLISH_MS) : 0),
    reset: () => start(usual),
  }
}

function mishap(drawn: number, scale: number): Mishap | undefined {
  let left = drawn
  // The keys of the table are its mishaps.
  return (Object.keys(MISHAPS) as Mishap[]).find((kind) => (left -= MISHAPS[kind] * scale) < 0)
}

function faultOf(kind: Mishap, { retryAfterSeconds, stallMs }: ChaosSettings): HttpFault {
  switch (kind) {
    case '429':
      return { kind, retryAfter: retryAfterSeconds }
    case 'slow':
    case 'late':
      return { kind, ms: stallMs }
    default:
      return { kind }
  }
}

function noneMet(): Record<Mishap, number> {
  return { '500': 0, '429': 0, gateway: 0, cut: 0, lost: 0, slow: 0, late: 0 }
}
