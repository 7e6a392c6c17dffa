import type { AnyContractProcedure } from '@orpc/contract'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { z } from 'zod'
import type { ApiKey } from '../../api-keys/api-keys.ts'

const PARTS = ['params', 'query', 'body'] as const
type Part = (typeof PARTS)[number]

/** How long a tool waits for a generation or a render, in seconds: clients give up after a minute. */
const WAIT_SECONDS = 50

const IDEMPOTENCY_KEY = z
  .string()
  .min(1)
  .max(255)
  .describe('A new random value for each change. Repeat a call that failed with the same value: then nothing is done twice.')

/** Other characters can't be sent as a header. */
const HEADER_TEXT = /^[\u0020-\u007e]*$/

/** An endpoint's input as one flat object, and how it becomes a request. */
export interface ToolInput {
  schema: z.ZodObject
  request(args: Readonly<Record<string, unknown>>): { request: Request; idempotencyKey: string | undefined }
}

export function mayUse({ scopes }: ApiKey, endpoint: AnyContractProcedure): boolean {
  const { scopes: required = [] } = endpoint['~orpc'].meta as { scopes?: readonly string[] }
  return required.length === 0 || required.some((scope) => scopes.some((granted) => granted === scope))
}

const objectOf = (schema: unknown): z.ZodObject | null => (schema instanceof z.ZodObject ? schema : null)

/** Flattens params, query and body of an endpoint. */
export function toolInput(endpoint: AnyContractProcedure): ToolInput {
  const { inputSchema, route, meta } = endpoint['~orpc']
  const { method = 'GET', path = '/' } = route
  const parts = objectOf(inputSchema)?.shape ?? {}
  const fields = PARTS.flatMap((part) =>
    Object.entries(objectOf(parts[part])?.shape ?? {}).map(([name, schema]) => ({ part, name, schema })),
  )
  const headers = objectOf(parts['headers'])?.shape ?? {}
  const isWrite = 'isWrite' in meta && meta['isWrite'] === true
  const schema = z.object({
    ...Object.fromEntries(fields.map(({ name, schema: field }) => [name, field])),
    ...('if-match' in headers && { etag: z.string().max(40).regex(HEADER_TEXT).describe('The `etag` of the slideshow as you read it.') }),
    ...(isWrite && { idempotency_key: IDEMPOTENCY_KEY }),
  })

  const pick = (args: Readonly<Record<string, unknown>>, required: Part): [string, unknown][] =>
    fields.flatMap(({ part, name }) => (part === required && args[name] !== undefined ? [[name, args[name]]] : []))

  return {
    schema,
    request(args) {
      const params = Object.fromEntries(pick(args, 'params'))
      const query = new URLSearchParams(pick(args, 'query').map(([name, value]): [string, string] => [name, String(value)]))
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
      const hasBody = 'body' in parts
      const { etag, idempotency_key: key } = args
      const request = new Request(`http://mcp${PUBLIC_API_PREFIX}${target}?${query.toString()}`, {
        method,
        headers: {
          ...(hasBody && { 'content-type': 'application/json' }),
          ...(typeof etag === 'string' && { 'if-match': etag }),
          ...('prefer' in headers && { prefer: `wait=${WAIT_SECONDS}` }),
        },
        ...(hasBody && { body: JSON.stringify(Object.fromEntries(pick(args, 'body'))) }),
      })
      return { request, idempotencyKey: typeof key === 'string' ? key : undefined }
    },
  }
}
