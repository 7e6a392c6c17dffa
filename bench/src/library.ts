import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { largePhotos, smallImage } from './library-images.ts'
import { signUpMember } from './member.ts'
import { measureInBrowser } from './in-browser.ts'
import type { RunningProduct } from './product.ts'
import { atLeast, atMost, type BenchTable, quantile } from './table.ts'
import { FRAME_MS, scrollGaps, smoothest } from './scrolling.ts'

const LIBRARY = 5000
const LARGE_PHOTOS = 24
/** Milliseconds between the timed requests during uploads. */
const PROBE_MS = 25
const REQUESTS = 100
const SCROLLS = 4

async function timed(session: Session, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(session.origin + path, { headers: { cookie: session.cookie } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - startedAt
}

/** Times another request repeatedly. The returned function stops it and returns the times. */
function startProbe(session: Session): () => Promise<number[]> {
  const times: number[] = []
  const stop = new AbortController()
  const running = (async () => {
    while (!stop.signal.aborted) {
      times.push(await timed(session, '/api/v1/companies'))
      await wait(PROBE_MS)
    }
  })()
  return async () => {
    stop.abort()
    await running
    return times
  }
}

/** The baseline of uploads: a server that only writes the bytes to disk. */
async function baselineUploads(photos: readonly Uint8Array[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-control-'))
  const server = createServer((request, response) => {
    void (async () => {
      const file = await open(join(folder, randomUUID()), 'w')
      for await (const chunk of request) await file.write(chunk)
      await file.sync()
      await file.close()
      response.end('{}')
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { perSecond } = await uploadAll(
    { origin: `http://127.0.0.1:${port}`, cookie: '', userId: '' },
    photos.length,
    (index) => photos[index] ?? new Uint8Array(),
  )
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
  return perSecond
}

async function remove({ origin, cookie, userId }: Session, ids: string[]): Promise<void> {
  const headers = { 'content-type': 'application/json', origin, cookie, 'x-ninesixteen-user': userId }
  const response = await fetch(`${origin}/api/v1/media/delete`, { method: 'POST', headers, body: JSON.stringify({ ids }) })
  if (!response.ok) throw new Error(`Deleting: ${response.status}`)
}

async function repeat(session: Session, paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let request = 0; request < REQUESTS; request++) times.push(await timed(session, paths[request % paths.length] ?? ''))
  return times
}

async function scrolling(browser: Browser, { origin, cookie }: Session) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cookies = cookie
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url: origin }))
  await context.addCookies(cookies)
  const empty = await context.newPage()
  await empty.setContent('<body style="height:200000px;background:linear-gradient(#111,#999)"></body>')
  const page = await context.newPage()
  await page.goto(`${origin}/photo_library`)
  // The page displays this once all photos have loaded.
  await page.waitForFunction((total) => document.body.textContent.includes(`Select all ${total}`), LIBRARY)
  const scrolls: { ours: number[][]; baseline: number[][] } = { ours: [], baseline: [] }
  // Alternates both pages, so that other load on the machine affects both.
  for (let scroll = 0; scroll < SCROLLS; scroll++) {
    await empty.bringToFront()
    scrolls.baseline.push(await scrollGaps(empty))
    await page.bringToFront()
    scrolls.ours.push(await scrollGaps(page))
  }
  const drawn = await page.locator('li[data-photo]').count()
  await context.close()
  return { baseline: smoothest(scrolls.baseline), ours: smoothest(scrolls.ours), drawn }
}

async function measure(product: RunningProduct, browser: Browser): Promise<BenchTable> {
  const session = { origin: product.origin, ...(await signUpMember(product)) }
  const blank = await browser.newPage()
  const photos = await largePhotos(blank, LARGE_PHOTOS)
  await blank.close()
  const diskUploads = await baselineUploads(photos)
  const stop = startProbe(session)
  const large = await uploadAll(session, photos.length, (index) => photos[index] ?? new Uint8Array())
  const probeTimes = await stop()
  await remove(session, large.ids)
  const { total } = await (await fetch(`${product.origin}/api/v1/media/page`, { headers: { cookie: session.cookie } })).json()
  const small = await uploadAll(session, LIBRARY - total, smallImage)
  const pages = await repeat(session, ['/api/v1/media/page?limit=100'])
  const { items } = await (await fetch(`${product.origin}/api/v1/media/page?limit=100`, { headers: { cookie: session.cookie } })).json()
  const thumbnails = await repeat(
    session,
    items.map((item: { thumbnailUrl: string }) => item.thumbnailUrl),
  )
  const healthTimes = await repeat(session, ['/healthz'])
  const { baseline, ours, drawn } = await scrolling(browser, session)
  return {
    title: `The photo library: ${LARGE_PHOTOS} uploads of 12 megapixels, ${CONCURRENT_UPLOADS} at once; then ${LIBRARY} photos`,
    columns: ['what', 'p50 or value', 'p95 or longest', 'unit'],
    rows: [
      ['uploads of 12 megapixels', large.perSecond, '', 'a second'],
      ['baseline: the same bytes written to disk', diskUploads, '', 'a second'],
      ['another request meanwhile', quantile(probeTimes, 0.5), quantile(probeTimes, 0.95), 'ms'],
      ['uploads of 300 x 300', small.perSecond, '', 'a second'],
      ['page of 100 photos', quantile(pages, 0.5), quantile(pages, 0.95), 'ms'],
      ['thumbnail', quantile(thumbnails, 0.5), quantile(thumbnails, 0.95), 'ms'],
      ['baseline: a request that does nothing', quantile(healthTimes, 0.5), quantile(healthTimes, 0.95), 'ms'],
      [`scrolling ${LIBRARY} photos: p95 between frames`, ours.p95, ours.longest, 'ms'],
      ['baseline: scrolling an empty page', baseline.p95, baseline.longest, 'ms'],
      [`photos drawn at a time, of ${LIBRARY}`, drawn, '', ''],
    ],
    gates: [
      atLeast('uploads of 12 megapixels', { value: large.perSecond, limit: 4, unit: 'a second' }),
      atMost('another request meanwhile, p99', { value: quantile(probeTimes, 0.99), limit: 250, unit: 'ms' }),
      atMost('page of 100 photos, p95', { value: quantile(pages, 0.95), limit: 300, unit: 'ms' }),
      atMost('thumbnail, p95', { value: quantile(thumbnails, 0.95), limit: 30, unit: 'ms' }),
      // If even an empty page drops frames on this machine, the empty page is the limit.
      atMost('scrolling, p95 between frames', { value: ours.p95, limit: Math.max(FRAME_MS, baseline.p95), unit: 'ms' }),
    ],
  }
}

/** Uploading large photos, a library of thousands, and scrolling through it. */
export function run(): Promise<BenchTable> {
  return measureInBrowser(measure)
}

/** Number of concurrent uploads. */
export const CONCURRENT_UPLOADS = 4

export interface Session {
  origin: string
  cookie: string
  /** Id of the user, which requests with side effects must name. */
  userId: string
}

export interface UploadResult {
  perSecond: number
  ids: string[]
}

async function upload({ origin, cookie, userId }: Session, image: Uint8Array): Promise<string> {
  const form = new FormData()
  const id = randomUUID()
  form.set('purpose', 'media')
  form.set('id', id)
  form.set('file', new File([new Uint8Array(image)], `${id}.jpg`))
  const response = await fetch(`${origin}/api/files`, {
    method: 'POST',
    headers: { origin, cookie, 'x-ninesixteen-user': userId },
    body: form,
  })
  if (!response.ok) throw new Error(`Upload: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  return id
}

/** Uploads images concurrently. */
async function uploadAll(session: Session, count: number, image: (index: number) => Uint8Array): Promise<UploadResult> {
  const startedAt = performance.now()
  const ids: string[] = []
  let next = 0
  const uploadNext = async (): Promise<void> => {
    while (next < count) ids.push(await upload(session, image(next++)))
  }
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, uploadNext))
  return { perSecond: (count * 1000) / (performance.now() - startedAt), ids }
}
