import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createObjectStream } from './object-stream.ts'

/** Objects of an answer pushed in pieces of the given sizes, over and over. */
function objectsOf(answer: string, sizes: readonly number[] = [answer.length || 1]): unknown[] {
  const stream = createObjectStream()
  const found: string[] = []
  for (let at = 0, turn = 0; at < answer.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    found.push(...stream.push(answer.slice(at, at + size)))
    at += size
  }
  return found.map((text): unknown => JSON.parse(text))
}

const slides = [
  { title: 'a "quoted" {brace} [bracket] \\', description: null },
  { title: '😀 ünïcode', nested: { list: [{ deep: 1 }] } },
]
const array = JSON.stringify(slides)

describe('finds the objects', () => {
  test.each([
    ['in an object', `{"slides":${array}}`],
    ['alone', array],
    ['pretty-printed', JSON.stringify({ slides }, null, 2)],
    ['in a fence', `\`\`\`json\n${array}\n\`\`\``],
    ['after prose', `Sure! Here's [what you want] {as asked} for "you":\n${array} hope it's fine [x]`],
    ['two levels down', `{"data":{"count":2,"slides":${array}}}`],
    ['after an array of numbers', `{"ids":[1,2],"slides":${array}}`],
    ['in the first of two arrays only', `{"slides":${array},"more":[{"title":"no"}]}`],
    ['after a bracket in prose', `note [1]: ${array}`],
  ])('%s', (_where, answer) => {
    expect(objectsOf(answer)).toEqual(slides)
  })

  test.each([
    ['prose', 'Sure! Slide one could be about rest.'],
    ['an object without array', '{"title":"a"}'],
    ['an array of texts', '["a","b"]'],
    ['nothing', ''],
    ['brackets gone wrong', '{]}[}{[}]'],
    ['too deep', `${'['.repeat(50)}{"a":1}`],
  ])('not in %s', (_what, answer) => {
    expect(objectsOf(answer)).toEqual([])
  })

  test('gives an object the moment its brace arrives, and what is whole of half an answer', () => {
    const stream = createObjectStream()
    expect(stream.push('{"slides":[{"title":"one"')).toEqual([])
    expect(stream.push('}')).toEqual(['{"title":"one"}'])
    expect(stream.push(',{"title":"tw')).toEqual([])
    expect(stream.done).toBe(false)
    expect(stream.push('o"}]')).toEqual(['{"title":"two"}'])
    expect(stream.done).toBe(true)
    expect(stream.push('[{"title":"three"}]')).toEqual([])
  })

  test('passes over an object of monstrous size and stops at an endless answer', () => {
    const stream = createObjectStream()
    expect(stream.push(`[{"a":"${'x'.repeat(40_000)}"},{"b":1}`)).toEqual(['{"b":1}'])
    for (let read = 0; read < 12; read += 1) stream.push(' '.repeat(100_000))
    expect(stream.done).toBe(true)
  })
})

test('of more objects than anybody asks for no more are given', () => {
  const stream = createObjectStream()
  const found = Array.from({ length: 4 }, () => stream.push(`${stream.sawArray ? '' : '['}${'{},'.repeat(400)}`)).flat()
  expect(found).toHaveLength(1000)
  expect(stream.done).toBe(true)
})

describe('any cut into pieces', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), value), { minLength: 1, maxLength: 6 })
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 })

  test('gives the same slides', () => {
    fc.assert(
      fc.property(objects, sizes, fc.constantFrom('', 'Here you go:\n```json\n', "it's [this] "), (list, cuts, before) => {
        const answer = `${before}${JSON.stringify({ slides: list })}`
        const expected: unknown = JSON.parse(JSON.stringify(list))
        expect(objectsOf(answer)).toEqual(expected)
        expect(objectsOf(answer, cuts)).toEqual(expected)
      }),
    )
  })

  test('never gives more than is there, wherever an answer ends', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (list, end) => {
        const answer = JSON.stringify({ slides: list })
        const found = objectsOf(answer.slice(0, end % answer.length))
        const whole: unknown[] = JSON.parse(JSON.stringify(list))
        expect(found).toEqual(whole.slice(0, found.length))
      }),
    )
  })

  test('survives every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), sizes, (text, cuts) => {
        const stream = createObjectStream()
        for (let at = 0, turn = 0; at < text.length; at += cuts[turn++ % cuts.length] ?? 1) stream.push(text.slice(at, at + 3))
      }),
    )
  })
})
