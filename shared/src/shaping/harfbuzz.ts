import { drawCallbacks } from './draw-callbacks.ts'
import type { Outline } from './outline.ts'
import { instantiateWasm } from './web-assembly.ts'
import type { WasmImports } from './web-assembly.ts'

/** Instantiates the file `harfbuzzjs/dist/harfbuzz.wasm`, which each host reads in its own way, and gives its exports. */
export type InstantiateHarfBuzz = (imports: WasmImports) => Promise<unknown>

/** A glyph and where it goes, in font units. */
export interface ShapedGlyph {
  glyph: number
  /** Offset of the first code unit that it draws; glyphs of one cluster have the same. */
  cluster: number
  advance: number
  xOffset: number
  yOffset: number
}

/** A face at one weight. */
export interface HarfBuzzFont {
  /** Null while the host has not loaded what this text takes. */
  shape(text: string, rightToLeft: boolean, ligatures?: boolean): ShapedGlyph[] | null
  /** In font units, y turned downwards. Null as above. */
  outline(glyph: number): Outline | null
}

export interface HarfBuzzFace {
  unitsPerEm: number
  /** `weight` on the axis `wght`; null for a face of one weight. */
  font(weight: number | null): HarfBuzzFont
}

/**
 * The part of HarfBuzz that lines of text need, straight over the exports of its WebAssembly. The package's own module
 * wraps all of HarfBuzz in classes that no bundler can leave out: five times the code of this file.
 */
export interface HarfBuzz {
  face(bytes: Uint8Array): HarfBuzzFace
}

/** The C functions in use; pointers and sizes are numbers, opaque values of C too. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  __indirect_function_table: { readonly length: number; grow(by: number): number; set(index: number, callback: unknown): void }
  __wasm_call_ctors(): void
  malloc(bytes: number): number
  free(pointer: number): void
  hb_language_from_string(text: number, length: number): number
  hb_blob_create(bytes: number, length: number, mode: number, userData: number, destroy: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_get_upem(face: number): number
  hb_font_create(face: number): number
  hb_font_set_variations(font: number, variations: number, count: number): void
  hb_font_draw_glyph(font: number, glyph: number, callbacks: number, data: number): void
  hb_draw_funcs_create(): number
  hb_draw_funcs_set_move_to_func(callbacks: number, callback: number, userData: number, destroy: number): void
  hb_draw_funcs_set_line_to_func(callbacks: number, callback: number, userData: number, destroy: number): void
  hb_draw_funcs_set_quadratic_to_func(callbacks: number, callback: number, userData: number, destroy: number): void
  hb_draw_funcs_set_cubic_to_func(callbacks: number, callback: number, userData: number, destroy: number): void
  hb_draw_funcs_set_close_path_func(callbacks: number, callback: number, userData: number, destroy: number): void
  hb_buffer_create(): number
  hb_buffer_reset(buffer: number): void
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, itemLength: number): void
  hb_buffer_set_direction(buffer: number, direction: number): void
  hb_buffer_set_language(buffer: number, language: number): void
  hb_buffer_guess_segment_properties(buffer: number): void
  hb_buffer_get_length(buffer: number): number
  hb_buffer_get_glyph_infos(buffer: number, length: number): number
  hb_buffer_get_glyph_positions(buffer: number, length: number): number
  hb_shape(font: number, buffer: number, features: number, count: number): void
}

/** All of them: what a host may leave out of the file is the rest. */
export const HARFBUZZ_EXPORTS = [
  'memory',
  '__indirect_function_table',
  '__wasm_call_ctors',
  'malloc',
  'free',
  'hb_language_from_string',
  'hb_blob_create',
  'hb_face_create',
  'hb_face_get_upem',
  'hb_font_create',
  'hb_font_set_variations',
  'hb_font_draw_glyph',
  'hb_draw_funcs_create',
  'hb_draw_funcs_set_move_to_func',
  'hb_draw_funcs_set_line_to_func',
  'hb_draw_funcs_set_quadratic_to_func',
  'hb_draw_funcs_set_cubic_to_func',
  'hb_draw_funcs_set_close_path_func',
  'hb_buffer_create',
  'hb_buffer_reset',
  'hb_buffer_add_utf16',
  'hb_buffer_set_direction',
  'hb_buffer_set_language',
  'hb_buffer_guess_segment_properties',
  'hb_buffer_get_length',
  'hb_buffer_get_glyph_infos',
  'hb_buffer_get_glyph_positions',
  'hb_shape',
] as const satisfies (keyof Exports)[]

/** HB_DIRECTION_LTR, HB_DIRECTION_RTL and HB_MEMORY_MODE_WRITABLE of hb-common.h and hb-blob.h. */
const LEFT_TO_RIGHT = 4
const RIGHT_TO_LEFT = 5
const WRITABLE = 2
/** The tag `wght` as HB_TAG makes it. */
const WEIGHT_AXIS = 0x77676874
/** The tags `liga` and `clig`. */
const LIGATURES = [0x6c696761, 0x636c6967]
/** hb_feature_t is four 32 bit values: tag, value, first and last character. */
const FEATURE_WORDS = 4
/** hb_glyph_info_t and hb_glyph_position_t are five 32 bit values each. */
const GLYPH_WORDS = 5
/** WebAssembly memory, in bytes. */
const PAGE = 65_536
/** Memory grows by a fifth at least, so that a long text does not grow it again and again. */
const GROWTH = 1.2
/** A scratch area that the largest struct in use (hb_variation_t, 2 values of 32 bits) fits in. */
const SCRATCH_BYTES = 64

