import { Hono } from 'hono'
import { z } from 'zod'
import type { Control } from '../kit/control.ts'
import { httpFaultSchema } from '../kit/faults.ts'
import { loadSharp } from '../kit/images.ts'
import { seeded } from '../kit/random.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { drawImage } from '../tumblr/images/draw.ts'
import type { BlogImage, SceneName } from '../tumblr/images/image.ts'
import { synthesize } from './sounds.ts'

/** Faults of the next image: `small` has a tenth of its size, `endless` never ends, `redirect` leads elsewhere. */
const imageFaultSchema = z.union([
  z.strictObject({ kind: z.enum(['small', 'endless']) }),
  z.strictObject({ kind: z.literal('redirect'), to: z.string() }),
])

/** Faults of the next sound: `endless` never ends, `redirect` leads elsewhere, `text` is none. */
const soundFaultSchema = z.union([
  z.strictObject({ kind: z.enum(['endless', 'text']) }),
  z.strictObject({ kind: z.literal('redirect'), to: z.string() }),
])

const SIDE_MAX = 3000
const SECONDS_MAX = 60
/** Maximum cached images. */
const KEPT = 120
const CHUNK = new Uint8Array(256 * 1024)

/** The media host of all services, under `/stock-media`: draws or plays what a search named. */
export function createStockMedia(control: Control): Hono<RecordedEnv> {
  const drawn = new Map<string, Promise<Buffer>>()
  const refuse = (_c: unknown, fault: { kind: string; status?: number }) =>
    new Response('<h1>Error</h1>', { status: fault.status ?? (Number(fault.kind) || 500), headers: { 'content-type': 'text/html' } })
  const faults = control.faults('stock-image', imageFaultSchema)
  const soundFaults = control.faults('stock-sound', soundFaultSchema)

  const app = new Hono<RecordedEnv>()
  app.use(recorded({ control, provider: 'stock-media', faults: control.faults('stock-media', httpFaultSchema), refuse }))
  app.get('/:scene{[a-z]+}/:id{[0-9a-f]{32}}/:size{[0-9]+x[0-9]+\\.jpg}', async (c) => {
    const fault = faults.take()
    if (fault?.kind === 'redirect') return c.redirect(fault.to, 302)
    const { scene, id, size } = c.req.param()
    const [width = 0, height = 0] = size.replace('.jpg', '').split('x').map(Number)
    if (width < 1 || height < 1 || Math.max(width, height) > SIDE_MAX) return c.notFound()
    const scale = fault?.kind === 'small' ? 0.1 : 1
    const key = `${c.req.path} ${scale}`
    const wanted = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
    const picture = { name: id, scene: scene as SceneName, ...wanted, type: 'image/jpeg', extension: 'jpg' } as const
    const bytes = drawn.get(key) ?? drawTinted(picture, wanted)
    drawn.set(key, bytes)
    const [oldest] = drawn.keys()
    if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest)
    const headers = { 'content-type': 'image/jpeg', 'cache-control': 'max-age=31536000, immutable' }
    if (fault?.kind === 'endless') return new Response(endlessly(await bytes), { headers })
    return new Response(new Uint8Array(await bytes), { headers })
  })
  app.get('/music/:id{[0-9a-f]{32}}/:file{[0-9]+\\.wav}', (c) => {
    const fault = soundFaults.take()
    if (fault?.kind === 'redirect') return c.redirect(fault.to, 302)
    if (fault?.kind === 'text') return c.text('This file has moved.')
    const { id, file } = c.req.param()
    const seconds = Number.parseInt(file, 10)
    if (seconds < 1 || seconds > SECONDS_MAX) return c.notFound()
    const bytes = synthesize(id, seconds)
    const headers = { 'content-type': 'audio/wav', 'cache-control': 'max-age=31536000, immutable' }
    return new Response(fault?.kind === 'endless' ? endlessly(bytes) : new Uint8Array(bytes), { headers })
  })
  return app
}

/** A drawing in colors of the photo's own: there are fewer drawings than photos. */
async function drawTinted(picture: BlogImage, size: { width: number; height: number }): Promise<Buffer> {
  const random = seeded(`tint ${picture.name}`)
  const tint = { degrees: Math.round(random() * 70 - 35), saturation: 0.75 + random() * 0.4, brightness: 0.85 + random() * 0.2 }
  const sharp = await loadSharp()
  return sharp(await drawImage(picture, { name: 'stock', ...size }))
    .recomb(tintMatrix(tint))
    .jpeg({ quality: 84 })
    .toBuffer()
}

type Row = [red: number, green: number, blue: number]

/** Turns the hue around the grey axis. A matrix takes a tenth of the time of a conversion to another color space. */
function tintMatrix({ degrees, saturation, brightness }: Record<'degrees' | 'saturation' | 'brightness', number>): [Row, Row, Row] {
  const angle = (degrees * Math.PI) / 180
  const grey = (1 - Math.cos(angle)) / 3
  const turn = Math.sin(angle) / Math.sqrt(3)
  const row = (at: 0 | 1 | 2): Row => {
    const turned = [0, 1, 2].map((from) => {
      const side = (from - at + 3) % 3
      return grey + (side === 0 ? Math.cos(angle) : side === 1 ? -turn : turn)
    })
    return turned.map((part) => brightness * (saturation * part + (1 - saturation) / 3)) as Row
  }
  return [row(0), row(1), row(2)]
}

/** The beginning of an image, then bytes without end. */
function endlessly(bytes: Buffer): ReadableStream<Uint8Array> {
  let isBegun = false
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(isBegun ? CHUNK : new Uint8Array(bytes))
      isBegun = true
    },
  })
}
