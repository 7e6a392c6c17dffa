// Reads and writes the parts of the WebAssembly binary format that the build changes in HarfBuzz: sections and function bodies.

const HEADER_BYTES = 8
export const SECTION = { import: 2, function: 3, global: 6, export: 7, start: 8, element: 9, code: 10 } as const
/** The body of a removed function, which keeps its index: no locals, `unreachable`, `end`. */
export const STUB = Uint8Array.of(0x00, 0x00, 0x0b)

export class Reader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0
  }

  /** Reads LEB128. The value is correct for unsigned numbers below 2^32. */
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

export function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)]
}

export interface Section {
  id: number
  content: Uint8Array
}

export function sectionsOf(module: Uint8Array): Section[] {
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

/** The content of a section; a count of 0 if the module has none. */
export function contentOf(sections: readonly Section[], id: number): Uint8Array {
  return sections.find((section) => section.id === id)?.content ?? Uint8Array.of(0)
}

/** The module with these sections replaced. */
export function withSections(module: Uint8Array, changed: Record<number, Uint8Array>): Uint8Array {
  const parts = sectionsOf(module).flatMap(({ id, content }) => {
    const now = changed[id] ?? content
    return [Uint8Array.from([id, ...numberBytes(now.length)]), now]
  })
  return Buffer.concat([module.subarray(0, HEADER_BYTES), ...parts])
}

export function bodiesOf(content: Uint8Array): Uint8Array[] {
  const reader = new Reader(content)
  return Array.from({ length: reader.number() }, () => {
    const length = reader.number()
    reader.at += length
    return content.subarray(reader.at - length, reader.at)
  })
}

/** A code section of these bodies. */
export function codeOf(bodies: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([
    Uint8Array.from(numberBytes(bodies.length)),
    ...bodies.flatMap((body) => [Uint8Array.from(numberBytes(body.length)), body]),
  ])
}
