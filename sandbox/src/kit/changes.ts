/** Sources of changes. */
interface Changing {
  /** Subscribes to every change; returns the unsubscribe function. */
  listen(onChange: () => void): () => void
}

/** Between two tellings, in milliseconds: a hundred posts in a second are one change to look at. */
const APART_MS = 150
/** Keeps proxies from closing a quiet connection, in milliseconds. */
const BEAT_MS = 25_000

/** Server-sent events: one whenever something is different. */
export function changes(what: Changing): Response {
  const encoder = new TextEncoder()
  let stop: () => void = () => undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      let soon: NodeJS.Timeout | null = null
      const stopListening = what.listen(() => {
        soon ??= setTimeout(() => {
          soon = null
          say('event: changed\ndata: {}\n\n')
        }, APART_MS).unref()
      })
      const beat = setInterval(() => say(': still here\n\n'), BEAT_MS).unref()
      stop = () => {
        stopListening()
        clearInterval(beat)
        if (soon) clearTimeout(soon)
      }
      say('retry: 1000\n\n')
    },
    cancel: () => stop(),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' } })
}
