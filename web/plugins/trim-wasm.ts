// Removes unreachable functions from a WebAssembly module. Each becomes a stub under its index, so that nothing else in the module changes.
import { bodiesOf, codeOf, contentOf, numberBytes, Reader, SECTION, sectionsOf, STUB, withSections } from './wasm-module.ts'

const FUNCTION = 0

/** Functions that a body calls or takes the address of. Throws on an unknown instruction, which it might misread. */
function calledBy(body: Uint8Array): number[] {
  const reader = new Reader(body)
  const called: number[] = []
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number()
    reader.byte()
  }
  while (reader.at < body.length) {
    const code = reader.byte()
    if (code === 0x10 || code === 0xd2) called.push(reader.number())
    else skipImmediates(reader, code)
  }
  return called
}

/** Sizes from the core specification, chapter "Binary Format: Instructions". */
function skipImmediates(reader: Reader, code: number): void {
  if (code >= 0x45 && code <= 0xc4) return
  if (code >= 0x28 && code <= 0x3e) return reader.skipNumbers(2)
  if (code >= 0x20 && code <= 0x26) return reader.skipNumbers(1)
  switch (code) {
    case 0x00:
    case 0x01:
    case 0x05:
    case 0x0b:
    case 0x0f:
    case 0x1a:
    case 0x1b:
    case 0xd1:
      return
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x3f:
    case 0x40:
    case 0x41:
    case 0x42:
    case 0xd0:
      return reader.skipNumbers(1)
    case 0x11:
      return reader.skipNumbers(2)
    case 0x0e:
      return reader.skipNumbers(reader.number() + 1)
    case 0x1c:
      return reader.skipNumbers(reader.number())
    case 0x43:
      reader.at += 4
      return
    case 0x44:
      reader.at += 8
      return
    case 0xfc: {
      const sub = reader.number()
      const counts = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1]
      const count = counts[sub]
      if (count === undefined) throw new Error(`Unknown instruction 0xfc ${sub}`)
      return reader.skipNumbers(count)
    }
    default:
      throw new Error(`Unknown instruction 0x${code.toString(16)}`)
  }
}

function importedFunctions(content: Uint8Array): number {
  const reader = new Reader(content)
  const total = reader.number()
  for (let i = 0; i < total; i++) {
    reader.text()
    reader.text()
    if (reader.byte() !== FUNCTION) throw new Error('Only functions may be imported here')
    reader.number()
  }
  return total
}

function exportsOf(content: Uint8Array): { name: string; kind: number; index: number }[] {
  const reader = new Reader(content)
  return Array.from({ length: reader.number() }, () => ({ name: reader.text(), kind: reader.byte(), index: reader.number() }))
}

/** The entries of the function table. Each segment is `0`, a constant offset, and the functions. */
function tableEntries(content: Uint8Array): number[] {
  const reader = new Reader(content)
  const entries: number[] = []
  for (let segments = reader.number(); segments > 0; segments--) {
    const [kind, constant] = [reader.number(), reader.byte()]
    reader.number()
    if (kind !== 0 || constant !== 0x41 || reader.byte() !== 0x0b) throw new Error('Unknown kind of table segment')
    for (let count = reader.number(); count > 0; count--) entries.push(reader.number())
  }
  return entries
}

/** All functions reachable from the roots. Indexes start with the imported functions. */
function reachable(roots: readonly number[], bodies: readonly Uint8Array[], imported: number): Set<number> {
  const found = new Set(roots)
  for (const index of found) {
    const body = bodies[index - imported]
    if (body) for (const called of calledBy(body)) found.add(called)
  }
  return found
}

/** The module with only these exports, and without code that they don't need. */
export function trimWasm(module: Uint8Array, wanted: readonly string[]): Uint8Array {
  const sections = sectionsOf(module)
  if (sections.some((section) => section.id === SECTION.start)) throw new Error('A module with a start function is not expected')
  const keptExports = exportsOf(contentOf(sections, SECTION.export)).filter(({ name }) => wanted.includes(name))
  const missing = wanted.find((name) => !keptExports.some((it) => it.name === name))
  if (missing !== undefined) throw new Error(`The module has no export ${missing}`)
  const imported = importedFunctions(contentOf(sections, SECTION.import))
  const bodies = bodiesOf(contentOf(sections, SECTION.code))
  const exported = keptExports.filter(({ kind }) => kind === FUNCTION).map(({ index }) => index)
  const alive = reachable([...exported, ...tableEntries(contentOf(sections, SECTION.element))], bodies, imported)
  return withSections(module, {
    [SECTION.export]: Uint8Array.from([
      ...numberBytes(keptExports.length),
      ...keptExports.flatMap(({ name, kind, index }) => [name.length, ...Buffer.from(name), kind, ...numberBytes(index)]),
    ]),
    [SECTION.code]: codeOf(bodies.map((body, index) => (alive.has(index + imported) ? body : STUB))),
  })
}
