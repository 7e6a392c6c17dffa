// Reduces a WebAssembly module to the functions that ran in a traced run.
import { bodiesOf, codeOf, contentOf, numberBytes, Reader, SECTION, sectionsOf, STUB, withSections } from './wasm-module.ts'

const GLOBAL = 3
const I32 = 0x7f
const VARIABLE = 1
/** `global.get`, `i32.const`, `i32.or`, `global.set`, `end`. */
const CODE = { getGlobal: 0x23, constant: 0x41, or: 0x72, setGlobal: 0x24, end: 0x0b } as const
/** Functions per global: one bit each. */
const MARKS = 32

const markOf = (group: number): string => `ran${group}`

/** A signed number as LEB128. */
function signedBytes(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const isLast = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40)
  return isLast ? [low] : [low | 0x80, ...signedBytes(rest)]
}

/** Offset of a body's code, after its locals. */
function codeStart(body: Uint8Array): number {
  const reader = new Reader(body)
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number()
    reader.byte()
  }
  return reader.at
}

function countOf(content: Uint8Array): { count: number; rest: Uint8Array } {
  const reader = new Reader(content)
  const count = reader.number()
  return { count, rest: content.subarray(reader.at) }
}

function appended(content: Uint8Array, entries: readonly (readonly number[])[]): Uint8Array {
  const { count, rest } = countOf(content)
  return Buffer.concat([Uint8Array.from(numberBytes(count + entries.length)), rest, Uint8Array.from(entries.flat())])
}

/** The module in which every called function sets its bit in a global. The module may import only functions. */
export function tracedWasm(module: Uint8Array): Uint8Array {
  const sections = sectionsOf(module)
  const globals = contentOf(sections, SECTION.global)
  const first = countOf(globals).count
  const bodies = bodiesOf(contentOf(sections, SECTION.code))
  const groups = Array.from({ length: Math.ceil(bodies.length / MARKS) }, (_, group) => group)
  const marked = bodies.map((body, index) => {
    const global = numberBytes(first + Math.floor(index / MARKS))
    const mark = [CODE.getGlobal, ...global, CODE.constant, ...signedBytes(1 << (index % MARKS)), CODE.or, CODE.setGlobal, ...global]
    const start = codeStart(body)
    return Buffer.concat([body.subarray(0, start), Uint8Array.from(mark), body.subarray(start)])
  })
  return withSections(module, {
    [SECTION.global]: appended(
      globals,
      groups.map(() => [I32, VARIABLE, CODE.constant, 0, CODE.end]),
    ),
    [SECTION.export]: appended(
      contentOf(sections, SECTION.export),
      groups.map((group) => [markOf(group).length, ...Buffer.from(markOf(group)), GLOBAL, ...numberBytes(first + group)]),
    ),
    [SECTION.code]: codeOf(marked),
  })
}

/** The module without the functions that did not run, given the exports of its traced form. */
export function leanWasm(module: Uint8Array, exports: Readonly<Record<string, unknown>>): Uint8Array {
  const bodies = bodiesOf(contentOf(sectionsOf(module), SECTION.code))
  const hasRun = (index: number): boolean => {
    const marks = exports[markOf(Math.floor(index / MARKS))]
    if (typeof marks !== 'object' || marks === null || !('value' in marks)) throw new Error('The module was not traced')
    return (Number(marks.value) & (1 << (index % MARKS))) !== 0
  }
  return withSections(module, { [SECTION.code]: codeOf(bodies.map((body, index) => (hasRun(index) ? body : STUB))) })
}
