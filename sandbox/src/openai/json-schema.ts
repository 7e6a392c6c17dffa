import { z } from 'zod'

/** Deepest nesting of objects that strict mode accepts. */
const DEPTH_MAX = 5

const nodeSchema = z.record(z.string(), z.unknown())
type Node = z.infer<typeof nodeSchema>

const KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'description',
  'anyOf',
  '$ref',
  '$defs',
  'title',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

function asNode(value: unknown): Node | null {
  const parsed = nodeSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

function typesOf(node: Node): string[] {
  const types = z.union([z.string().transform((type) => [type]), z.array(z.string())]).safeParse(node['type'])
  return types.success ? types.data : []
}

function objectFault(node: Node, path: string): string | null {
  const properties = asNode(node['properties'])
  if (!properties) return `In context=${path}, 'properties' is required for an object.`
  if (node['additionalProperties'] !== false)
    return `In context=${path}, 'additionalProperties' is required to be supplied and to be false.`
  const required = z.array(z.string()).safeParse(node['required'])
  const names = Object.keys(properties)
  const missing = names.find((name) => !required.success || !required.data.includes(name))
  if (missing !== undefined)
    return `In context=${path}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
  return null
}

function nodeFault(value: unknown, path: string, depth: number): string | null {
  const node = asNode(value)
  if (!node) return `In context=${path}, a schema must be an object.`
  if (depth > DEPTH_MAX) return `In context=${path}, ${depth} levels of nesting exceeds limit of ${DEPTH_MAX}.`
  const unknown = Object.keys(node).find((key) => !KEYWORDS.has(key))
  if (unknown !== undefined) return `In context=${path}, '${unknown}' is not permitted.`
  const types = typesOf(node)
  if (types.length === 0 && !node['anyOf'] && !node['$ref'] && !node['enum'] && !node['const'])
    return `In context=${path}, schema must have a 'type' key.`
  if (types.includes('object')) {
    const fault = objectFault(node, path)
    if (fault) return fault
    for (const [name, child] of Object.entries(asNode(node['properties']) ?? {})) {
      const inner = nodeFault(child, `${path}.${name}`, depth + 1)
      if (inner) return inner
    }
  }
  if (types.includes('array'))
    return node['items'] === undefined ? `In context=${path}, array schema missing items.` : nodeFault(node['items'], `${path}[]`, depth)
  return null
}

/** The provider's error for a schema that strict structured output refuses; null when it is accepted. */
export function strictSchemaFault(schema: unknown): string | null {
  const root = asNode(schema)
  if (!root || !typesOf(root).includes('object') || typesOf(root).length !== 1)
    return 'schema must be a JSON Schema of \'type: "object"\', got \'type: "None"\'.'
  return nodeFault(root, '()', 1)
}

/** The object in an array of objects that a schema asks for, with the array's key; null when it asks for something else. */
export function listOf(schema: unknown): { key: string; fields: string[] } | null {
  for (const [key, value] of Object.entries(asNode(asNode(schema)?.['properties']) ?? {})) {
    const node = asNode(value)
    const properties = node && typesOf(node).includes('array') ? asNode(asNode(node['items'])?.['properties']) : null
    if (properties) return { key, fields: Object.keys(properties) }
  }
  return null
}

/** A plain instance of any schema: the text wherever one is asked for. */
export function instanceOf(schema: unknown, text: string): unknown {
  const node = asNode(schema) ?? {}
  const options = z.array(z.unknown()).safeParse(node['enum'] ?? node['anyOf'])
  if (options.success) return node['enum'] ? options.data[0] : instanceOf(options.data[0], text)
  if (node['const'] !== undefined) return node['const']
  const [type] = typesOf(node)
  if (type === 'object')
    return Object.fromEntries(Object.entries(asNode(node['properties']) ?? {}).map(([name, child]) => [name, instanceOf(child, text)]))
  if (type === 'array') return [instanceOf(node['items'], text)]
  if (type === 'string') return text
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : null
}
