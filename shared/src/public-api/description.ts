/** The parts of an OpenAPI 3.1 document that the reference page shows. */
export interface ApiDescription {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<Method, Operation>>>
  components: { schemas: Record<string, Schema> }
}

export type Method = 'get' | 'post' | 'put'

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

type Content = Record<string, { schema: Schema }>

/** A JSON Schema. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** A field of a request, an answer or a schema. */
export interface Field {
  name: string
  /** In words, such as `string (uuid) or null`. */
  type: string
  /** The named schema that its type consists of. */
  ref: string | undefined
  isRequired: boolean
  description: string
  /** Its default, range and values. */
  limits: string[]
  fields: Field[]
}

/** An endpoint as the reference shows it. */
export interface Endpoint {
  id: string
  method: string
  path: string
  summary: string
  description: string
  parameters: Field[]
  body: Shape | null
  answer: Shape & { status: string }
  /** The request as a command. */
  curl: string
}

/** Media types and fields of a body. */
export interface Shape {
  types: string[]
  /** Set instead of fields when all of it is a named schema. */
  ref: string | undefined
  fields: Field[]
}

export interface ApiReference {
  title: string
  introduction: string
  groups: { name: string; description: string; endpoints: Endpoint[] }[]
  schemas: { name: string; description: string; fields: Field[] }[]
}

/** Turns the OpenAPI document into what the reference page shows, in the order of the document's tags. */
export function referenceOf({ info, servers, tags, paths, components }: ApiDescription): ApiReference {
  const server = servers[0]?.url ?? ''
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      tag: operation.tags[0],
      endpoint: endpointOf(operation, { method, path, server }),
    })),
  )
  return {
    title: info.title,
    introduction: info.description,
    groups: tags.map(({ name, description }) => ({
      name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
      description,
      endpoints: endpoints.flatMap(({ tag, endpoint }) => (tag === name ? [endpoint] : [])),
    })),
    schemas: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      fields: fieldsOf(schema),
    })),
  }
}

interface Place {
  method: string
  path: string
  server: string
}

function endpointOf(operation: Operation, place: Place): Endpoint {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  return {
    id: operationId,
    method: place.method.toUpperCase(),
    path: place.path,
    summary,
    description,
    parameters: parameters.map(({ name, in: where, required = false, description: said, schema }) =>
      fieldOf(headerName(name, where), { description: said ?? '', ...schema }, required),
    ),
    body: requestBody ? shapeOf(requestBody.content) : null,
    answer: { status, ...shapeOf(answer?.content ?? {}) },
    curl: curlOf(operation, place),
  }
}

/** Headers as they are usually written: `if-match` is `If-Match`. */
const headerName = (name: string, where: string): string =>
  where === 'header' ? name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name

function shapeOf(content: Content): Shape {
  const schema = Object.values(content)[0]?.schema ?? {}
  return { types: Object.keys(content), ref: nameOf(schema), fields: fieldsOf(schema) }
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '')

const alternatives = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? []

/** The fields of an object, of the entries of a list, or of each alternative. */
function fieldsOf(schema: Schema): Field[] {
  const { properties = {}, required = [], items, additionalProperties } = schema
  const own = Object.entries(properties).map(([name, field]) => fieldOf(name, field, required.includes(name)))
  const values = typeof additionalProperties === 'object' ? fieldsOf(additionalProperties) : []
  return [...own, ...(items ? fieldsOf(items) : []), ...values, ...alternatives(schema).flatMap(fieldsOf)]
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return {
    name,
    type: typeOf(schema),
    ref: refIn(schema),
    isRequired,
    description: schema.description ?? '',
    limits: limitsOf(schema),
    fields: fieldsOf(schema),
  }
}

function refIn(schema: Schema): string | undefined {
  return [schema, ...(schema.items ? [schema.items] : []), ...alternatives(schema)].map(nameOf).find((name) => name !== undefined)
}

function typeOf(schema: Schema): string {
  const named = nameOf(schema)
  if (named !== undefined) return named
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const either = alternatives(schema)
  if (either.length > 0) return [...new Set(either.map(typeOf))].join(' or ')
  const { type = 'any', format } = schema
  return format === undefined ? type : `${type} (${format})`
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, enum: values, default: fallback } = schema
  const within = alternatives(schema).flatMap(limitsOf)
  return [
    ...(values ? [`One of ${values.map((value) => `\`${String(value)}\``).join(', ')}`] : []),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
    ...within,
    ...(fallback === undefined ? [] : [`Default \`${JSON.stringify(fallback)}\``]),
  ]
}

function range(from: number | undefined, to: number | undefined, unit: string): string[] {
  // The generator gives every whole number the range that JavaScript can represent.
  const least = from === Number.MIN_SAFE_INTEGER ? undefined : from
  const most = to === Number.MAX_SAFE_INTEGER ? undefined : to
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`]
  if (most !== undefined) return [`At most ${most}${unit}`]
  return least === undefined ? [] : [`At least ${least}${unit}`]
}

/** Sample values of what a command needs, as shell variables. */
const SAMPLES: Readonly<Record<string, string>> = { 'Idempotency-Key': '$(openssl rand -hex 16)', 'if-match': '$ETAG', prefer: 'wait=60' }

function curlOf({ parameters = [], requestBody }: Operation, { method, path, server }: Place): string {
  const url = server + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? '$ID' : '0'))
  const sent = parameters.filter(({ in: where, name }) => where === 'header' && name in SAMPLES)
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const body =
    type === 'application/json'
      ? `--json '${JSON.stringify(content?.schema.examples?.[0] ?? {})}'`
      : `-H "Content-Type: ${type}" --data-binary @photo.jpg`
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${url}"`,
    '-H "Authorization: Bearer $KEY"',
    ...sent.map(({ name }) => `-H "${headerName(name, 'header')}: ${SAMPLES[name]}"`),
    ...(type === undefined ? [] : [body]),
  ].join(' \\\n  ')
}
