import type { DriveFile } from './files.ts'

type Test = (file: DriveFile) => boolean

const VALUE = String.raw`'((?:[^'\\]|\\.)*)'`
/** The part of the search language that is spoken here, a term at a time. A value may hold anything, `and` too. */
const TERMS: readonly [RegExp, (value: string, operator: string) => Test][] = [
  [
    new RegExp(`^mimeType\\s*(?<operator>=|!=|contains)\\s*${VALUE}`),
    (value, operator) => textTest(({ mimeType }) => mimeType, operator, value),
  ],
  [new RegExp(`^name\\s*(?<operator>=|!=|contains)\\s*${VALUE}`), (value, operator) => textTest(({ name }) => name, operator, value)],
  [new RegExp(`^${VALUE}\\s+in\\s+parents\\b`), (value) => (file) => file.parents.includes(value)],
  [/^trashed\s*=\s*(true|false)\b/, (value) => () => value === 'false'],
]

/** What a `q` finds, its terms joined by `and`; null for what is not understood. */
export function readQuery(query: string): Test | null {
  const tests: Test[] = []
  let rest = query.trim()
  while (rest !== '') {
    const [pattern, make] = TERMS.find(([term]) => term.test(rest)) ?? []
    const found = pattern?.exec(rest)
    const [whole = '', ...groups] = found ?? []
    const test = make?.((groups.at(-1) ?? '').replaceAll(/\\(['\\])/g, '$1'), found?.groups?.['operator'] ?? '=')
    if (!test) return null
    tests.push(test)
    rest = rest.slice(whole.length).trimStart()
    if (rest === '') break
    const joined = /^and\s+(?=\S)/i.exec(rest)?.[0]
    if (joined === undefined) return null
    rest = rest.slice(joined.length)
  }
  return (file) => tests.every((test) => test(file))
}

/** `contains` finds the beginnings of words, and of both halves of a type. */
function textTest(of: (file: DriveFile) => string, operator: string, value: string): Test {
  if (operator === '=') return (file) => of(file) === value
  if (operator === '!=') return (file) => of(file) !== value
  const wanted = value.toLowerCase()
  return (file) => [' ', '/'].some((before) => `${before}${of(file).toLowerCase()}`.includes(`${before}${wanted}`))
}
