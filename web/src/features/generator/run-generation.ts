import { generateEventSchema, type GenerateEvent, type GenerateRequest } from '@ninesixteen/shared/api/generate'
import { GENERATE_PATH, generateEventsPath } from '@ninesixteen/shared/api/limits'
import { createParser } from 'eventsource-parser'
import { ApiError, errorFromResponse, toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { sessionFetch } from '../../api/session-fetch.ts'
import { queryClient } from '../../app/query-client.ts'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'

/** Waits before the stream of a run is asked for again after it broke off. */
const RECONNECT_MS = [500, 1500, 4000]

const LOST_TEXT = 'The connection was lost. The slides written so far are saved.'

interface Listener {
  onProject(projectId: string): void
}

const running = () => useStudioStore.getState().generation

function fail(cause: unknown): void {
  const { message } = toApiError(cause)
  studioStore.change({ status: 'failed', error: message || 'Unknown error' })
}

function applyEvent(event: GenerateEvent, listener: Listener): void {
  switch (event.type) {
    case 'project':
      studioStore.change({ projectId: event.projectId, title: event.title, wanted: event.wanted })
      listener.onProject(event.projectId)
      break
    case 'slide':
      studioStore.addSlide(event.index, event.slide)
      break
    case 'done':
      studioStore.change({ status: 'done', version: event.version, notice: event.notice })
      break
    case 'error':
      // The words alone: the form puts 'Failed to generate slideshow' before them.
      studioStore.change({
        status: 'failed',
        error: event.message || 'Unknown error',
        ...(event.kept === 0 ? { projectId: null, removedId: running()?.projectId ?? null } : {}),
      })
      break
  }
}

/** Reads one stream to its end; true once the run itself has ended. */
async function readEvents(response: Response, listener: Listener): Promise<boolean> {
  if (!response.ok) throw await errorFromResponse(response)
  if (!response.body) throw new ApiError({ code: 'INTERNAL', status: 500, message: 'No data received from Supabase Function' })
  let ended = false
  const parser = createParser({
    onEvent({ data }) {
      const event = generateEventSchema.parse(JSON.parse(data))
      applyEvent(event, listener)
      ended ||= event.type === 'done' || event.type === 'error'
    },
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return ended
    parser.feed(value)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function requestEvents(projectId: string): Promise<Response> {
  return sessionFetch(new Request(generateEventsPath(projectId), { headers: { accept: 'text/event-stream' } }))
}

/** The server goes on writing when a stream breaks: ask for the rest a few times before giving up. */
async function followAfterBreak(projectId: string, listener: Listener): Promise<void> {
  for (const pause of RECONNECT_MS) {
    await wait(pause)
    try {
      if (await readEvents(await requestEvents(projectId), listener)) return
    } catch (cause) {
      if (toApiError(cause).status !== 0) throw cause
    }
  }
  throw new ApiError({ code: 'OFFLINE', status: 0, message: LOST_TEXT })
}

async function follow(open: () => Promise<Response>, listener: Listener): Promise<void> {
  try {
    let ended = false
    try {
      ended = await readEvents(await open(), listener)
    } catch (cause) {
      if (toApiError(cause).status !== 0 || !running()?.projectId) throw cause
    }
    const projectId = running()?.projectId
    if (!ended && !projectId) throw new ApiError({ code: 'OFFLINE', status: 0, message: 'The connection was lost. Please try again.' })
    if (!ended && projectId) await followAfterBreak(projectId, listener)
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
