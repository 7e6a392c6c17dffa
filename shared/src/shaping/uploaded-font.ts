import type { UploadedFontId } from '../slide/fonts.ts'
import { parseFaces } from './manifest.ts'
import type { FaceFont } from './manifest.ts'
import { parseJson } from './parse-json.ts'

/*
 * The file of an uploaded font holds all its cuts, so that a slide that has the file has everything: `916F`, the length of the list in bytes, the list
 * of cuts as JSON, then the font of each cut. Numbers are big-endian, as in fonts.
 */

const MAGIC = 0x39313646
const HEADER_BYTES = 8
/** Far above the list of a font with every character there is, in bytes. */
const LIST_MAX = 1_000_000

/** A cut in the list: as in the table of typefaces, with the size of its font in bytes. */
export interface ListedCut {
  italic: boolean
  /** The ends of the weight axis; a font without an axis has its weight twice. */
  weights: readonly [number, number]
  /** The steps between the ends of the ranges of its characters. */
  coverage: readonly number[]
  line: readonly [number, number]
  bytes: number
}

/** Data of a cut, and the font that draws it. */
export interface FontCut {
  font: FaceFont
  bytes: Uint8Array
}

/** A cut as it is stored. */
export interface StoredCut {
  cut: Omit<ListedCut, 'bytes'>
  bytes: Uint8Array
}

function isListed(value: unknown): value is ListedCut {
  if (typeof value !== 'object' || value === null) return false
  const { bytes, weights } = value as Record<string, unknown>
  return Number.isSafeInteger(bytes) && Number(bytes) > 0 && Array.isArray(weights)
}

function listOf(file: Uint8Array): { list: ListedCut[]; start: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const isFont = file.byteLength >= HEADER_BYTES && view.getUint32(0) === MAGIC
  const length = isFont ? view.getUint32(4) : 0
  const start = HEADER_BYTES + length
  const list = length > 0 && length <= LIST_MAX && start <= file.byteLength ? parseJson(file.subarray(HEADER_BYTES, start)) : null
  if (!Array.isArray(list) || !list.every(isListed)) throw new Error('This is no file of a font')
  return { list, start }
}

/** The cuts of the file as they were written; what is no such file throws. */
export function splitFontFile(file: Uint8Array): StoredCut[] {
  const { list, start } = listOf(file)
  let at = start
  return list.map(({ bytes: length, ...cut }) => {
    const bytes = file.subarray(at, at + length)
    at += length
    if (at > file.byteLength) throw new Error('The file of a font is cut short')
    return { cut, bytes }
  })
}

/** The cuts of an uploaded font for the shaper; anything else throws. */
export function readFontFile(id: UploadedFontId, file: Uint8Array): FontCut[] {
  const stored = splitFontFile(file)
  const fonts = parseFaces(stored.map(({ cut }, index) => ({ ...cut, key: `${id}#${index}`, file: id, face: id, primary: false })))
  return fonts.map((font, index) => ({ font, bytes: stored[index]?.bytes ?? new Uint8Array() }))
}

/** The opposite of `splitFontFile`. */
export function writeFontFile(cuts: readonly StoredCut[]): Uint8Array {
  // ASCII alone: one byte for each character.
  const list = JSON.stringify(cuts.map(({ cut, bytes }): ListedCut => ({ ...cut, bytes: bytes.byteLength })))
  const file = new Uint8Array(HEADER_BYTES + list.length + cuts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0))
  const view = new DataView(file.buffer)
  view.setUint32(0, MAGIC)
  view.setUint32(4, list.length)
  for (let i = 0; i < list.length; i++) file[HEADER_BYTES + i] = list.charCodeAt(i)
  let at = HEADER_BYTES + list.length
  for (const { bytes } of cuts) {
    file.set(bytes, at)
    at += bytes.byteLength
  }
  return file
}
