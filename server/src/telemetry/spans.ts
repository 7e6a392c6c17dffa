export type SpanAttributes = Record<string, string | number | boolean>

/** A piece of work whose time somebody may want to see. Its attributes are no person's, and hold no text of anybody's and no address with a secret. */
export interface SpanFacts {
  name: string
  /** Whether it answers somebody, asks somebody, or neither. */
  kind: 'server' | 'client' | 'internal'
  attributes?: SpanAttributes
}

/** What is known of it only when it is done. */
export type NoteSpan = (later: { name?: string; attributes: SpanAttributes }) => void

export type Tracer = <T>(span: SpanFacts, work: (note: NoteSpan) => Promise<T>) => Promise<T>

let tracer: Tracer | null = null

const unseen: NoteSpan = () => undefined

/** Does the work, and lets whoever traces this process see how long it took and within what. */
export function withSpan<T>(span: SpanFacts | (() => SpanFacts), work: (note: NoteSpan) => Promise<T>): Promise<T> {
  return tracer ? tracer(typeof span === 'function' ? span() : span, work) : work(unseen)
}

/** From now on work is traced by this; until what it gives back is called. */
export function setTracer(given: Tracer): () => void {
  tracer = given
  return () => {
    tracer = null
  }
}
