import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'
import { startGeneration, reportOutcome } from './run-generation.ts'
import { runningMark } from './running-mark.ts'
import { EMPTY_DRAFT, requestOf } from './generator-draft.ts'
import { allowRelativeRequests } from '../../api/testing/relative-requests.ts'

// The API client reads it on import.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://studio.test')))

const PROJECT = '7d9c6d2e-5a55-4d4d-9d5e-0d6f0a1b2c3d'
const mark = { projectId: PROJECT, title: 'tea', wanted: 6 }
const project: GenerateEvent = { type: 'project', projectId: PROJECT, title: 'tea', wanted: 6, model: 'm' }
const done = (kept: number, notice: string | null = null): GenerateEvent => ({ type: 'done', projectId: PROJECT, version: 2, kept, notice })

const storage = new Map<string, string>()
let answers: (() => Promise<Response>)[] = []

/** A server stream; without a final event, it is interrupted. */
const stream =
  (...events: GenerateEvent[]) =>
  () =>
    Promise.resolve(new Response(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')))
const missing = () => Promise.resolve(Response.json({ error: { code: 'NOT_FOUND', message: 'Not found' } }, { status: 404 }))
const busy = () => Promise.resolve(Response.json({ error: { code: 'BUSY', message: 'Busy' } }, { status: 503 }))
const unreached = () => Promise.reject(new TypeError('Failed to fetch'))

const shown = () => {
  const { status, notice, error, removedId } = useStudioStore.getState().generation ?? {}
  return { status, notice, error, removedId }
}

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  studioStore.clear()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  allowRelativeRequests('http://studio.test')
  vi.stubGlobal('fetch', () => answers.shift()?.() ?? missing())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a run that ended while the page was closed', () => {
  it.each([
    [
      'failed',
      [stream(project, { type: 'error', code: 'AI_DOWN', message: 'It is down.', kept: 0 })],
      { status: 'failed', error: 'It is down.', removedId: PROJECT },
    ],
    ['was cut short', [stream(project, done(3, 'The answer ended early.'))], { status: 'done', notice: 'The answer ended early.' }],
    [
      'was cancelled before the first slide',
      [stream(project, { type: 'error', code: 'AI_CANCELLED', message: 'Cancelled. Nothing was saved.', kept: 0 })],
      { status: 'stopped', error: null, notice: 'Cancelled. Nothing was saved.', removedId: PROJECT },
    ],
    ['no longer exists', [missing], { status: 'failed', error: 'It ended before the first slide was written.', removedId: PROJECT }],
  ])('%s: is reported once', async (_what, input, expected) => {
    answers = input
    runningMark.set(mark)
    await reportOutcome(mark, true)
    expect(shown()).toMatchObject(expected)
    expect(runningMark.read()).toBeNull()
  })

  it('lost track of its slides: shows them, and asks again after a reload', async () => {
    answers = [stream(project, { type: 'error', code: 'UNAVAILABLE', message: '2 of 6 slides were saved.', kept: 2 })]
    runningMark.set(mark)
    await reportOutcome(mark, true)
    expect(shown()).toMatchObject({ status: 'done', notice: '2 of 6 slides were saved.', error: null, removedId: null })
    expect(runningMark.read()).toEqual(mark)
  })

  it('is complete: reports nothing', async () => {
    answers = [stream(project, done(6))]
    runningMark.set(mark)
    await reportOutcome(mark, true)
    expect(useStudioStore.getState().generation).toBeNull()
    expect(runningMark.read()).toBeNull()
  })

  it('is unreachable: keeps the mark', async () => {
    answers = [unreached]
    runningMark.set(mark)
    await reportOutcome(mark, true)
    expect(useStudioStore.getState().generation).toBeNull()
    expect(runningMark.read()).toEqual(mark)
  })
})

it('an interrupted stream reconnects until the server is back, and reports missing slides', async () => {
  const request = requestOf({ ...EMPTY_DRAFT, topic: 'tea' }, null)
  studioStore.begin({ projectId: null, title: 'tea', wanted: 0, request })
  answers = [
    stream(project),
    unreached,
    busy,
    unreached,
    stream({ ...project, wanted: 2 }, done(2, 'The server stopped. 2 slides were saved.')),
  ]
  const opened = vi.fn<(projectId: string) => void>()
  const run = startGeneration(request, { onProject: opened })
  await vi.runAllTimersAsync()
  await run
  expect(opened).toHaveBeenCalledWith(PROJECT)
  expect(shown()).toMatchObject({ status: 'done', notice: 'The server stopped. 2 slides were saved.' })
})
