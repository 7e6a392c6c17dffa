import { generateEventSchema, type GenerateEvent, type GenerateRequest } from '@ninesixteen/shared/api/generate'
import { GENERATE_PATH, generateEventsPath } from '@ninesixteen/shared/api/limits'
import { createParser } from 'eventsource-parser'
import { ApiError, errorFromResponse, toApiError } from '../api/api-error.ts'
import { sessionFetch } from '../api/session-fetch.ts'

/** Waits before the stream of a run is asked for again after it broke off: long enough for a server to be started again. */
const RECONNECT_MS = [500, 1500, 4000, 8000, 15_000]
/** The server shows every 15 s that it is there: a stream silent for longer than two such signs is dead. */
const SILENCE_MS = 35_000

/** Answers of a server that is being started again or is busy, and of the proxy before it; 0 is none at all. */
const PASSING = [0, 429, 502, 503, 504]

const LOST_TEXT = 'The connection was lost. The slides written so far are saved.'

type OnEvent = (event: GenerateEvent) => void

/** Asks for a new slideshow. */
export function requestGeneration(request: GenerateRequest): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
  return sessionFetch(new Request(GENERATE_PATH, { method: 'POST', headers, body: JSON.stringify(request) }))
}

/** Asks for the events of a run from its beginning, whether it goes on or is over. */
export function requestEvents(projectId: string): Promise<Response> {
  return sessionFetch(new Request(generateEventsPath(projectId), { headers: { accept: 'text/event-stream' } }))
}

/** Reads one stream to its end; gives the event with which the run itself ended, or null when the stream broke off before. */
export async function readEvents(response: Response, onEvent: OnEvent): Promise<GenerateEvent | null> {
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

/** The server goes on writing when a stream breaks: ask for the rest a few times before giving up. */
async function followAfterBreak(projectId: string, onEvent: OnEvent): Promise<void> {
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

export interface RunReading {
  onEvent: OnEvent
  /** The project that is written, as far as it is known by now. */
  projectId(): string | null
}

/** Reads a run to its end, over breaks of the connection. */
export async function readRun(open: () => Promise<Response>, { onEvent, projectId }: RunReading): Promise<void> {
  let end: GenerateEvent | null = null
  try {
    end = await readEvents(await open(), onEvent)
  } catch (cause) {
    if (!PASSING.includes(toApiError(cause).status) || !projectId()) throw cause
  }
  if (end) return
  const known = projectId()
  if (!known) throw new ApiError({ code: 'OFFLINE', status: 0, message: 'The connection was lost. Please try again.' })
  await followAfterBreak(known, onEvent)
}
