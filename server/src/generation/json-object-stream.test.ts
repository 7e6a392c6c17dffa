import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createObjectStream } from './json-object-stream.ts'

/** Objects of a response that arrives in pieces of the given sizes, repeated. */
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

describe('what a model thinks first is no answer', () => {
  const draft = '{"slides":[{"title":"draft"},{"title":"draft too"}]} hmm, too short.'
  const sizes = [[1], [3, 7], [2, 5, 1], [1000]]

  test.each([
    ['a draft', `<think>First: ${draft}</think>\n${array}`],
    ['a draft in capitals', `<THINKING>${draft}</THINKING>${array}`],
    ['a schema', `<think>The schema is {"slides":[{"title":"..."}]}</think>{"slides":${array}}`],
    ['a draft in brackets', `[THINK]${draft}[/THINK]${array}`],
    ['two thoughts', `<think>${draft}</think> so <reasoning>${draft}</reasoning>${array}`],
    ['a thought with an open quote and bracket', `<think>say "hi [ {</think>${array}`],
    ['prose before', `Sure. <think>${draft}</think>${array}`],
  ])('%s', (_what, answer) => {
    for (const cut of sizes) expect(objectsOf(answer, cut)).toEqual(slides)
  })

  test('also where its beginning is held back, in a response that is read whole', () => {
    expect(objectsOf(`${draft}</think>${array}`)).toEqual(slides)
    for (const cut of sizes) expect(objectsOf(`The user wants [five] "slides.</think>${array}`, cut)).toEqual(slides)
  })

  test('and a text of the answer is no thought', () => {
    const odd = [{ title: 'use <think> tags' }, { title: '[think] first' }, { title: 'x </b> y' }]
    for (const cut of sizes) expect(objectsOf(JSON.stringify({ slides: odd }), cut)).toEqual(odd)
  })

  test('nothing is found in a thought that never ends', () => {
    expect(objectsOf(`<think>${draft}`)).toEqual([])
  })
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
