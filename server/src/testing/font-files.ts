import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import wawoff2 from 'wawoff2'

const require = createRequire(import.meta.url)
const SANS = dirname(require.resolve('@fontsource/poppins/package.json'))
const VARIABLE = dirname(require.resolve('@fontsource-variable/dm-sans/package.json'))

/** Poppins in a weight and style, as WOFF2. */
export function poppins(weight: 400 | 700, style: 'normal' | 'italic' = 'normal'): Promise<Buffer> {
  return readFile(join(SANS, `files/poppins-latin-${weight}-${style}.woff2`))
}

/** DM Sans with all of its axes, as WOFF2. */
export function variableSans(): Promise<Buffer> {
  return readFile(join(VARIABLE, 'files/dm-sans-latin-standard-normal.woff2'))
}

/** As TTF. */
export async function unpackFont(woff2: Uint8Array): Promise<Uint8Array> {
  return Uint8Array.from(await wawoff2.decompress(woff2))
}

export type FontTables = Map<string, Uint8Array>

export function tablesOf(font: Uint8Array): FontTables {
  const view = new DataView(font.buffer, font.byteOffset)
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, index) => {
      const at = 12 + 16 * index
      const start = view.getUint32(at + 8)
      return [Buffer.from(font.subarray(at, at + 4)).toString('latin1'), font.slice(start, start + view.getUint32(at + 12))] as const
    }),
  )
}

/** A TTF of these tables, without correct checksums. */
export function fontOf(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const padded = (bytes: Uint8Array): number => Math.ceil(bytes.byteLength / 4) * 4
  const start = 12 + 16 * tables.size
  const font = new Uint8Array([...tables.values()].reduce((sum, table) => sum + padded(table), start))
  const view = new DataView(font.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, tables.size)
  let at = start
  for (const [index, [tag, table]] of [...tables].entries()) {
    const entry = 12 + 16 * index
    font.set(Buffer.from(tag, 'latin1'), entry)
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, table.byteLength)
    font.set(table, at)
    at += padded(table)
  }
  return font
}
