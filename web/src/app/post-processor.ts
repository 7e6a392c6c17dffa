import { sessionFetch } from '../../api/session-fetch.ts'

/** Sends what is due, as the server's own publisher does all the time. */
const PROCESSOR_PATH = '/functions/scheduled-post-processor'
export const PROCESSOR_INTERVAL_MS = 120_000

export interface ProcessorReply {
  success: boolean
  processed: number
  message: string | null
  error: string | null
}

type Action = { action: 'process_due_posts' } | { action: 'process_specific_post'; postId: string }

export async function callProcessor(action: Action): Promise<ProcessorReply> {
  const reply = await sessionFetch(
    new Request(PROCESSOR_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...action, timestamp: new Date().toISOString() }),
    }),
  )
  return readReply(reply.ok, await reply.json())
}

/** Also the answer of a call that was refused, which says why under `error`. */
function readReply(isOk: boolean, body: unknown): ProcessorReply {
  const field = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined)
  const text = (value: unknown): string | null => {
    if (typeof value === 'string') return value
    const message: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'message') : null
    return typeof message === 'string' ? message : null
  }
  const processed = field('processed')
  return {
    success: isOk && field('success') !== false,
    processed: typeof processed === 'number' ? processed : 0,
    message: text(field('message')),
    error: text(field('error')),
  }
}

export interface Processor {
  stop(): void
}

export interface ProcessorOptions {
  process(): Promise<void>
  everyMs?: number
}

/** Runs at once and then at every interval until it is stopped; while it runs, another start is ignored. What fails is only logged. */
export function startProcessor({ process, everyMs = PROCESSOR_INTERVAL_MS }: ProcessorOptions): Processor {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await process()
    } catch (cause) {
      console.info('What is due could not be asked for from here; the server sends it by itself.', cause)
    } finally {
      isRunning = false
    }
  }
  void run()
  const timer = setInterval(() => void run(), everyMs)
  return { stop: () => clearInterval(timer) }
}
