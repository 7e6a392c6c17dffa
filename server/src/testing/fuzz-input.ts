import fc from 'fast-check'
import type { JsonSchema } from './public-contract.ts'

const nested = (depth: number, [open, close]: readonly [string, string]): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)

const HARD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  "'; drop table users --",
]
HARD_TEXTS.push('{{7*7}}', '\u202e', '𝒳'.repeat(50), 'é', '"1"', '1e999', 'NaN', '-0', 'null', '\r\nset-cookie: a=b', '9'.repeat(400))

/** Texts that parsers, databases and logs stumble over. */
export const hardText = fc.oneof(fc.constantFrom(...HARD_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }))

const HARD_NUMBERS = [-1, -0, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), Number.MIN_VALUE]

/** JSON of a wrong type, or of a shape that is meant to break something. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, [], {}),
  fc.constantFrom(...HARD_NUMBERS),
  hardText,
  fc.constantFrom(nested(20, ['[', ']']), nested(20, ['{"a":', '}']), nested(31, ['[', ']'])),
  fc
    .constantFrom('{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"toJSON":1}', '{"then":1}', '{"length":-1}')
    .map((text): unknown => JSON.parse(text)),
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
)

export interface Known {
  /** Ids that exist, by the name of the field that takes them. */
  ids: Readonly<Record<string, string>>
  files: readonly string[]
}

const TIMES = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-02-29T00:00:00Z', '2030-01-01T00:00:00+23:59']

function textOf({ format, pattern, minLength = 0, maxLength = 80 }: JsonSchema, { ids, files, name = '' }: Parts): fc.Arbitrary<unknown> {
  if (format === 'uuid') {
    const right = ids[name] ?? ''
    return fc.oneof({ weight: 15, arbitrary: fc.constant(right) }, fc.constantFrom(...Object.values(ids), right.toUpperCase()), fc.uuid())
  }
  if (format === 'date-time') return fc.oneof({ weight: 4, arbitrary: fc.constant('2030-01-01T00:00:00Z') }, fc.constantFrom(...TIMES))
  if (pattern?.startsWith('^#')) return fc.constantFrom('#000000', '#ABCDEF')
  if (pattern?.startsWith('^[A-Za-z0-9_-]+\\/'))
    return fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...files) }, fc.constantFrom('x/y.jpg', '../a.jpg'))
  return fc.oneof(
    { weight: 19, arbitrary: fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 80), maxLength: Math.min(maxLength, 80) }) },
    { weight: 1, arbitrary: hardText },
  )
}

interface Parts extends Known {
  /** Valid fields for each odd one. */
  weight: number
  /** The field's name. */
  name?: string
}

/** All required fields, and a few of the others. */
function someOf(properties: Record<string, JsonSchema>, required: readonly string[], parts: Parts): fc.Arbitrary<unknown> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return fc
    .subarray(optional, { maxLength: Math.min(optional.length, 4) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          Object.entries(properties).flatMap(([name, one]) =>
            [...required, ...chosen].includes(name) ? [[name, field(one, { ...parts, name })]] : [],
          ),
        ),
      ),
    )
}

function valid(schema: JsonSchema, parts: Parts): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, additionalProperties, minimum = -1000, maximum = 1000 } = schema
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((one) => field(one, parts)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (properties) return someOf(properties, required, parts)
  if (items) return fc.array(field(items, parts), { minLength: schema.minItems ?? 0, maxLength: 3 })
  if (additionalProperties) return fc.dictionary(hardText, oddJson, { maxKeys: 3 })
  if (type === 'string') return textOf(schema, parts)
  if (type === 'integer') return fc.integer({ min: Math.max(minimum, -1000), max: Math.min(maximum, 1000) })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  return type === 'boolean' ? fc.boolean() : oddJson
}

const field = (schema: JsonSchema, parts: Parts): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: parts.weight, arbitrary: valid(schema, parts) }, { weight: 1, arbitrary: oddJson })

const fieldsIn = ({ properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema): number =>
  1 + [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf].reduce((sum, one) => sum + fieldsIn(one), 0)

/** An input of the schema in which about one field is odd. */
export const oddInput = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> =>
  field(schema, { ...known, weight: 4 * fieldsIn(schema) })
