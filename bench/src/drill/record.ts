/** A problem that a user saw. */
export interface Trouble {
  /** The user's action. */
  doing: string
  /** When they began it and when it failed, in milliseconds of this process. */
  begunAt: number
  at: number
  /** 0 where no answer came: the page says by itself then that the server cannot be reached. */
  status: number
  /** The sentence they read; null where the answer had none. */
  sentence: string | null
}

/** Users' actions, acknowledged writes, and problems. */
export interface Record {
  troubles: Trouble[]
  /** How often each thing was done and acknowledged. */
  done: Map<string, number>
  /** When something that writes was acknowledged last, beginning after the moment it is asked about. */
  acknowledged: { begunAt: number; at: number }[]
}

export function newRecord(): Record {
  return { troubles: [], done: new Map(), acknowledged: [] }
}

export function recordDone(record: Record, doing: string, begunAt: number): void {
  record.done.set(doing, (record.done.get(doing) ?? 0) + 1)
  record.acknowledged.push({ begunAt, at: performance.now() })
}

/** Message of an error response. */
interface Refused {
  status: number
  body: unknown
}

export function recordRefused(record: Record, { doing, begunAt }: Pick<Trouble, 'doing' | 'begunAt'>, { status, body }: Refused): void {
  record.troubles.push({ doing, begunAt, at: performance.now(), status, sentence: sentenceOf(body) })
}

/** A connection that broke: the page has a sentence of its own for it. */
export function recordBroken(record: Record, { doing, begunAt }: Pick<Trouble, 'doing' | 'begunAt'>, error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  record.troubles.push({ doing, begunAt, at: performance.now(), status: 0, sentence: `(no answer: ${cause})` })
}

/** Messages of the product's own errors. INTERNAL is unexpected, and says nothing about what to do. */
export function sentenceOf(body: unknown): string | null {
  const error = isObject(body) ? body['error'] : null
  if (!isObject(error) || error['code'] === 'INTERNAL' || typeof error['message'] !== 'string') return null
  return error['message']
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}
