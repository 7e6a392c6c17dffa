import { sessionFetch } from './expected-user.ts'

/** The specification's function that publishes due posts; the server's workers also publish without it. */
const PROCESSOR_PATH = '/functions/scheduled-post-processor'

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

/** Also reads the response to a refused call, which has its reason in `error`. */
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
