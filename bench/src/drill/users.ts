import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { buildSlide } from '@ninesixteen/server/testing/build-slide'
import { Caller, photo } from '@ninesixteen/server/testing/caller'
import { eventsOf } from '@ninesixteen/server/testing/event-stream'
import { addressOf, PASSWORD } from '../load/plan.ts'
import { createRecord, recordConnectionError, recordDone, recordErrorResponse, type Record } from './record.ts'

/** A user's acknowledged writes. */
export interface BenchUser {
  email: string
  caller: Caller
  project: { id: string; version: number; mark: string }
  /** Content of the last unacknowledged save; null when all were acknowledged. */
  unsaved: string | null
  uploads: { id: string; path: string }[]
  generated: { id: string; savedSlides: number }[]
  sessions: Caller[]
}

/** Milliseconds between two actions of a kind, over all users. */
export interface Pace {
  edits: number
  signIns: number
  uploads: number
  generations: number
  /** Null if the page is not built. */
  pages: number | null
}

export interface Workload {
  users: BenchUser[]
  record: Record
  /** Starts no more actions, and waits for pending ones. */
  stop(): Promise<void>
}

/** Milliseconds between two attempts of an action. */
const RETRY_MS = 500
/** Milliseconds until an action gives up. A longer outage is a finding of the drill. */
const TIMEOUT_MS = 180_000

/** Signs up users, each with a slideshow. */
export async function signUpUsers(url: string, count: number): Promise<BenchUser[]> {
  const users: BenchUser[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = `drill-${number}@example.com`
    const caller = new Caller(url, { 'x-forwarded-for': addressOf(email) })
    const account = { email, password: PASSWORD, name: `Person ${number}` }
    const response = await caller.call('POST', '/api/auth/sign-up/email', account)
    if (response.status !== 200) throw new Error(`Sign-up: ${response.status} ${JSON.stringify(response.body)}`)
    const { id, version } = await caller.buildProject({ slides: [buildSlide('mark 0')] })
    users.push({ email, caller, project: { id, version, mark: 'mark 0' }, unsaved: null, uploads: [], generated: [], sessions: [caller] })
  }
  return users
}

