import type { Context } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../kit/recorded.ts'
import type { StripeObjects } from './stripe-data.ts'
import { invalid, missing, wrongParameters } from './errors.ts'
import { readForm } from './form.ts'
import { shown, type KindName, type Kinds } from './objects.ts'

/** A form of more characters is refused. */
const BODY_MAX = 256 * 1024
const EXPAND_MAX = 20

/** Expansions that every request can ask for: an id field becomes its object. */
const expanding = { expand: z.array(z.string().max(200)).max(EXPAND_MAX).optional() }

/** Texts of forms that are numbers and booleans. */
export const whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'has to be an integer')
  .transform(Number)
export const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true')
export const metadata = z.record(z.string().max(40), z.string().max(500))

/** The parameters of a call, of its body or its query; throws what the API answers when they are wrong. */
export async function parametersOf<S extends z.ZodRawShape>(c: Context<RecordedEnv>, shape: S) {
  const body = c.req.method === 'GET' ? '' : await c.req.text()
  const text = body || new URL(c.req.url).search.slice(1)
  const type = c.req.header('content-type') ?? ''
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw invalid('Invalid request: the body has to be application/x-www-form-urlencoded')
  const form = text.length > BODY_MAX ? null : readForm(text)
  if (!form) throw invalid('Invalid request: the parameters cannot be read')
  const read = z.strictObject({ ...shape, ...expanding }).safeParse(form)
  if (!read.success) throw wrongParameters(read.error, form)
  return read.data
}

/** Metadata is merged; an empty value removes a key. */
export function merged(current: Record<string, string>, updates: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...current, ...updates }).filter(([, value]) => value !== ''))
}

export const paging = {
  limit: whole.pipe(z.number().int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
}

interface Page {
  url: string
  limit: number
  starting_after?: string | undefined
  expand?: string[] | undefined
}

/** Looks up an object, or answers with an error. */
export function answersFrom(store: StripeObjects) {
  /** Expands the requested objects in place of their ids. */
  const respond = (c: Context<RecordedEnv>, object: object, paths: readonly string[] = []): Response => {
    const value = shown(object) as Record<string, unknown>
    for (const path of paths) put(store, value, path.split('.'))
    return c.json(value)
  }
  return {
    answer: respond,
    /** An object that has to be there. */
    found<K extends KindName>(kind: K, id: string, param?: string): Kinds[K] {
      const object = store.find(kind, id)
      if (!object) throw missing(kind.replaceAll('_', ' '), id, param)
      return object
    },
    /** A page of a list, newest first. */
    listed(c: Context<RecordedEnv>, objects: readonly { id: string }[], { limit, starting_after: after, url, expand }: Page): Response {
      const newest = objects.toReversed()
      const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1
      if (after !== undefined && from === 0) throw missing('object', after, 'starting_after')
      const data = newest.slice(from, from + limit)
      return respond(c, { object: 'list', data, has_more: newest.length > from + limit, url }, expand)
    },
  }
}

function put(store: StripeObjects, value: unknown, [name, ...rest]: readonly string[]): void {
  if (name === undefined || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) put(store, one, [name, ...rest])
    return
  }
  const record = value as Record<string, unknown>
  const below = record[name]
  if (below === undefined) throw invalid(`This property cannot be expanded (${name}).`, 'expand')
  if (typeof below === 'string') record[name] = shown(store.any(below) ?? { id: below })
  put(store, record[name], rest)
}
