export type SpanAttributes = Record<string, string | number | boolean>

/** An operation to trace. Its attributes contain no user data and no URL with a secret. */
export interface SpanFacts {
  name: string
  /** Handles a request, makes one, or neither. */
  kind: 'server' | 'client' | 'internal'
  attributes?: SpanAttributes
}

/** Facts known only at the end of the span. */
export type NoteSpan = (later: { name?: string; attributes: SpanAttributes }) => void

export type Tracer = <T>(span: SpanFacts, work: (note: NoteSpan) => Promise<T>) => Promise<T>

let tracer: Tracer | null = null

const unseen: NoteSpan = () => undefined

/** Runs the work, in a span if tracing is on. */
export function withSpan<T>(span: SpanFacts | (() => SpanFacts), work: (note: NoteSpan) => Promise<T>): Promise<T> {
  return tracer ? tracer(typeof span === 'function' ? span() : span, work) : work(unseen)
}

/** Traces with this tracer from now on; returns the function that stops it. */
export function setTracer(newTracer: Tracer): () => void {
  tracer = newTracer
  return () => {
    tracer = null
  }
}
