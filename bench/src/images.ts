import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createCostlyImages, type CostlyImage } from './costly-images.ts'
import { signUpMember } from './member.ts'
import { megabytes, peakOf } from './peak-memory.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { atMost, type BenchGate, type BenchTable } from './table.ts'

/** Concurrent uploads of an attack. */
const CONCURRENT_UPLOADS = 20
/** Idle decoders exit after this time. */
const IDLE_MS = 12_000
const SLIDES_MAX = 35
/** One emoji of seven characters. */
const FAMILY = '👨‍👩‍👧‍👦'

interface Session {
  origin: string
  cookie: string
  userId: string
}

const headersOf = ({ origin, cookie, userId }: Session) => ({ origin, cookie, 'x-ninesixteen-user': userId })

async function upload(session: Session, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'image-box')
  form.set('file', new File([new Uint8Array(bytes)], 'picture'))
  const response = await fetch(`${session.origin}/api/files`, { method: 'POST', headers: headersOf(session), body: form })
  const body = (await response.json()) as { error?: { code: string } }
  return body.error ? `${response.status} ${body.error.code}` : String(response.status)
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** Repeats an action while other work runs. Returns its longest duration in seconds. */
async function longestDuring(work: Promise<unknown>, repeat: () => Promise<unknown>): Promise<number> {
  const done = new AbortController()
  work.then(
    () => done.abort(),
    () => done.abort(),
  )
  let longest = 0
  do longest = Math.max(longest, await secondsOf(repeat))
  while (!done.signal.aborted)
  return longest
}

interface Attack {
  dataDir: string
  attacker: Session
  other: Session
  ordinary: Uint8Array
}

async function attackWith({ dataDir, attacker, other, ordinary }: Attack, { name, bytes }: CostlyImage) {
  const one = await peakOf(dataDir, () => upload(attacker, bytes))
  await wait(IDLE_MS)
  const many = await peakOf(dataDir, async () => {
    const uploads = Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, () => upload(attacker, bytes)))
    const waited = await longestDuring(uploads, () => upload(other, ordinary))
    return { outcomes: new Set(await uploads), waited }
  })
  await wait(IDLE_MS)
  return { name, outcome: [...many.result.outcomes].join(), one, many, waited: many.result.waited }
}

