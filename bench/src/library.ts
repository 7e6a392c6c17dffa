import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { largePhotos, smallPicture } from './library-images.ts'
import { signUpMember } from './member.ts'
import { measureInBrowser } from './in-browser.ts'
import type { RunningProduct } from './product.ts'
import { atLeast, atMost, type BenchTable, quantile } from './table.ts'
import { FRAME, scrollGaps, smoothest } from './scrolling.ts'

const LIBRARY = 5000
const LARGE_PHOTOS = 24
/** Between two of the other calls that are timed while photos are uploaded. */
const PROBE_MS = 25
const ASKED = 100
const SCROLLS = 4

async function timed(session: Session, path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(session.origin + path, { headers: { cookie: session.cookie } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
  return performance.now() - begun
}

/** Times another call again and again until told to stop. */
function probe(session: Session): () => Promise<number[]> {
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

/** The control of uploading: a server that only writes what arrives to the disk. */
async function controlUploads(photos: readonly Uint8Array[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-control-'))
  const server = createServer((request, response) => {
    void (async () => {
      const file = await open(join(folder, randomUUID()), 'w')
      for await (const piece of request) await file.write(piece)
      await file.sync()
      await file.close()
      response.end('{}')
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { perSecond } = await uploadAll(
    { origin: `http://127.0.0.1:${port}`, cookie: '', person: '' },
    photos.length,
    (index) => photos[index] ?? new Uint8Array(),
  )
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
  return perSecond
}

async function remove({ origin, cookie, person: user }: Session, ids: string[]): Promise<void> {
  const headers = { 'content-type': 'application/json', origin, cookie, 'x-ninesixteen-user': user }
  const answer = await fetch(`${origin}/api/v1/media/delete`, { method: 'POST', headers, body: JSON.stringify({ ids }) })
  if (!answer.ok) throw new Error(`Deleting: ${answer.status}`)
}

async function repeat(session: Session, paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let asked = 0; asked < ASKED; asked++) times.push(await timed(session, paths[asked % paths.length] ?? ''))
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
  // Said once all photos are there.
  await page.waitForFunction((total) => document.body.textContent.includes(`Select all ${total}`), LIBRARY)
  const scrolls: { ours: number[][]; control: number[][] } = { ours: [], control: [] }
  // In turns: a machine that is busy for a while is busy for both.
  for (let scroll = 0; scroll < SCROLLS; scroll++) {
    await empty.bringToFront()
    scrolls.control.push(await scrollGaps(empty))
    await page.bringToFront()
    scrolls.ours.push(await scrollGaps(page))
  }
  const drawn = await page.locator('li[data-photo]').count()
  await context.close()
  return { control: smoothest(scrolls.control), ours: smoothest(scrolls.ours), drawn }
}

async function measure(product: RunningProduct, browser: Browser): Promise<BenchTable> {
  const session = { origin: product.origin, ...(await signUpMember(product)) }
  const blank = await browser.newPage()
  const photos = await largePhotos(blank, LARGE_PHOTOS)
  await blank.close()
  const bare = await controlUploads(photos)
  const stop = probe(session)
  const large = await uploadAll(session, photos.length, (index) => photos[index] ?? new Uint8Array())
  const others = await stop()
  await remove(session, large.ids)
  const { total } = await (await fetch(`${product.origin}/api/v1/media/page`, { headers: { cookie: session.cookie } })).json()
  const small = await uploadAll(session, LIBRARY - total, smallPicture)
  const pages = await repeat(session, ['/api/v1/media/page?limit=100'])
  const { items } = await (await fetch(`${product.origin}/api/v1/media/page?limit=100`, { headers: { cookie: session.cookie } })).json()
  const thumbnails = await repeat(
    session,
    items.map((item: { thumbnailUrl: string }) => item.thumbnailUrl),
  )
  const nothing = await repeat(session, ['/healthz'])
  const { control, ours, drawn } = await scrolling(browser, session)
  return {
    title: `The photo library: ${LARGE_PHOTOS} uploads of 12 megapixels, ${AT_ONCE} at once; then ${LIBRARY} photos`,
    columns: ['what', 'p50 or value', 'p95 or longest', 'unit'],
    rows: [
      ['uploads of 12 megapixels', large.perSecond, '', 'a second'],
      ['baseline: the same bytes written to disk', bare, '', 'a second'],
      ['another request meanwhile', quantile(others, 0.5), quantile(others, 0.95), 'ms'],
      ['uploads of 300 x 300', small.perSecond, '', 'a second'],
      ['page of 100 photos', quantile(pages, 0.5), quantile(pages, 0.95), 'ms'],
      ['thumbnail', quantile(thumbnails, 0.5), quantile(thumbnails, 0.95), 'ms'],
      ['baseline: a request that does nothing', quantile(nothing, 0.5), quantile(nothing, 0.95), 'ms'],
      [`scrolling ${LIBRARY} photos: p95 between frames`, ours.p95, ours.longest, 'ms'],
      ['baseline: scrolling an empty page', control.p95, control.longest, 'ms'],
      [`photos drawn at a time, of ${LIBRARY}`, drawn, '', ''],
    ],
    gates: [
      atLeast('uploads of 12 megapixels', { value: large.perSecond, limit: 4, unit: 'a second' }),
      atMost('another request meanwhile, p99', { value: quantile(others, 0.99), limit: 250, unit: 'ms' }),
      atMost('page of 100 photos, p95', { value: quantile(pages, 0.95), limit: 300, unit: 'ms' }),
      atMost('thumbnail, p95', { value: quantile(thumbnails, 0.95), limit: 30, unit: 'ms' }),
      // A machine on which even an empty page drops pictures says nothing about this one: then the empty page is the bound.
      atMost('scrolling, p95 between frames', { value: ours.p95, limit: Math.max(FRAME, control.p95), unit: 'ms' }),
    ],
  }
}

/** Uploading large photos, a library of thousands, and scrolling through it. */
export function run(): Promise<BenchTable> {
  return measureInBrowser(measure)
}

/** Uploads under way at a time. */
export const AT_ONCE = 4

export interface Session {
  origin: string
  cookie: string
  /** Whom it is of: calls that change something name them. */
  person: string
}

export interface Sent {
  perSecond: number
  ids: string[]
}

async function upload({ origin, cookie, person }: Session, picture: Uint8Array): Promise<string> {
  const form = new FormData()
  const id = randomUUID()
  form.set('purpose', 'media')
  form.set('id', id)
  form.set('file', new File([new Uint8Array(picture)], `${id}.jpg`))
  const answer = await fetch(`${origin}/api/files`, {
    method: 'POST',
    headers: { origin, cookie, 'x-ninesixteen-user': person },
    body: form,
  })
  if (!answer.ok) throw new Error(`Upload: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return id
}

/** Sends pictures, several at a time. */
async function uploadAll(session: Session, count: number, picture: (index: number) => Uint8Array): Promise<Sent> {
  const begun = performance.now()
  const ids: string[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) ids.push(await upload(session, picture(next++)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { perSecond: (count * 1000) / (performance.now() - begun), ids }
}
