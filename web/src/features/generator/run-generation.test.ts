import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'
import { startGeneration, tellOutcome } from './run-generation.ts'
import { runningMark } from './running-mark.ts'
import { EMPTY_DRAFT, requestOf } from './generator-draft.ts'
import { allowRelativeRequests } from '../../api/testing/relative-requests.ts'

// The client of the calls asks for it while it is loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://studio.test')))

const PROJECT = '7d9c6d2e-5a55-4d4d-9d5e-0d6f0a1b2c3d'
const mark = { projectId: PROJECT, title: 'tea', wanted: 6 }
const project: GenerateEvent = { type: 'project', projectId: PROJECT, title: 'tea', wanted: 6, model: 'm' }
const done = (kept: number, notice: string | null = null): GenerateEvent => ({ type: 'done', projectId: PROJECT, version: 2, kept, notice })

const kept = new Map<string, string>()
let answers: (() => Promise<Response>)[] = []

/** A stream of the server; without the last event of a run it is one that broke off. */
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
  kept.clear()
  studioStore.clear()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  allowRelativeRequests('http://studio.test')
  vi.stubGlobal('fetch', () => answers.shift()?.() ?? missing())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a run that ended while the page was away', () => {
  it.each([
    [
      'failed',
      [stream(project, { type: 'error', code: 'AI_DOWN', message: 'It is down.', kept: 0 })],
      { status: 'failed', error: 'It is down.', removedId: PROJECT },
    ],
    ['was cut short', [stream(project, done(3, 'The answer ended early.'))], { status: 'done', notice: 'The answer ended early.' }],
    [
      'was cancelled before the first slide',
      [stream(project, { type: 'error', code: 'AI_CANCELLED', message: 'Cancelled. Nothing was kept.', kept: 0 })],
      { status: 'stopped', error: null, notice: 'Cancelled. Nothing was kept.', removedId: PROJECT },
    ],
    ['is known to nobody', [missing], { status: 'failed', error: 'It ended before the first slide was written.', removedId: PROJECT }],
  ])('%s: that is told, once', async (_what, given, expected) => {
    answers = given
    runningMark.set(mark)
    await tellOutcome(mark, true)
    expect(shown()).toMatchObject(expected)
    expect(runningMark.read()).toBeNull()
  })

  it('kept slides that the server lost sight of: they are shown, and asked for again', async () => {
    answers = [stream(project, { type: 'error', code: 'UNAVAILABLE', message: '2 of 6 slides are kept.', kept: 2 })]
    runningMark.set(mark)
    await tellOutcome(mark, true)
    expect(shown()).toMatchObject({ status: 'done', notice: '2 of 6 slides are kept.', error: null, removedId: null })
    expect(runningMark.read()).toEqual(mark)
  })

  it('is whole: nothing is said', async () => {
    answers = [stream(project, done(6))]
    runningMark.set(mark)
    await tellOutcome(mark, true)
    expect(useStudioStore.getState().generation).toBeNull()
    expect(runningMark.read()).toBeNull()
  })

  it('cannot be asked for: it is remembered', async () => {
    answers = [unreached]
    runningMark.set(mark)
    await tellOutcome(mark, true)
    expect(useStudioStore.getState().generation).toBeNull()
    expect(runningMark.read()).toEqual(mark)
  })
})

it('a stream that breaks off is taken up again until the server is back, and what is missing is said', async () => {
  const request = requestOf({ ...EMPTY_DRAFT, topic: 'tea' }, null)
  studioStore.begin({ projectId: null, title: 'tea', wanted: 0, request })
  answers = [
    stream(project),
    unreached,
    busy,
    unreached,
    stream({ ...project, wanted: 2 }, done(2, 'The server stopped. 2 slides are kept.')),
  ]
  const opened = vi.fn<(projectId: string) => void>()
  const run = startGeneration(request, { onProject: opened })
  await vi.runAllTimersAsync()
  await run
  expect(opened).toHaveBeenCalledWith(PROJECT)
  expect(shown()).toMatchObject({ status: 'done', notice: 'The server stopped. 2 slides are kept.' })
})