async function post<T>(session: Session, path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', ...headersOf(session) }
  const response = await fetch(session.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

function slideOf(textBoxes: object[]): object {
  return { id: randomUUID(), title: 'slide', textBoxes }
}

/** Forty boxes, each full of the emoji that is slowest to draw. */
const heavySlide = () =>
  slideOf(
    Array.from({ length: 40 }, (_, index) => ({ id: `t${index}`, text: FAMILY.repeat(150), x: 0, y: index * 10, width: 256, height: 60 })),
  )
const plainSlide = () => slideOf([{ id: 't', text: 'hello', x: 0, y: 100, width: 256, height: 60 }])

/** Creates a project and returns the URL of its cover. */
async function coverOf(session: Session, slide: object): Promise<string> {
  const project = { title: 't', topic: 't', contentType: 'numbered-list', contentStyle: 'educational', companyId: null, slides: [slide] }
  const { id } = await post<{ id: string }>(session, '/api/v1/projects', project)
  const response = await fetch(`${session.origin}/api/v1/projects`, { headers: { cookie: session.cookie } })
  const { projects } = (await response.json()) as { projects: { id: string; coverUrl: string }[] }
  return projects.find((entry) => entry.id === id)?.coverUrl ?? ''
}

async function fetchCover({ origin, cookie }: Session, path: string): Promise<number> {
  const response = await fetch(origin + path, { headers: { cookie } })
  await response.arrayBuffer()
  return response.status
}

/** Renders ten slow covers and, during that, another user's cover. */
async function heavyCovers({ dataDir, attacker, other }: Attack) {
  const heavy: string[] = []
  for (let cover = 0; cover < 10; cover++) heavy.push(await coverOf(attacker, heavySlide()))
  const plain = await coverOf(other, plainSlide())
  return peakOf(dataDir, async () => {
    const all = Promise.all(heavy.map((path) => fetchCover(attacker, path)))
    const waited = await secondsOf(() => fetchCover(other, plain))
    return { outcome: [...new Set(await all)].join(), waited }
  })
}

async function requestVideo(session: Session, request: object): Promise<string> {
  const headers = { 'content-type': 'application/json', ...headersOf(session) }
  const response = await fetch(`${session.origin}/api/video`, { method: 'POST', headers, body: JSON.stringify(request) })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return response.ok ? `${response.status}, ${Math.round(bytes / 1e6)} MB` : String(response.status)
}

/** Renders the longest possible videos of two users and, during that, another user's short one. */
async function longVideos({ dataDir, attacker, other }: Attack, accomplice: Session) {
  const photo = (text: string) => slideOf([{ id: 't', text, x: 0, y: 100, width: 256, height: 60 }])
  const slides = Array.from({ length: SLIDES_MAX }, (_, index) => photo(`slide ${index}`))
  const long = { slides, frames: slides.map(() => 600), crossFade: 18 }
  const short = { slides: slides.slice(0, 3), frames: [60, 60, 60], crossFade: 0 }
  return peakOf(dataDir, async () => {
    const all = Promise.all([requestVideo(attacker, long), requestVideo(accomplice, long)])
    await wait(1000)
    let outcome = ''
    const waited = await secondsOf(async () => (outcome = await requestVideo(other, short)))
    return { outcome: `${[...new Set(await all)].join()}; the other's ${outcome}`, waited }
  })
}

async function measure(product: RunningProduct): Promise<BenchTable> {
  const { origin, dataDir } = product
  const signUp = async (): Promise<Session> => ({ origin, ...(await signUpMember(product)) })
  const [attacker, other, accomplice] = [await signUp(), await signUp(), await signUp()]
  const images = await createCostlyImages()
  const ordinary = images.at(-1)?.bytes ?? Buffer.alloc(0)
  const attack = { dataDir, attacker, other, ordinary }
  await wait(IDLE_MS)
  const idleMegabytes = megabytes(dataDir)
  const baselineSeconds = await secondsOf(() => upload(other, ordinary))
  const rows: (string | number)[][] = [
    ['at rest', '', '', idleMegabytes, '', '', ''],
    ['baseline: an upload of 12 megapixels alone', '201', baselineSeconds, '', '', '', ''],
  ]
  const gates: BenchGate[] = []
  const addGates = (name: string, peak: number, waited: number): void => {
    gates.push(atMost(`memory, ${name}`, { value: peak, limit: 512, unit: 'MB' }))
    gates.push(atMost(`another user waits, ${name}`, { value: waited, limit: 12, unit: 's' }))
  }
  for (const image of images) {
    const { name, outcome, one, many, waited } = await attackWith(attack, image)
    rows.push([name, outcome, one.seconds, one.peak, many.seconds, many.peak, waited])
    addGates(name, many.peak, waited)
  }
  for (const [name, work] of [
    ['ten covers of 6000 families', () => heavyCovers(attack)],
    ['two videos of 35 slides that fade', () => longVideos(attack, accomplice)],
  ] as const) {
    const { result, seconds, peak } = await work()
    rows.push([name, result.outcome, '', '', seconds, peak, result.waited])
    addGates(name, peak, result.waited)
    await wait(IDLE_MS)
  }
  return {
    title: `Costly images and videos: one, and ${CONCURRENT_UPLOADS} at once of one user; memory of server, decoders and database (PSS)`,
    columns: ['what', 'answer', 'one: s', 'one: MB', `${CONCURRENT_UPLOADS}: s`, `${CONCURRENT_UPLOADS}: MB`, 'other user waits: s'],
    rows,
    gates,
  }
}

/** The cost of attackers, and their effect on other users. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct()
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
