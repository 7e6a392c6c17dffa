import { createParser } from 'eventsource-parser'
import { ApiError, errorFromResponse } from './api-error.ts'

/** The server sends a heartbeat every 15 s: a stream that misses two is dead. */
const SILENCE_MS = 35_000

/** Reads a response of server-sent events to its end, which is also that of a dead connection. Throws the error of any other response. */
export async function readEventStream(response: Response, onData: (data: string) => void): Promise<void> {
  if (!response.ok) throw await errorFromResponse(response)
  if (!response.body) throw new ApiError({ code: 'INTERNAL', status: 500, message: 'No data received from Supabase Function' })
  const parser = createParser({ onEvent: ({ data }) => onData(data) })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    parser.feed(value)
  }
}
