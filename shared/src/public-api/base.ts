import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { ApiScope } from './scopes.ts'

export interface EndpointMeta {
  /** A key needs one of them. */
  scopes: readonly ApiScope[]
  /** Requires an Idempotency-Key, and keeps its answer for a day. */
  isWrite: boolean
}

const base = oc.$meta<EndpointMeta>({ scopes: [], isWrite: false })

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Names this write. A retry with the same key and body gets the first answer, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

type Operation = Exclude<NonNullable<Parameters<typeof base.route>[0]['spec']>, (current: never) => unknown>

/** Describes the header that every write needs. */
export const withIdempotencyKey = (operation: Operation): Operation => ({
  ...operation,
  parameters: [...(operation.parameters ?? []), IDEMPOTENCY_KEY],
})

const BINARY = { schema: { type: 'string', format: 'binary' } } as const
/** Contents of these media types. */
export const binary = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, BINARY]))

/** Describes an answer that is a file. */
export const withFile =
  (types: readonly string[]) =>
  (operation: Operation): Operation => ({
    ...operation,
    responses: {
      ...operation.responses,
      200: { description: 'The file', headers: { ETag: { schema: { type: 'string' } } }, content: binary(types) },
    },
  })

/** An endpoint that changes nothing. */
export const reads = (path: `/${string}`, scopes: readonly ApiScope[], summary: string) =>
  base.meta({ scopes, isWrite: false }).route({ method: 'GET', path, summary, inputStructure: 'detailed' })

export interface Write {
  method: 'POST' | 'PUT'
  path: `/${string}`
  scopes: readonly ApiScope[]
  summary: string
  description?: string
  successStatus?: number
}

/** An endpoint that changes something. */
export const writes = ({ scopes, ...route }: Write) =>
  base.meta({ scopes, isWrite: true }).route({
    ...route,
    inputStructure: 'detailed',
    spec: withIdempotencyKey,
  })

/** A POST that changes nothing. */
export const checks = (path: `/${string}`, scopes: readonly ApiScope[], summary: string) =>
  base.meta({ scopes, isWrite: false }).route({ method: 'POST', path, summary, inputStructure: 'detailed' })

export const moment = z.iso.datetime({ offset: true })
export const byId = z.object({ id: z.uuid() })
const PAGE_MAX = 100
export const paging = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(50),
  after: z.string().max(1500).optional().describe('The `next` of the page before.'),
}
export const next = z.string().nullable().describe('Send it as `after` for the next page. Null at the end.')
