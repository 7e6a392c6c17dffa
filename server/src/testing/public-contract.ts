import { traverseContractProcedures } from '@orpc/server'
import type { EndpointMeta } from '@ninesixteen/shared/public-api/base'
import { publicContract } from '@ninesixteen/shared/public-api/contract'
import { z } from 'zod'

/** The part of JSON Schema that the contract's schemas become. */
export interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  additionalProperties?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** An endpoint of the public API, with the schema of its whole input. */
export interface PublicEndpoint extends EndpointMeta {
  /** `posts.create` */
  name: string
  method: string
  /** `/posts/{id}` */
  path: string
  input: JsonSchema
}

/** All endpoints of the contract: what is made from them covers those of tomorrow. */
export function publicEndpoints(): PublicEndpoint[] {
  const endpoints: PublicEndpoint[] = []
  traverseContractProcedures({ router: publicContract, path: [] }, ({ contract, path }) => {
    const { route, meta, inputSchema } = contract['~orpc']
    const input =
      inputSchema instanceof z.ZodType
        ? (z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
        : { properties: {} }
    endpoints.push({ name: path.join('.'), method: route.method ?? 'GET', path: route.path ?? '/', input, ...(meta as EndpointMeta) })
  })
  return endpoints
}

/** Names on the way to a field; the entry of an array is `0`. */
export type FieldPath = readonly string[]

const isFilePath = ({ pattern }: JsonSchema): boolean => pattern?.startsWith('^[A-Za-z0-9_-]+\\/') === true

/** Whether a field names something stored: by its id, by the path of its file, or by its place in a list. */
const isReference = (schema: JsonSchema, name: string | undefined): boolean =>
  schema.format === 'uuid' || isFilePath(schema) || name === 'after'

/** Every field of an input that names something stored. */
export function referencesIn(schema: JsonSchema, path: FieldPath = []): FieldPath[] {
  if (isReference(schema, path.at(-1))) return [path]
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]) => referencesIn(field, [...path, name])),
    ...(items ? referencesIn(items, [...path, '0']) : []),
    ...[...anyOf, ...oneOf].flatMap((one) => referencesIn(one, path)),
  ]
}

/** The value of a field that names something stored or has a meaning of its own; undefined leaves it to its schema. */
export type Fill = (path: FieldPath) => unknown

/** A valid input with what is required, and with the field at `target`. */
export function sampleOf(
  schema: JsonSchema,
  { target = [], fill, path = [] }: { target?: FieldPath; fill: Fill; path?: FieldPath },
): unknown {
  const filled = fill(path)
  if (filled !== undefined) return filled
  const [next, ...rest] = target
  const inner = (field: JsonSchema, name: string) => sampleOf(field, { target: name === next ? rest : [], fill, path: [...path, name] })
  const { anyOf, oneOf, properties, required = [], items, minItems = 0, type, enum: values, const: only } = schema
  const branches = anyOf ?? oneOf
  if (branches) {
    const wanted = branches.find((one) => referencesIn(one, path).some((found) => found.join() === [...path, ...target].join()))
    return sampleOf(wanted ?? branches[0] ?? {}, { target, fill, path })
  }
  if (properties) {
    const named = Object.entries(properties).filter(
      ([name]) => name === next || required.includes(name) || fill([...path, name]) !== undefined,
    )
    return Object.fromEntries(named.map(([name, field]) => [name, inner(field, name)]))
  }
  if (items) return next === '0' || minItems > 0 ? [inner(items, '0')] : []
  if (values) return values[0]
  if (only !== undefined) return only
  if (schema.format === 'date-time') return new Date(Date.now() + 86_400_000).toISOString()
  if (type === 'string') return schema.pattern?.startsWith('^#') ? '#336699' : 'x'
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 0, 0)
  return type === 'boolean' ? false : type === 'object' ? {} : null
}