/** Runs users' activities until they are stopped. Failed actions are retried, as by the page, until they are acknowledged. */
export function startWork(users: BenchUser[], pace: Pace): Workload {
  const record = createRecord()
  const stopping = new AbortController()
  const repeat = async (intervalMs: number, act: (user: BenchUser) => Promise<void>): Promise<void> => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const user = users[round % users.length]
      const startedAt = performance.now()
      if (user) await act(user)
      const remainingMs = Math.max(0, intervalMs - (performance.now() - startedAt))
      // `stop` interrupts the wait.
      await wait(remainingMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  // Separate users for each activity, so that one who waits for a response doesn't hold up the others.
  const activities = [
    ...users.map((user) => repeat(pace.edits * users.length, () => edit(user, record))),
    ...twice(() => repeat(pace.signIns * 2, (user) => signIn(user, record))),
    ...twice(() => repeat(pace.uploads * 2, (user) => upload(user, record))),
    ...twice(() => repeat(pace.generations * 2, (user) => generate(user, record))),
    ...(pace.pages === null ? [] : [repeat(pace.pages, (user) => openPage(user, record))]),
  ]
  return {
    users,
    record,
    async stop() {
      stopping.abort()
      await Promise.all(activities)
    },
  }
}

const twice = <T>(make: () => T): T[] => [make(), make()]

interface RetriedAction {
  action: string
  record: Record
  send(): Promise<{ status: number; body: unknown }>
}

/** Sends a request until it succeeds, and returns the body. Records errors. */
async function retryUntilAcknowledged({ action, record, send }: RetriedAction): Promise<unknown> {
  const firstAttemptAt = performance.now()
  for (;;) {
    const startedAt = performance.now()
    try {
      const { status, body } = await send()
      if (status < 300) {
        recordDone(record, action, startedAt)
        return body
      }
      recordErrorResponse(record, { action, startedAt }, { status, body })
    } catch (error) {
      recordConnectionError(record, { action, startedAt }, error)
    }
    if (performance.now() - firstAttemptAt > TIMEOUT_MS) return null
    await wait(RETRY_MS)
  }
}

/** A save, retried with the same id until it is acknowledged. */
async function edit(user: BenchUser, record: Record): Promise<void> {
  const { caller, project } = user
  const mark = `mark ${randomUUID()}`
  const save = { version: project.version, saveId: randomUUID(), slides: [buildSlide(mark)] }
  user.unsaved = mark
  const send = () => caller.call<{ version: number }>('PUT', `/api/v1/projects/${project.id}`, save)
  const saved = (await retryUntilAcknowledged({ action: 'save', record, send })) as { version: number } | null
  if (!saved) return
  user.unsaved = null
  Object.assign(project, { version: saved.version, mark })
}

async function signIn(user: BenchUser, record: Record): Promise<void> {
  const session = new Caller(user.caller.url, { 'x-forwarded-for': addressOf(user.email) })
  const send = () => session.call('POST', '/api/auth/sign-in/email', { email: user.email, password: PASSWORD })
  if (await retryUntilAcknowledged({ action: 'sign-in', record, send })) user.sessions.push(session)
}

async function upload(user: BenchUser, record: Record): Promise<void> {
  const [id, bytes] = [randomUUID(), await photo()]
  const send = async () => {
    const response = await user.caller.upload(bytes, { id })
    return { status: response.status, body: await bodyOf(response) }
  }
  const uploaded = (await retryUntilAcknowledged({ action: 'upload', record, send })) as { filePath: string } | null
  if (uploaded) user.uploads.push({ id, path: uploaded.filePath })
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
}

/** Loads the studio's page with its initial assets, like a browser. */
async function openPage({ caller }: BenchUser, record: Record): Promise<void> {
  const action = 'page'
  const startedAt = performance.now()
  try {
    const page = await caller.fetch('/content_studio', { headers: { accept: 'text/html' } })
    const html = await page.text()
    const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    // The earlier release runs without a built page.
    if (page.status === 404) return
    if (page.status !== 200) return recordErrorResponse(record, { action, startedAt }, { status: page.status, body: JSON.parse(html) })
    for (const asset of assets) {
      const response = await caller.fetch(asset)
      const body = await bodyOf(response)
      if (response.status !== 200)
        return recordErrorResponse(record, { action: `part ${asset}`, startedAt }, { status: response.status, body })
    }
    record.done.set(action, (record.done.get(action) ?? 0) + 1)
  } catch (error) {
    recordConnectionError(record, { action, startedAt }, error)
  }
}

/** Generates a slideshow, and reconnects until its stream ends. */
async function generate({ caller, generated }: BenchUser, record: Record): Promise<void> {
  const action = 'generation'
  const firstAttemptAt = performance.now()
  const request = { topic: '5 morning habits', contentType: 'numbered-list' }
  const headers = { 'content-type': 'application/json' }
  let projectId: string | null = null
  while (performance.now() - firstAttemptAt < TIMEOUT_MS) {
    const startedAt = performance.now()
    try {
      const response: Response = projectId
        ? await caller.fetch(`/api/generate/${projectId}/events`)
        : await caller.fetch('/api/generate', { method: 'POST', body: JSON.stringify(request), headers })
      if (response.status !== 200) {
        recordErrorResponse(record, { action, startedAt }, { status: response.status, body: await bodyOf(response) })
        // The server deletes a slideshow without slides, and the page reports it.
        if (response.status === 404) return
      } else {
        for await (const event of eventsOf(response)) {
          if (event.type === 'project') projectId = event.projectId
          if (event.type === 'error') return recordErrorResponse(record, { action, startedAt }, { status: 503, body: { error: event } })
          if (event.type !== 'done') continue
          if (event.notice !== null)
            recordErrorResponse(record, { action, startedAt }, { status: 200, body: { error: { message: event.notice } } })
          generated.push({ id: event.projectId, savedSlides: event.kept })
          return recordDone(record, action, startedAt)
        }
      }
    } catch (error) {
      recordConnectionError(record, { action, startedAt }, error)
    }
    await wait(RETRY_MS)
  }
}
