import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { buildSlide } from '@ninesixteen/server/testing/build-slide'
import { Caller, photo } from '@ninesixteen/server/testing/caller'
import { eventsOf } from '@ninesixteen/server/testing/event-stream'
import { addressOf, PASSWORD } from '../load/plan.ts'
import { newRecord, recordBroken, recordDone, recordRefused, type Record } from './record.ts'

/** A user's acknowledged writes. */
export interface BenchUser {
  email: string
  caller: Caller
  project: { id: string; version: number; mark: string }
  /** Content of the last unacknowledged save; null when all were acknowledged. */
  unsaved: string | null
  uploads: { id: string; path: string }[]
  generated: { id: string; kept: number }[]
  sessions: Caller[]
}

/** How often each thing is done by all users together, in milliseconds between two of them. */
export interface Pace {
  edits: number
  signIns: number
  uploads: number
  generations: number
  /** Null where no page is built. */
  pages: number | null
}

export interface Crowd {
  users: BenchUser[]
  record: Record
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

/** Between two tries of one thing, in milliseconds. */
const AGAIN_MS = 500
/** However often something is tried again: a fault that lasts longer than this is one of the drill's own findings. */
const MOST_MS = 180_000

/** Users with an account and a slideshow each. */
export async function inviteUsers(url: string, count: number): Promise<BenchUser[]> {
  const users: BenchUser[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = `drill-${number}@example.com`
    const caller = new Caller(url, { 'x-forwarded-for': addressOf(email) })
    const account = { email, password: PASSWORD, name: `Person ${number}` }
    const answer = await caller.call('POST', '/api/auth/sign-up/email', account)
    if (answer.status !== 200) throw new Error(`Sign-up: ${answer.status} ${JSON.stringify(answer.body)}`)
    const { id, version } = await caller.buildProject({ slides: [buildSlide('mark 0')] })
    users.push({ email, caller, project: { id, version, mark: 'mark 0' }, unsaved: null, uploads: [], generated: [], sessions: [caller] })
  }
  return users
}

/** Lets users work until they are stopped. Each thing that fails is tried again, as the page does, until it is acknowledged. */
export function beginWork(users: BenchUser[], pace: Pace): Crowd {
  const record = newRecord()
  const stopping = new AbortController()
  const lane = async (between: number, act: (user: BenchUser) => Promise<void>): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const user = users[turn % users.length]
      const begun = performance.now()
      if (user) await act(user)
      const left = Math.max(0, between - (performance.now() - begun))
      // Cut short by the end.
      await wait(left, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  // Separate users for each activity, so that one who waits for a response doesn't hold up the others.
  const lanes = [
    ...users.map((user) => lane(pace.edits * users.length, () => edit(user, record))),
    ...twice(() => lane(pace.signIns * 2, (user) => signIn(user, record))),
    ...twice(() => lane(pace.uploads * 2, (user) => upload(user, record))),
    ...twice(() => lane(pace.generations * 2, (user) => generate(user, record))),
    ...(pace.pages === null ? [] : [lane(pace.pages, (user) => openPage(user, record))]),
  ]
  return {
    users,
    record,
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}

const twice = <T>(make: () => T): T[] => [make(), make()]

interface Asked {
  doing: string
  record: Record
  call(): Promise<{ status: number; body: unknown }>
}

/** Asks until the answer is one of success, and gives it. */
async function untilTaken({ doing, record, call }: Asked): Promise<unknown> {
  const first = performance.now()
  for (;;) {
    const begunAt = performance.now()
    try {
      const { status, body } = await call()
      if (status < 300) {
        recordDone(record, doing, begunAt)
        return body
      }
      recordRefused(record, { doing, begunAt }, { status, body })
    } catch (error) {
      recordBroken(record, { doing, begunAt }, error)
    }
    if (performance.now() - first > MOST_MS) return null
    await wait(AGAIN_MS)
  }
}

/** One save, sent again under the same name until it is taken. */
async function edit(user: BenchUser, record: Record): Promise<void> {
  const { caller, project } = user
  const mark = `mark ${randomUUID()}`
  const save = { version: project.version, saveId: randomUUID(), slides: [buildSlide(mark)] }
  user.unsaved = mark
  const call = () => caller.call<{ version: number }>('PUT', `/api/v1/projects/${project.id}`, save)
  const saved = (await untilTaken({ doing: 'save', record, call })) as { version: number } | null
  if (!saved) return
  user.unsaved = null
  Object.assign(project, { version: saved.version, mark })
}

async function signIn(user: BenchUser, record: Record): Promise<void> {
  const session = new Caller(user.caller.url, { 'x-forwarded-for': addressOf(user.email) })
  const call = () => session.call('POST', '/api/auth/sign-in/email', { email: user.email, password: PASSWORD })
  if (await untilTaken({ doing: 'sign-in', record, call })) user.sessions.push(session)
}

async function upload(user: BenchUser, record: Record): Promise<void> {
  const [id, bytes] = [randomUUID(), await photo()]
  const call = async () => {
    const answer = await user.caller.upload(bytes, { id })
    return { status: answer.status, body: await bodyOf(answer) }
  }
  const uploaded = (await untilTaken({ doing: 'upload', record, call })) as { filePath: string } | null
  if (uploaded) user.uploads.push({ id, path: uploaded.filePath })
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
}

/** The studio's page with the parts that it begins with, as a browser opens it. */
async function openPage({ caller }: BenchUser, record: Record): Promise<void> {
  const doing = 'page'
  const begunAt = performance.now()
  try {
    const page = await caller.fetch('/content_studio', { headers: { accept: 'text/html' } })
    const html = await page.text()
    const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    // An earlier release runs here without its page.
    if (page.status === 404) return
    if (page.status !== 200) return recordRefused(record, { doing, begunAt }, { status: page.status, body: JSON.parse(html) })
    for (const part of parts) {
      const answer = await caller.fetch(part)
      const body = await bodyOf(answer)
      if (answer.status !== 200) return recordRefused(record, { doing: `part ${part}`, begunAt }, { status: answer.status, body })
    }
    record.done.set(doing, (record.done.get(doing) ?? 0) + 1)
  } catch (error) {
    recordBroken(record, { doing, begunAt }, error)
  }
}

/** A slideshow, followed to its end however often the stream breaks. */
async function generate({ caller, generated }: BenchUser, record: Record): Promise<void> {
  const doing = 'generation'
  const first = performance.now()
  const order = { topic: '5 morning habits', contentType: 'numbered-list' }
  const headers = { 'content-type': 'application/json' }
  let projectId: string | null = null
  while (performance.now() - first < MOST_MS) {
    const begunAt = performance.now()
    try {
      const answer: Response = projectId
        ? await caller.fetch(`/api/generate/${projectId}/events`)
        : await caller.fetch('/api/generate', { method: 'POST', body: JSON.stringify(order), headers })
      if (answer.status !== 200) {
        recordRefused(record, { doing, begunAt }, { status: answer.status, body: await bodyOf(answer) })
        // A slideshow without slides is deleted, and the page says so by then.
        if (answer.status === 404) return
      } else {
        for await (const event of eventsOf(answer)) {
          if (event.type === 'project') projectId = event.projectId
          if (event.type === 'error') return recordRefused(record, { doing, begunAt }, { status: 503, body: { error: event } })
          if (event.type !== 'done') continue
          if (event.notice !== null) recordRefused(record, { doing, begunAt }, { status: 200, body: { error: { message: event.notice } } })
          generated.push({ id: event.projectId, kept: event.kept })
          return recordDone(record, doing, begunAt)
        }
      }
    } catch (error) {
      recordBroken(record, { doing, begunAt }, error)
    }
    await wait(AGAIN_MS)
  }
}
