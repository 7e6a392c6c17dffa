import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { costlyPictures, type CostlyPicture } from './costly-images.ts'
import { signUpMember } from './member.ts'
import { megabytes, peakOf } from './peak-memory.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { atMost, type BenchGate, type BenchTable } from './table.ts'

/** As many as an attack would send at once. */
const AT_ONCE = 20
/** Decoders without work are gone after this. */
const REST_MS = 12_000
const SLIDES_MAX = 35
/** One emoji of seven characters. */
const FAMILY = '👨‍👩‍👧‍👦'

interface Session {
  origin: string
  cookie: string
  person: string
}

const headersOf = ({ origin, cookie, person: user }: Session) => ({ origin, cookie, 'x-ninesixteen-user': user })

async function send(session: Session, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'image-box')
  form.set('file', new File([new Uint8Array(bytes)], 'picture'))
  const answer = await fetch(`${session.origin}/api/files`, { method: 'POST', headers: headersOf(session), body: form })
  const body = (await answer.json()) as { error?: { code: string } }
  return body.error ? `${answer.status} ${body.error.code}` : String(answer.status)
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** Does something again and again while other work lasts; the longest it took, in seconds. */
async function longestMeanwhile(work: Promise<unknown>, repeated: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  work.then(
    () => over.abort(),
    () => over.abort(),
  )
  let longest = 0
  do longest = Math.max(longest, await secondsOf(repeated))
  while (!over.signal.aborted)
  return longest
}

interface Attack {
  dataDir: string
  attacker: Session
  other: Session
  ordinary: Uint8Array
}

async function attackWith({ dataDir, attacker, other, ordinary }: Attack, { name, bytes }: CostlyPicture) {
  const single = await peakOf(dataDir, () => send(attacker, bytes))
  await wait(REST_MS)
  const many = await peakOf(dataDir, async () => {
    const all = Promise.all(Array.from({ length: AT_ONCE }, () => send(attacker, bytes)))
    const waited = await longestMeanwhile(all, () => send(other, ordinary))
    return { outcomes: new Set(await all), waited }
  })
  await wait(REST_MS)
  return { name, outcome: [...many.result.outcomes].join(), single, many, waited: many.result.waited }
}

async function call<T>(session: Session, path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', ...headersOf(session) }
  const answer = await fetch(session.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

function slideOf(textBoxes: object[]): object {
  return { id: randomUUID(), title: 'slide', textBoxes }
}

/** Forty boxes, each full of what takes longest to draw. */
const heavySlide = () =>
  slideOf(
    Array.from({ length: 40 }, (_, index) => ({ id: `t${index}`, text: FAMILY.repeat(150), x: 0, y: index * 10, width: 256, height: 60 })),
  )
const plainSlide = () => slideOf([{ id: 't', text: 'hello', x: 0, y: 100, width: 256, height: 60 }])

/** The address of the cover of a new project. */
async function coverOf(session: Session, slide: object): Promise<string> {
  const project = { title: 't', topic: 't', contentType: 'numbered-list', contentStyle: 'educational', companyId: null, slides: [slide] }
  const { id } = await call<{ id: string }>(session, '/api/v1/projects', project)
  const answer = await fetch(`${session.origin}/api/v1/projects`, { headers: { cookie: session.cookie } })
  const { projects } = (await answer.json()) as { projects: { id: string; coverUrl: string }[] }
  return projects.find((entry) => entry.id === id)?.coverUrl ?? ''
}

async function read({ origin, cookie }: Session, path: string): Promise<number> {
  const answer = await fetch(origin + path, { headers: { cookie } })
  await answer.arrayBuffer()
  return answer.status
}

/** Ten covers that are slow to render, and another user's cover meanwhile. */
async function heavyCovers({ dataDir, attacker, other }: Attack) {
  const heavy: string[] = []
  for (let cover = 0; cover < 10; cover++) heavy.push(await coverOf(attacker, heavySlide()))
  const plain = await coverOf(other, plainSlide())
  return peakOf(dataDir, async () => {
    const all = Promise.all(heavy.map((path) => read(attacker, path)))
    const waited = await secondsOf(() => read(other, plain))
    return { outcome: [...new Set(await all)].join(), waited }
  })
}

async function video(session: Session, request: object): Promise<string> {
  const headers = { 'content-type': 'application/json', ...headersOf(session) }
  const answer = await fetch(`${session.origin}/api/video`, { method: 'POST', headers, body: JSON.stringify(request) })
  let bytes = 0
  for await (const piece of answer.body ?? []) bytes += piece.length
  return answer.ok ? `${answer.status}, ${Math.round(bytes / 1e6)} MB` : String(answer.status)
}

/** Two users with the longest possible videos, and another user's short one meanwhile. */
async function longVideos({ dataDir, attacker, other }: Attack, accomplice: Session) {
  const photo = (text: string) => slideOf([{ id: 't', text, x: 0, y: 100, width: 256, height: 60 }])
  const slides = Array.from({ length: SLIDES_MAX }, (_, index) => photo(`slide ${index}`))
  const long = { slides, frames: slides.map(() => 600), crossFade: 18 }
  const short = { slides: slides.slice(0, 3), frames: [60, 60, 60], crossFade: 0 }
  return peakOf(dataDir, async () => {
    const all = Promise.all([video(attacker, long), video(accomplice, long)])
    await wait(1000)
    let outcome = ''
    const waited = await secondsOf(async () => (outcome = await video(other, short)))
    return { outcome: `${[...new Set(await all)].join()}; the other's ${outcome}`, waited }
  })
}

async function measure(product: RunningProduct): Promise<BenchTable> {
  const { origin, dataDir } = product
  const join = async (): Promise<Session> => ({ origin, ...(await signUpMember(product)) })
  const [attacker, other, accomplice] = [await join(), await join(), await join()]
  const pictures = await costlyPictures()
  const ordinary = pictures.at(-1)?.bytes ?? Buffer.alloc(0)
  const attack = { dataDir, attacker, other, ordinary }
  await wait(REST_MS)
  const rest = megabytes(dataDir)
  const alone = await secondsOf(() => send(other, ordinary))
  const rows: (string | number)[][] = [
    ['at rest', '', '', rest, '', '', ''],
    ['baseline: an upload of 12 megapixels alone', '201', alone, '', '', '', ''],
  ]
  const gates: BenchGate[] = []
  const keep = (name: string, peak: number, waited: number): void => {
    gates.push(atMost(`memory, ${name}`, { value: peak, limit: 512, unit: 'MB' }))
    gates.push(atMost(`another user waits, ${name}`, { value: waited, limit: 12, unit: 's' }))
  }
  for (const picture of pictures) {
    const { name, outcome, single, many, waited } = await attackWith(attack, picture)
    rows.push([name, outcome, single.seconds, single.peak, many.seconds, many.peak, waited])
    keep(name, many.peak, waited)
  }
  for (const [name, work] of [
    ['ten covers of 6000 families', () => heavyCovers(attack)],
    ['two videos of 35 slides that fade', () => longVideos(attack, accomplice)],
  ] as const) {
    const { result, seconds, peak } = await work()
    rows.push([name, result.outcome, '', '', seconds, peak, result.waited])
    keep(name, peak, result.waited)
    await wait(REST_MS)
  }
  return {
    title: `Costly images and videos: one, and ${AT_ONCE} at once of one user; memory of server, decoders and database (PSS)`,
    columns: ['what', 'answer', 'one: s', 'one: MB', `${AT_ONCE}: s`, `${AT_ONCE}: MB`, 'other user waits: s'],
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
