import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { buildSlide } from '@ninesixteen/server/testing/build-slide'
import { Caller, photo } from '@ninesixteen/server/testing/caller'
import { eventsOf } from '@ninesixteen/server/testing/event-stream'
import { addressOf, PASSWORD } from '../load/plan.ts'
import { newRecord, noteBroken, noteDone, noteRefused, type Record } from './record.ts'

/** A user's acknowledged writes. */
export interface Person {
  email: string
  caller: Caller
  project: { id: string; version: number; mark: string }
  /** Content of the last unacknowledged save; null when all were acknowledged. */
  unsaved: string | null
  uploads: { id: string; path: string }[]
  generated: { id: string; kept: number }[]
  sessions: Caller[]
}

/** How often each thing is done by all people together, in milliseconds between two of them. */
export interface Pace {
  edits: number
  signIns: number
  uploads: number
  generations: number
  /** Null where no page is built. */
  pages: number | null
}

export interface Crowd {
  people: Person[]
  record: Record
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

/** Between two tries of one thing, in milliseconds. */
const AGAIN_MS = 500
/** However often something is tried again: a fault that lasts longer than this is one of the drill's own findings. */
const MOST_MS = 180_000

/** People with an account and a slideshow each. */
export async function invitePeople(url: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = `drill-${number}@example.com`
    const caller = new Caller(url, { 'x-forwarded-for': addressOf(email) })
    const account = { email, password: PASSWORD, name: `Person ${number}` }
    const answer = await caller.call('POST', '/api/auth/sign-up/email', account)
    if (answer.status !== 200) throw new Error(`Sign-up: ${answer.status} ${JSON.stringify(answer.body)}`)
    const { id, version } = await caller.buildProject({ slides: [buildSlide('mark 0')] })
    people.push({ email, caller, project: { id, version, mark: 'mark 0' }, unsaved: null, uploads: [], generated: [], sessions: [caller] })
  }
  return people
}

/** Lets people work until they are stopped. Each thing that fails is tried again, as the page does, until it is acknowledged. */
export function beginWork(people: Person[], pace: Pace): Crowd {
  const record = newRecord()
  const stopping = new AbortController()
  const lane = async (between: number, act: (person: Person) => Promise<void>): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const person = people[turn % people.length]
      const begun = performance.now()
      if (person) await act(person)
      const left = Math.max(0, between - (performance.now() - begun))
      // Cut short by the end.
      await wait(left, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  // Separate users for each activity, so that one who waits for a response doesn't hold up the others.
  const lanes = [
    ...people.map((person) => lane(pace.edits * people.length, () => edit(person, record))),
    ...twice(() => lane(pace.signIns * 2, (person) => signIn(person, record))),
    ...twice(() => lane(pace.uploads * 2, (person) => upload(person, record))),
    ...twice(() => lane(pace.generations * 2, (person) => generate(person, record))),
    ...(pace.pages === null ? [] : [lane(pace.pages, (person) => openPage(person, record))]),
  ]
  return {
    people,
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
        noteDone(record, doing, begunAt)
        return body
      }
      noteRefused(record, { doing, begunAt }, { status, body })
    } catch (error) {
      noteBroken(record, { doing, begunAt }, error)
    }
    if (performance.now() - first > MOST_MS) return null
    await wait(AGAIN_MS)
  }
}

/** One save, sent again under the same name until it is taken. */
async function edit(person: Person, record: Record): Promise<void> {
  const { caller, project } = person
  const mark = `mark ${randomUUID()}`
  const save = { version: project.version, saveId: randomUUID(), slides: [buildSlide(mark)] }
  person.unsaved = mark
  const call = () => caller.call<{ version: number }>('PUT', `/api/v1/projects/${project.id}`, save)
  const saved = (await untilTaken({ doing: 'save', record, call })) as { version: number } | null
  if (!saved) return
  person.unsaved = null
  Object.assign(project, { version: saved.version, mark })
}

async function signIn(person: Person, record: Record): Promise<void> {
  const session = new Caller(person.caller.url, { 'x-forwarded-for': addressOf(person.email) })
  const call = () => session.call('POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
  if (await untilTaken({ doing: 'sign-in', record, call })) person.sessions.push(session)
}

async function upload(person: Person, record: Record): Promise<void> {
  const [id, bytes] = [randomUUID(), await photo()]
  const call = async () => {
    const answer = await person.caller.upload(bytes, { id })
    return { status: answer.status, body: await bodyOf(answer) }
  }
  const uploaded = (await untilTaken({ doing: 'upload', record, call })) as { filePath: string } | null
  if (uploaded) person.uploads.push({ id, path: uploaded.filePath })
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
}

/** The studio's page with the parts that it begins with, as a browser opens it. */
async function openPage({ caller }: Person, record: Record): Promise<void> {
  const doing = 'page'
  const begunAt = performance.now()
  try {
    const page = await caller.fetch('/content_studio', { headers: { accept: 'text/html' } })
    const html = await page.text()
    const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    // An earlier release runs here without its page.
    if (page.status === 404) return
    if (page.status !== 200) return noteRefused(record, { doing, begunAt }, { status: page.status, body: JSON.parse(html) })
    for (const part of parts) {
      const answer = await caller.fetch(part)
      const body = await bodyOf(answer)
      if (answer.status !== 200) return noteRefused(record, { doing: `part ${part}`, begunAt }, { status: answer.status, body })
    }
    record.done.set(doing, (record.done.get(doing) ?? 0) + 1)
  } catch (error) {
    noteBroken(record, { doing, begunAt }, error)
  }
}

/** A slideshow, followed to its end however often the stream breaks. */
async function generate({ caller, generated }: Person, record: Record): Promise<void> {
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
        noteRefused(record, { doing, begunAt }, { status: answer.status, body: await bodyOf(answer) })
        // A slideshow without slides is deleted, and the page says so by then.
        if (answer.status === 404) return
      } else {
        for await (const event of eventsOf(answer)) {
          if (event.type === 'project') projectId = event.projectId
          if (event.type === 'error') return noteRefused(record, { doing, begunAt }, { status: 503, body: { error: event } })
          if (event.type !== 'done') continue
          if (event.notice !== null) noteRefused(record, { doing, begunAt }, { status: 200, body: { error: { message: event.notice } } })
          generated.push({ id: event.projectId, kept: event.kept })
          return noteDone(record, doing, begunAt)
        }
      }
    } catch (error) {
      noteBroken(record, { doing, begunAt }, error)
    }
    await wait(AGAIN_MS)
  }
}
