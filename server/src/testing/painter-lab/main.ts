// Serves the painter without the product: the lab page, images, slides, and the same slides rendered by the server.
// node server/src/testing/painter-lab/main.ts --page FOLDER --assets FOLDER [--port N]
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { FORMATS, MAIN_FORMAT, slideSize } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { adtsFile } from '@ninesixteen/shared/sound/aac/adts'
import { encodeAac } from '@ninesixteen/shared/sound/testing/encode-aac'
import { PHOTO_CHANGES } from '@ninesixteen/shared/video/timeline'
import { Hono } from 'hono'
import { encodeJpeg, encodePng } from '../../rendering/encode-pixels.ts'
import { createRenderer, JPEG_QUALITY } from '../../rendering/renderer.ts'
import type { SlidePixels } from '../../rendering/slide-pixels.ts'
import type { SlideFiles } from '../../rendering/slide-input.ts'
import { videoPhoto } from './video-photos.ts'
import { generateImages } from './pictures.ts'
import { SLIDE_SETS } from './slides.ts'
import { LAB_FONT, makeLabFont } from './uploaded-font.ts'

const { values } = parseArgs({
  options: { page: { type: 'string' }, assets: { type: 'string' }, port: { type: 'string', default: '0' } },
})
const { page, assets } = values
if (page === undefined || assets === undefined) throw new Error('--page and --assets are needed')

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

const pictures = await generateImages()
pictures.set(LAB_FONT, Buffer.from(await makeLabFont()))
const files: SlideFiles = {
  loadCover: async (path) => pictures.get(path) ?? null,
  loadOriginal: async (path) => pictures.get(path) ?? null,
}
const renderer = createRenderer({ assetsDir: assets })
const TURN = { userId: 'lab' }

async function fileIn(folder: string, path: string): Promise<Response> {
  const name = normalize(path)
  if (name.startsWith('..')) return new Response(null, { status: 404 })
  try {
    const bytes = await readFile(join(folder, name))
    return new Response(bytes, { headers: { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' } })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Response(null, { status: 404 })
    throw error
  }
}

/** Milliseconds to render and encode a set of slides at the given concurrency, and to encode alone. */
async function measure(
  set: string,
  options: { concurrency: number; format: 'jpeg' | 'png' },
): Promise<{ whole: number; encoding: number; bytes: number }> {
  const slides = SLIDE_SETS[set] ?? []
  const run = async <T>(items: readonly T[], work: (item: T) => Promise<Buffer>): Promise<{ ms: number; bytes: number }> => {
    const queue = [...items]
    let bytes = 0
    const start = performance.now()
    const drain = async (): Promise<void> => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        const { length } = await work(item)
        bytes += length
      }
    }
    await Promise.all(Array.from({ length: options.concurrency }, drain))
    return { ms: performance.now() - start, bytes }
  }
  const whole = await run(slides, async (slide) => {
    const rendered = renderer.renderSlide(slide, files, TURN)
    return rendered[options.format]()
  })
  const drawn: SlidePixels[] = []
  for (const slide of slides) {
    const data = Uint8ClampedArray.from(await renderer.renderSlide(slide, files, TURN).rgba())
    drawn.push({ ...slideSize(slide), data })
  }
  const encoding = await run(drawn, (pixels) => (options.format === 'png' ? encodePng(pixels) : encodeJpeg(pixels, JPEG_QUALITY)))
  return { whole: whole.ms, encoding: encoding.ms, bytes: whole.bytes }
}

/** The compile cache of `npm start`. */
const COMPILED = join(import.meta.dirname, '../../../../.cache/compiled')

/** Measures a video of the server, of 34 photos or of ten slides with motion: milliseconds of each round and peak memory in bytes. */
async function measureVideo(rounds: string, kind: 'photos' | 'motion'): Promise<unknown> {
  const photos = await mkdtemp(join(tmpdir(), 'ninesixteen-video-'))
  try {
    for (let index = 0; index < PHOTO_CHANGES; index++) await writeFile(join(photos, `${index}.jpg`), await videoPhoto(index, 'cover'))
    const program = [
      '--expose-gc',
      '--max-semi-space-size=8',
      join(import.meta.dirname, 'measure-video.ts'),
      '--assets',
      String(assets),
      '--photos',
      photos,
      '--rounds',
      rounds,
      ...(kind === 'motion' ? ['--motion'] : []),
    ]
    // As `npm start` sets it.
    const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }
    const env = { ...process.env, ...memory, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILED }
    const { stdout } = await promisify(execFile)(process.execPath, program, { env })
    return JSON.parse(stdout)
  } finally {
    await rm(photos, { recursive: true, force: true })
  }
}

