import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AppError } from '@ninesixteen/shared/errors'
import { instantiateWasm } from '@ninesixteen/shared/shaping/web-assembly'

/** The C functions in use; pointers and sizes are numbers. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer }
  _initialize(): void
  malloc(bytes: number): number
  hb_blob_create(bytes: number, length: number, mode: number, userData: number, destroy: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_set_clear(set: number): void
  hb_set_invert(set: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_unicode_set(input: number): number
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_pin_axis_to_default(input: number, face: number, axis: number): number
  hb_subset_or_fail(face: number, input: number): number
}

/** HB_MEMORY_MODE_WRITABLE, HB_SUBSET_SETS_DROP_TABLE_TAG, HB_SUBSET_SETS_NAME_ID and flags of hb-subset.h. */
const WRITABLE = 2
const DROPPED_TABLES = 3
const NAME_IDS = 4
const [NO_HINTING, DESUBROUTINIZE, NOTDEF_OUTLINE] = [0x1, 0x4, 0x40]

/** Tables that set or draw text. Bytecode, bitmaps, colors, SVG, names and everything unknown are left out. */
const KEPT = new Set(['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'loca', 'glyf', 'CFF ', 'CFF2', 'VORG'])
for (const tag of ['fvar', 'gvar', 'avar', 'HVAR', 'MVAR', 'GDEF', 'GSUB', 'GPOS']) KEPT.add(tag)

const require = createRequire(import.meta.url)

function tagOf(name: string): number {
  return [...name].reduce((tag, letter) => tag * 256 + letter.charCodeAt(0), 0)
}

/**
 * The font rebuilt by HarfBuzz: every character and what its default features lead to, upright axes at their default, weights as they are. The
 * memory of WebAssembly is freed with the caller's thread.
 */
export async function subsetFont(
  font: Uint8Array,
  { tags, axes }: { tags: Iterable<string>; axes: Iterable<string> },
): Promise<Uint8Array> {
  const hb = (await instantiateWasm(await readFile(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')), {})) as Exports
  const { _initialize: construct } = hb
  construct()
  const pointer = hb.malloc(font.byteLength)
  if (pointer === 0) throw new AppError('FONT_TOO_COMPLEX')
  new Uint8Array(hb.memory.buffer).set(font, pointer)
  const face = hb.hb_face_create(hb.hb_blob_create(pointer, font.byteLength, WRITABLE, 0, 0), 0)
  const input = hb.hb_subset_input_create_or_fail()
  const characters = hb.hb_subset_input_unicode_set(input)
  hb.hb_set_clear(characters)
  hb.hb_set_invert(characters)
  hb.hb_set_clear(hb.hb_subset_input_set(input, NAME_IDS))
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES)
  for (const tag of tags) if (!KEPT.has(tag)) hb.hb_set_add(dropped, tagOf(tag))
  hb.hb_subset_input_set_flags(input, NO_HINTING | DESUBROUTINIZE | NOTDEF_OUTLINE)
  for (const axis of axes) if (axis !== 'wght') hb.hb_subset_input_pin_axis_to_default(input, face, tagOf(axis))
  const subset = hb.hb_subset_or_fail(face, input)
  if (subset === 0) throw new AppError('FONT_INVALID', {}, { cause: new Error('HarfBuzz cannot rebuild the font') })
  const blob = hb.hb_face_reference_blob(subset)
  const length = hb.hb_blob_get_length(blob)
  const start = hb.hb_blob_get_data(blob, 0)
  return new Uint8Array(hb.memory.buffer).slice(start, start + length)
}
