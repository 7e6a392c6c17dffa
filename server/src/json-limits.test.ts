import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLimitViolation, type JsonLimits } from './json-limits.ts'

const excess = (json: string, bounds: Partial<JsonLimits> = {}) =>
  jsonLimitViolation(Buffer.from(json), { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY, ...bounds })

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + valuesOf(one), 0)
}

const emptyOnes = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, one) => sum + emptyOnes(one), Object.keys(value).length === 0 ? 1 : 0)

test('JSON passes its exact depth and number of values and fails below', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
      const json = JSON.stringify(value, null, space)
      const [depth, values] = [depthOf(value), valuesOf(value) + emptyOnes(value)]
      expect(excess(json, { depth, values })).toBeNull()
      if (depth > 0) expect(excess(json, { depth: depth - 1 })).toBe('depth')
      if (depth > 0) expect(excess(json, { values: values - 1 })).toBe('values')
    }),
  )
})

test('the content of strings does not count', () => {
  for (const text of ['[[[[', ',,,,', '\\', '\\\\', '\\"[', '"', '[,\\"', '\u2028[', '\\u005b']) {
    expect(excess(JSON.stringify([text, text]), { depth: 1, values: 3 }), text).toBeNull()
  }
})

test.each(['"', '"\\', '[', ']]]][', '{"a', '', '[1', '\\"[[['])('jsonLimitViolation scans the invalid %j to its end', (broken) => {
  expect(excess(broken, { depth: 4, values: 20 })).toBeNull()
})

test('parser bombs are detected', () => {
  expect(excess('['.repeat(2_000_000), { depth: 32 })).toBe('depth')
  expect(excess(`[${'[],'.repeat(100_000)}1]`, { depth: 32, values: 200_000 })).toBe('values')
  expect(excess(`{${'"a":1,'.repeat(200_000)}"a":1}`, { depth: 32, values: 200_000 })).toBe('values')
})