function environment(exports: () => Exports): WasmImports {
  const abort = (): never => {
    throw new Error('HarfBuzz stopped')
  }
  return {
    env: {
      _abort_js: abort,
      _emscripten_runtime_keepalive_clear: () => undefined,
      _setitimer_js: () => 0,
      emscripten_resize_heap(requested = 0) {
        const { memory } = exports()
        const bytes = memory.buffer.byteLength
        try {
          memory.grow(Math.ceil((Math.max(requested >>> 0, bytes * GROWTH) - bytes) / PAGE))
          return 1
        } catch (error) {
          // By its contract it answers, and malloc then gives no memory: the host has none left.
          if (error instanceof RangeError) return 0
          throw error
        }
      },
    },
    wasi_snapshot_preview1: { proc_exit: abort },
  }
}

/** Instantiates HarfBuzz. Everything it makes lives as long as it does: the product has a dozen fonts, and keeps them. */
export async function loadHarfBuzz(instantiate: InstantiateHarfBuzz): Promise<HarfBuzz> {
  // The exports are what the interface above says of harfbuzz.wasm: its package is pinned.
  const hb: Exports = (await instantiate(environment(() => hb))) as Exports
  const { __wasm_call_ctors: construct } = hb
  construct()
  const path: number[] = []
  const callbacks = await installCallbacks(hb, path)
  const buffer = hb.hb_buffer_create()
  const scratch = hb.malloc(SCRATCH_BYTES)
  new Uint8Array(hb.memory.buffer).set(
    [...'en'].map((letter) => letter.charCodeAt(0)),
    scratch,
  )
  const language = hb.hb_language_from_string(scratch, 2)

  return {
    face(bytes) {
      const pointer = hb.malloc(bytes.length)
      new Uint8Array(hb.memory.buffer).set(bytes, pointer)
      const face = hb.hb_face_create(hb.hb_blob_create(pointer, bytes.length, WRITABLE, 0, 0), 0)
      return {
        unitsPerEm: hb.hb_face_get_upem(face),
        font(weight) {
          const font = hb.hb_font_create(face)
          if (weight !== null) {
            new Uint32Array(hb.memory.buffer)[scratch / 4] = WEIGHT_AXIS
            new Float32Array(hb.memory.buffer)[scratch / 4 + 1] = weight
            hb.hb_font_set_variations(font, scratch, 1)
          }
          return {
            shape(text, rightToLeft, ligatures = true) {
              fillBuffer(hb, buffer, text)
              hb.hb_buffer_set_direction(buffer, rightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT)
              hb.hb_buffer_set_language(buffer, language)
              hb.hb_buffer_guess_segment_properties(buffer)
              if (!ligatures) writeFeaturesOff(hb, scratch)
              hb.hb_shape(font, buffer, ligatures ? 0 : scratch, ligatures ? 0 : LIGATURES.length)
              return readGlyphs(hb, buffer)
            },
            outline(glyph) {
              path.length = 0
              hb.hb_font_draw_glyph(font, glyph, callbacks, 0)
              return [...path]
            },
          }
        },
      }
    },
  }
}

/** Turns ligatures off for all characters: they would tie together letters that are spaced. */
function writeFeaturesOff(hb: Exports, at: number): void {
  const words = new Uint32Array(hb.memory.buffer, at, LIGATURES.length * FEATURE_WORDS)
  for (const [index, tag] of LIGATURES.entries()) words.set([tag, 0, 0, 0xffffffff], index * FEATURE_WORDS)
}

/** Callbacks that write a glyph's outline to `path`. */
async function installCallbacks(hb: Exports, path: number[]): Promise<number> {
  const { bytes, imports, names } = drawCallbacks(path)
  const wrapped = (await instantiateWasm(bytes, imports)) as Record<(typeof names)[number], unknown>
  const callbacks = hb.hb_draw_funcs_create()
  const { __indirect_function_table: table } = hb
  for (const name of names) {
    const index = table.grow(1)
    table.set(index, wrapped[name])
    hb[`hb_draw_funcs_set_${name}_func`](callbacks, index, 0, 0)
  }
  return callbacks
}

function fillBuffer(hb: Exports, buffer: number, text: string): void {
  const pointer = hb.malloc(text.length * 2)
  const words = new Uint16Array(hb.memory.buffer, pointer, text.length)
  for (let i = 0; i < text.length; i++) words[i] = text.charCodeAt(i)
  hb.hb_buffer_reset(buffer)
  hb.hb_buffer_add_utf16(buffer, pointer, text.length, 0, text.length)
  hb.free(pointer)
}

function readGlyphs(hb: Exports, buffer: number): ShapedGlyph[] {
  const length = hb.hb_buffer_get_length(buffer)
  const infos = hb.hb_buffer_get_glyph_infos(buffer, 0)
  const positions = hb.hb_buffer_get_glyph_positions(buffer, 0)
  const glyphs = new Uint32Array(hb.memory.buffer, infos, length * GLYPH_WORDS)
  const placed = new Int32Array(hb.memory.buffer, positions, length * GLYPH_WORDS)
  return Array.from({ length }, (_, index) => {
    const at = index * GLYPH_WORDS
    return {
      glyph: glyphs[at] ?? 0,
      cluster: glyphs[at + 2] ?? 0,
      advance: placed[at] ?? 0,
      xOffset: placed[at + 2] ?? 0,
      yOffset: placed[at + 3] ?? 0,
    }
  })
}
