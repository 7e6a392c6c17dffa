import { type GenerateEvent, generateEventSchema, type GenerateRequest } from '@ninesixteen/shared/api/generate'
import { GENERATE_PATH, generateEventsPath } from '@ninesixteen/shared/api/limits'
import { ApiError, toApiError } from '../api/api-error.ts'
import { readEventStream } from '../api/event-stream.ts'
import { sessionFetch } from '../api/expected-user.ts'

/** Pauses before reconnecting to a broken stream: long enough in total for a server restart. */
const RECONNECT_MS = [500, 1500, 4000, 8000, 15_000]
/** Statuses of a server that restarts or is busy, and of its proxy; 0 is no connection. */
const RETRIABLE = [0, 429, 502, 503, 504]

const LOST_TEXT = 'The connection was lost. The slides written so far are saved.'

type OnEvent = (event: GenerateEvent) => void

export function requestGeneration(request: GenerateRequest): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
  return sessionFetch(new Request(GENERATE_PATH, { method: 'POST', headers, body: JSON.stringify(request) }))
}

/** Requests all events of a run from its start, whether it is running or over. */
export function requestEvents(projectId: string): Promise<Response> {
  return sessionFetch(new Request(generateEventsPath(projectId), { headers: { accept: 'text/event-stream' } }))
}

/** Reads one stream to its end. Returns the event that ended the run, or null if the stream broke before. */
export async function readEvents(response: Response, onEvent: OnEvent): Promise<GenerateEvent | null> {
  let end: GenerateEvent | null = null
  await readEventStream(response, (data) => {
    const event = generateEventSchema.parse(JSON.parse(data))
    if (event.type === 'done' || event.type === 'error') end = event
    onEvent(event)
  })
  return end
}

/** Waits, and then until the browser is online. */
async function pauseFor(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/** The server keeps writing when a stream breaks: reconnects a few times before giving up. */
async function followAfterBreak(projectId: string, onEvent: OnEvent): Promise<void> {
  for (const pause of RECONNECT_MS) {
    await pauseFor(pause)
    try {
      if (await readEvents(await requestEvents(projectId), onEvent)) return
    } catch (error) {
      if (!RETRIABLE.includes(toApiError(error).status)) throw error
    }
  }
  throw new ApiError({ code: 'OFFLINE', status: 0, message: LOST_TEXT })
}

export interface RunReading {
  onEvent: OnEvent
  /** The project being written; null until the server names it. */
  projectId(): string | null
}

/** Reads a run to its end and reconnects when the stream breaks. */
export async function readRun(open: () => Promise<Response>, { onEvent, projectId }: RunReading): Promise<void> {
  let end: GenerateEvent | null = null
  try {
    end = await readEvents(await open(), onEvent)
  } catch (error) {
    if (!RETRIABLE.includes(toApiError(error).status) || !projectId()) throw error
  }
  if (end) return
  const knownId = projectId()
  if (!knownId) throw new ApiError({ code: 'OFFLINE', status: 0, message: 'The connection was lost. Please try again.' })
  await followAfterBreak(knownId, onEvent)
}
