import { generateEventSchema, type GenerateEvent, type GenerateRequest } from '@ninesixteen/shared/api/generate'
import { GENERATE_PATH, generateEventsPath } from '@ninesixteen/shared/api/limits'
import { ERRORS, fillText } from '@ninesixteen/shared/errors'
import { createParser } from 'eventsource-parser'
import { ApiError, errorFromResponse, toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { sessionFetch } from '../../api/session-fetch.ts'
import { queryClient } from '../../app/query-client.ts'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'
import { runningMark, type RunningMark } from './running-mark.ts'

/** Waits before the stream of a run is asked for again after it broke off: long enough for a server to be started again. */
const RECONNECT_MS = [500, 1500, 4000, 8000, 15_000]
/** The server shows every 15 s that it is there: a stream silent for longer than two such signs is dead. */
const SILENCE_MS = 35_000

/** Answers of a server that is being started again or is busy, and of the proxy before it; 0 is none at all. */
const PASSING = [0, 429, 502, 503, 504]

const LOST_TEXT = 'The connection was lost. The slides written so far are saved.'

interface Listener {
  onProject(projectId: string): void
}

const running = () => useStudioStore.getState().generation

function fail(cause: unknown): void {
  const { message } = toApiError(cause)
  studioStore.change({ status: 'failed', error: message || 'Unknown error' })
}

/** A server that was started again in the middle knows what is written, not what was wanted: this page does. */
function noticeOf({ notice, kept }: Extract<GenerateEvent, { type: 'done' }>, wanted: number): string | null {
  return notice ?? (kept < wanted ? fillText(ERRORS.AI_PARTIAL[1], { kept, wanted }) : null)
}

function applyEvent(event: GenerateEvent, listener: Listener): void {
  switch (event.type) {
    case 'project': {
      const { projectId, title } = event
      const wanted = Math.max(event.wanted, running()?.wanted ?? 0)
      runningMark.set({ projectId, title, wanted })
      studioStore.change({ projectId, title, wanted })
      listener.onProject(projectId)
      break
    }
    case 'slide':
      studioStore.addSlide(event.index, event.slide)
      break
    case 'done':
      runningMark.clear()
      studioStore.change({ status: 'done', version: event.version, notice: noticeOf(event, running()?.wanted ?? 0) })
      break
    case 'error':
      runningMark.clear()
      // The words alone: the form puts 'Failed to generate slideshow' before them.
      studioStore.change({
        status: 'failed',
        error: event.message || 'Unknown error',
        ...(event.kept === 0 ? { projectId: null, removedId: running()?.projectId ?? null } : {}),
      })
      break
  }
}

/** Reads one stream to its end; gives the event with which the run itself ended, or null when the stream broke off before. */
async function readEvents(response: Response, onEvent: (event: GenerateEvent) => void): Promise<GenerateEvent | null> {
  if (!response.ok) throw await errorFromResponse(response)
  if (!response.body) throw new ApiError({ code: 'INTERNAL', status: 500, message: 'No data received from Supabase Function' })
  let end: GenerateEvent | null = null
  const parser = createParser({
    onEvent({ data }) {
      const event = generateEventSchema.parse(JSON.parse(data))
      if (event.type === 'done' || event.type === 'error') end = event
      onEvent(event)
    },
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return end
    parser.feed(value)
  }
}

/** After a pause, and not before the browser has a network again. */
async function pauseFor(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

function requestEvents(projectId: string): Promise<Response> {
  return sessionFetch(new Request(generateEventsPath(projectId), { headers: { accept: 'text/event-stream' } }))
}

/** The server goes on writing when a stream breaks: ask for the rest a few times before giving up. */
async function followAfterBreak(projectId: string, onEvent: (event: GenerateEvent) => void): Promise<void> {
  for (const pause of RECONNECT_MS) {
    await pauseFor(pause)
    try {
      if (await readEvents(await requestEvents(projectId), onEvent)) return
    } catch (cause) {
      if (!PASSING.includes(toApiError(cause).status)) throw cause
    }
  }
  throw new ApiError({ code: 'OFFLINE', status: 0, message: LOST_TEXT })
}

async function follow(open: () => Promise<Response>, listener: Listener): Promise<void> {
  const onEvent = (event: GenerateEvent) => applyEvent(event, listener)
  try {
    let end: GenerateEvent | null = null
    try {
      end = await readEvents(await open(), onEvent)
    } catch (cause) {
      if (!PASSING.includes(toApiError(cause).status) || !running()?.projectId) throw cause
    }
    const projectId = running()?.projectId
    if (!end && !projectId) throw new ApiError({ code: 'OFFLINE', status: 0, message: 'The connection was lost. Please try again.' })
    if (!end && projectId) await followAfterBreak(projectId, onEvent)
  } catch (cause) {
    fail(cause)
  } finally {
    await queryClient.invalidateQueries({ queryKey: orpc.projects.key() })
  }
}

/** Starts a slideshow that the studio store knows as begun; its slides arrive there one by one. */
export function startGeneration(request: GenerateRequest, listener: Listener): Promise<void> {
  const body = JSON.stringify(request)
  return follow(
    () =>
      sessionFetch(
        new Request(GENERATE_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
          body,
        }),
      ),
    listener,
  )
}

/** Goes on with a run that was started before this page was loaded. */
export function attachGeneration(project: { id: string; title: string; slideCount: number }): Promise<void> {
  studioStore.begin({ projectId: project.id, title: project.title, wanted: project.slideCount, request: null })
  return follow(() => requestEvents(project.id), { onProject: () => undefined })
}

/** What became of a run of whose end this page has not heard: told when it failed or has fewer slides than were wanted. */
export async function tellOutcome({ projectId, title, wanted }: RunningMark, isOpen: boolean): Promise<void> {
  let end: GenerateEvent | null
  try {
    end = await readEvents(await requestEvents(projectId), () => undefined)
  } catch (cause) {
    // Without a network it is asked again after the next reload.
    if (toApiError(cause).status !== 404) return
    if (!isOpen) return runningMark.clear()
    end = { type: 'error', code: 'NOT_FOUND', message: '', kept: 0 }
  }
  if (!end) return
  const isShown = running()?.projectId === projectId
  if (!isShown && end.type === 'done' && noticeOf(end, wanted) === null) return runningMark.clear()
  if (!isShown) studioStore.begin({ projectId, title, wanted, request: null })
  applyEvent(end, { onProject: () => undefined })
  await queryClient.invalidateQueries({ queryKey: orpc.projects.key() })
}

/** The same of the run that this tab remembers. */
export async function tellMarked(openId: string | null): Promise<void> {
  const mark = runningMark.read()
  if (mark) await tellOutcome(mark, mark.projectId === openId)
}
