// Takes out of a WebAssembly module what nobody can call. Functions keep their numbers: those that are out of reach become one
// `unreachable`, so that nothing else in the module has to change.

const HEADER_BYTES = 8
const SECTION = { import: 2, function: 3, export: 7, start: 8, element: 9, code: 10 } as const
const FUNCTION = 0
/** No locals, `unreachable`, `end`. */
const STUB = [0x00, 0x00, 0x0b]

/** Reads a module's bytes from front to back. */
class Reader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0
  }

  /** LEB128; the value matters only for what is unsigned and below 2^32. */
  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) this.number()
  }

  text(): string {
    const length = this.number()
    this.at += length
    return String.fromCharCode(...this.bytes.subarray(this.at - length, this.at))
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)]
}

/** Functions that one body calls or takes the address of. An instruction this does not know throws: then nothing is trimmed wrongly. */
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

/** Sizes as of the core specification, chapter "Binary Format: Instructions". */
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

interface Section {
  id: number
  content: Uint8Array
}

function sectionsOf(module: Uint8Array): Section[] {
  const reader = new Reader(module, HEADER_BYTES)
  const sections: Section[] = []
  while (reader.at < module.length) {
    const id = reader.byte()
    const length = reader.number()
    sections.push({ id, content: module.subarray(reader.at, reader.at + length) })
    reader.at += length
  }
  return sections
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

function bodiesOf(content: Uint8Array): Uint8Array[] {
  const reader = new Reader(content)
  return Array.from({ length: reader.number() }, () => {
    const length = reader.number()
    reader.at += length
    return content.subarray(reader.at - length, reader.at)
  })
}

/** What stands in the function table: each segment is `0`, a constant as its offset, and the functions. */
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

/** All functions that can be reached from the roots. Indexes count the imported ones first. */
function reachable(roots: readonly number[], bodies: readonly Uint8Array[], imported: number): Set<number> {
  const found = new Set(roots)
  for (const index of found) {
    const body = bodies[index - imported]
    if (body) for (const called of calledBy(body)) found.add(called)
  }
  return found
}

/** The module with only these exports, and without the code that only the others need. */
export function trimWasm(module: Uint8Array, wanted: readonly string[]): Uint8Array {
  const sections = sectionsOf(module)
  const contentOf = (id: number): Uint8Array => sections.find((section) => section.id === id)?.content ?? Uint8Array.of(0)
  if (sections.some((section) => section.id === SECTION.start)) throw new Error('A module with a start function is not expected')
  const kept = exportsOf(contentOf(SECTION.export)).filter(({ name }) => wanted.includes(name))
  const missing = wanted.find((name) => !kept.some((it) => it.name === name))
  if (missing !== undefined) throw new Error(`The module has no export ${missing}`)
  const imported = importedFunctions(contentOf(SECTION.import))
  const bodies = bodiesOf(contentOf(SECTION.code))
  const roots = [...kept.filter(({ kind }) => kind === FUNCTION).map(({ index }) => index), ...tableEntries(contentOf(SECTION.element))]
  const alive = reachable(roots, bodies, imported)

  const changed: Record<number, Uint8Array> = {
    [SECTION.export]: Uint8Array.from([
      ...numberBytes(kept.length),
      ...kept.flatMap(({ name, kind, index }) => [name.length, ...Buffer.from(name), kind, ...numberBytes(index)]),
    ]),
    [SECTION.code]: Buffer.concat([
      Uint8Array.from(numberBytes(bodies.length)),
      ...bodies.flatMap((body, index) => {
        const code = alive.has(index + imported) ? body : Uint8Array.from(STUB)
        return [Uint8Array.from(numberBytes(code.length)), code]
      }),
    ]),
  }
  const parts = sections.flatMap(({ id, content }) => {
    const now = changed[id] ?? content
    return [Uint8Array.from([id, ...numberBytes(now.length)]), now]
  })
  return Buffer.concat([module.subarray(0, HEADER_BYTES), ...parts])
}
