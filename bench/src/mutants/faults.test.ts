import { expect, test } from 'vitest'
import { describeFault, faultsOf, withFault } from './faults.ts'
import { readProbes, withProbes } from './probes.ts'
import { sampleOf } from './sample.ts'

const changesOf = (source: string) => faultsOf(source).map((fault) => withFault(source, fault))

test.each([
  ['a bound', 'export const f = (a: number) => a < b', ['a <= b', 'a >= b']],
  ['an equality', 'export const f = a === b', ['a !== b']],
  ['a sum', 'export const f = a + b', ['a - b']],
  ['a text put together', "export const f = a + 'b'", ["a + ''"]],
  ['a condition', 'if (a) b()', ['if (true)', 'if (false)', '{}']],
  ['a choice of two', 'export const f = a && b', ['a || b']],
  ['a number', 'export const f = 5', ['6', '4']],
  ['nothing', 'export const f = 0', ['1']],
  ['a text', "export const f = 'a'", ["''"]],
  ['a negation', 'export const f = !a', ['= a']],
  ['a step that a list goes through', 'export const f = a.filter(b)', ['= a']],
  ['the larger of two', 'export const f = Math.max(a, b)', ['Math.min(a, b)']],
  ['what may be absent', 'export const f = a?.b', ['a.b']],
  ['a list', 'export const f = [a]', ['[]']],
  ['a call', 'a()', ['{}']],
])('%s is changed', (_, source, parts) => {
  const changes = changesOf(source)
  expect(changes).toHaveLength(parts.length)
  for (const part of parts) expect(changes.some((changed) => changed.includes(part))).toBe(true)
})

test.each([
  ["import { a } from 'b'"],
  ["type A = 'a' | 'b'"],
  ["throw new Error('words for people')"],
  ["log.warn({ a: 1 }, 'words for the log')"],
  ["deps.log.info('words for the log')"],
  ['export const f = { a, b }'],
])('%s is left as it is', (source) => {
  expect(changesOf(source)).toEqual([])
})

test('a fault is told by its line, before and after', () => {
  const source = 'const a = b\nconst c =   d > 1\n'
  const [first] = faultsOf(source)
  expect(first?.line).toBe(2)
  expect(first && describeFault(source, first)).toEqual({ before: 'const c = d > 1', after: 'const c = d >= 1' })
})

test('probes stand before statements and around what arrow functions return, and the program stays one', () => {
  const source = 'const f = (a: number) => a + 1\nfunction g() {\n  return f(2)\n}\n'
  const faults = new Map(faultsOf(source).map((fault, number) => [number, fault]))
  const probed = withProbes(source, faults, '/tmp/log')
  expect(probed).toContain('=> (probeReached([0,1]), a + 1)')
  expect(probed).toContain('probeReached([2,3]);return f(2)')
  expect(faultsOf(probed).length).toBeGreaterThan(faults.size)
})

test('what probes wrote is read again by fault', () => {
  const reached = readProbes('0 /a.test.ts\n1 /a.test.ts\n0 /with space.test.ts\n1 ?\n')
  expect(reached).toEqual(
    new Map([
      [0, new Set(['/a.test.ts', '/with space.test.ts'])],
      [1, new Set(['/a.test.ts', '?'])],
    ]),
  )
})

test('a sample is the same for a seed, in order, and never more than there is', () => {
  const items = Array.from({ length: 200 }, (_, index) => index)
  const sample = sampleOf(items, 20, 7)
  expect(sample).toHaveLength(20)
  expect(sample).toEqual(sampleOf(items, 20, 7))
  expect(sample).toEqual(sample.toSorted((a, b) => a - b))
  expect(sample).not.toEqual(sampleOf(items, 20, 8))
  expect(sampleOf(items, 500, 7)).toEqual(items)
})