function formatOf(value: string | undefined): Format {
  return FORMATS.find((format) => format === value) ?? MAIN_FORMAT
}

/** A slide as a format shows it. */
function findSlide(set: string, index: string, format: Format): Slide | undefined {
  const slide = SLIDE_SETS[set]?.[Number(index)]
  return slide && inFormat(slide, format)
}

let track: Promise<Uint8Array<ArrayBuffer>> | null = null

/** Half a minute of a chord. */
function soundTrack(): Promise<Uint8Array<ArrayBuffer>> {
  const chord = (time: number): number => 0.2 * Math.sin(2 * Math.PI * 220 * time) + 0.1 * Math.sin(2 * Math.PI * 331 * time)
  const samples = Float32Array.from({ length: 30 * 48_000 }, (_, at) => chord(at / 48_000))
  track ??= encodeAac(samples, samples, 48_000).then(adtsFile)
  return track
}

const app = new Hono()
app.get('/slides/:set', (c) => c.json(SLIDE_SETS[c.req.param('set')] ?? []))
app.get('/pictures/video/:name{[0-9]+\\.jpg}', async (c) => {
  const variant = c.req.query('variant') === 'original' ? 'original' : 'cover'
  return c.body(Uint8Array.from(await videoPhoto(Number.parseInt(c.req.param('name'), 10), variant)))
})
app.get('/pictures/sound/track.aac', async (c) => c.body(await soundTrack()))
app.get('/pictures/:folder/:name', (c) => {
  const picture = pictures.get(`${c.req.param('folder')}/${c.req.param('name')}`)
  return picture ? c.body(Uint8Array.from(picture)) : c.notFound()
})
app.get('/server/:set/:index', async (c) => {
  const slide = findSlide(c.req.param('set'), c.req.param('index'), formatOf(c.req.query('format')))
  if (!slide) return c.notFound()
  const pixels = await renderer.renderSlide(slide, files, TURN).rgba()
  if (c.req.query('as') === 'hash') return c.text(createHash('sha256').update(pixels).digest('hex'))
  return c.body(Uint8Array.from(pixels))
})
app.get('/png/:set/:index', async (c) => {
  const slide = SLIDE_SETS[c.req.param('set')]?.[Number(c.req.param('index'))]
  if (!slide) return c.notFound()
  return c.body(Uint8Array.from(await renderer.renderSlide(slide, files, TURN).png()), 200, { 'content-type': 'image/png' })
})
app.get('/measure/video', async (c) =>
  c.json(await measureVideo(c.req.query('rounds') ?? '4', c.req.query('kind') === 'motion' ? 'motion' : 'photos')),
)
app.get('/measure/:set/:format', async (c) => {
  const format = c.req.param('format') === 'png' ? 'png' : 'jpeg'
  return c.json(await measure(c.req.param('set'), { concurrency: Number(c.req.query('concurrency') ?? 2), format }))
})
app.get('/painter/*', (c) => fileIn(assets, c.req.path.slice('/painter/'.length)))
app.get('/*', (c) => fileIn(page, c.req.path === '/' ? 'index.html' : c.req.path.slice(1)))

const server = serve({ fetch: app.fetch, port: Number(values.port), hostname: '127.0.0.1' }, (address) => {
  process.stdout.write(`painter lab ready on ${address.port}\n`)
})
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
})
