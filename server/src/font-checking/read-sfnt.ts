import { AppError } from '@ninesixteen/shared/errors'

/** The part of a font's directory and its fixed tables that decides whether it is read at all. */
export interface FontHeader {
  tables: ReadonlyMap<string, Uint8Array>
  glyphs: number
  /** The name of the `OS/2` table's usWeightClass. */
  weight: number
  italic: boolean
}

/** Real fonts have about 25, variable ones with every feature about 35. */
const TABLES_MAX = 64
/** More than any alphabetic font has. Chinese, Japanese and Korean ones have up to 65,535. */
const GLYPHS_MAX = 20_000
const ENTRY_BYTES = 16
const DIRECTORY_START = 12
const [TRUETYPE, TRUE, CFF, WOFF2] = [0x00010000, 0x74727565, 0x4f54544f, 0x774f4632]
/** Bits of `OS/2.fsType`: the licence forbids embedding, or allows bitmaps only. The least strict of several bits counts. */
const RESTRICTED = 0x2
const PRINT_OR_EDIT = 0xc
const BITMAPS_ONLY = 0x200

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function invalid(reason: string): AppError {
  return new AppError('FONT_INVALID', {}, { cause: new Error(reason) })
}

export type FontFormat = 'sfnt' | 'woff2'

/** Throws FONT_INVALID for a file that is neither TTF, OTF nor WOFF2: also for collections and WOFF 1. */
export function formatOf(bytes: Uint8Array): FontFormat {
  const signature = bytes.byteLength < DIRECTORY_START ? 0 : viewOf(bytes).getUint32(0)
  if (signature === WOFF2) return 'woff2'
  if (signature === TRUETYPE || signature === TRUE || signature === CFF) return 'sfnt'
  throw invalid('Unknown signature')
}

/** Size of the font in a WOFF2 file by its header, which the decoder takes for its limit. */
export function declaredSize(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  // W3C, WOFF 2.0, section 4.1.
  if (bytes.byteLength < 48 || view.getUint32(8) !== bytes.byteLength) throw invalid('WOFF2 length')
  if (view.getUint16(12) > TABLES_MAX) throw invalid('WOFF2 tables')
  return view.getUint32(16)
}

function readTables(font: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(font)
  const count = view.getUint16(4)
  if (count === 0 || count > TABLES_MAX) throw invalid('Number of tables')
  if (DIRECTORY_START + count * ENTRY_BYTES > font.byteLength) throw invalid('Directory is cut short')
  const tables = new Map<string, Uint8Array>()
  for (let index = 0; index < count; index++) {
    const at = DIRECTORY_START + index * ENTRY_BYTES
    const tag = String.fromCharCode(...font.subarray(at, at + 4))
    const [start, length] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (tables.has(tag) || start + length > font.byteLength) throw invalid(`Table ${tag}`)
    tables.set(tag, font.subarray(start, start + length))
  }
  return tables
}

function tableOf(tables: ReadonlyMap<string, Uint8Array>, tag: string, least: number): DataView {
  const table = tables.get(tag)
  if (!table || table.byteLength < least) throw invalid(`No table ${tag}`)
  return viewOf(table)
}

/** Reads the directory of a font. Throws the FONT_ errors of the table. */
export function readSfnt(font: Uint8Array): FontHeader {
  if (formatOf(font) !== 'sfnt') throw invalid('Nested WOFF2')
  const tables = readTables(font)
  for (const [tag, least] of [
    ['cmap', 4],
    ['hhea', 36],
    ['hmtx', 4],
  ] as const)
    tableOf(tables, tag, least)
  if (!['glyf', 'CFF ', 'CFF2'].some((tag) => tables.has(tag))) throw invalid('No outlines')
  const glyphs = tableOf(tables, 'maxp', 6).getUint16(4)
  if (glyphs > GLYPHS_MAX) throw new AppError('FONT_TOO_COMPLEX', {}, { cause: new Error(`${glyphs} glyphs`) })
  const style = tableOf(tables, 'head', 54).getUint16(44)
  const metrics = tables.get('OS/2')
  if (!metrics) return { tables, glyphs, weight: style & 1 ? 700 : 400, italic: (style & 2) !== 0 }
  const os2 = tableOf(tables, 'OS/2', 64)
  const embedding = os2.getUint16(8)
  const isRestricted = (embedding & RESTRICTED) !== 0 && (embedding & PRINT_OR_EDIT) === 0
  if (isRestricted || (embedding & BITMAPS_ONLY) !== 0) throw new AppError('FONT_RESTRICTED')
  const weight = os2.getUint16(4)
  // Some old fonts count from 1 to 9.
  const italic = (os2.getUint16(62) & 0x201) !== 0 || (style & 2) !== 0
  return { tables, glyphs, weight: Math.min(1000, Math.max(1, weight < 10 ? weight * 100 : weight)) || 400, italic }
}
