import { AppError } from '@ninesixteen/shared/errors'
import { decodeCost } from '../decode-cost.ts'
import { openLibheif, type HeifMemory, type Pointer } from './heif-memory.ts'
import { tiffFor, type TiffFile } from './tiff.ts'
import {
  FLIPPED_HORIZONTALLY,
  QUARTER_TURN,
  compose,
  transformedPoint,
  transformedSize,
  UPRIGHT,
  FLIPPED_VERTICALLY,
  type Transform,
} from './rotation.ts'

/** Constants of libheif's API. */
const RGB = 1
const [INTERLEAVED_RGB, INTERLEAVED_RGBA] = [10, 11]
const INTERLEAVED = 10
const [NCLX_PRIMARIES, TILING_BYTES] = [4, 72]
const PROFILE_TYPES = { nclx: 0x6e_63_6c_78, rICC: 0x72_49_43_43, prof: 0x70_72_6f_66 } as const
/** ISO/IEC 23091-2: the primaries of Display P3. */
const P3_PRIMARIES = 12
/** Offset in the decoding options, and types of transformations. */
const IGNORES_CHANGES = 1
const CHANGES = { irot: 0x69_72_6f_74, imir: 0x69_6d_69_72 } as const
const CHANGES_MAX = 16
/** More than an iPhone's photo of 48 megapixels has. */
const TILES_MAX = 10_000
/** In pixels of the longer side. */
const HALVED_FROM = 8000

/** A file's color space: its embedded profile, a known space, or the default. */
export type HeifColors = { profile: Uint8Array } | 'p3' | null

/** An opened file, which can be decoded to TIFF once its color profile is loaded. */
export interface OpenedHeif {
  hasAlpha: boolean
  colors: HeifColors
  decode(profile: Uint8Array | null): Uint8Array
}

/**
 * Opens a HEIC file and reads its primary image, upright. Throws UPLOAD_HEIC for an undecodable file, and whatever `weigh` throws for one
 * that costs too much, before a pixel is decoded.
 */
export function openHeif(file: Uint8Array): OpenedHeif {
  const memory = openLibheif()
  const { heif, call, get, copyIn } = memory
  const context: Pointer = heif.context_alloc()
  const at = copyIn(file)
  call((outcome) => heif.context_read_from_memory_without_copy(outcome, context, at, file.byteLength, 0))
  const handle = get((outcome, slot) => heif.context_get_primary_image_handle(outcome, context, slot))
  const hasAlpha = heif.image_handle_has_alpha_channel(handle) === 1
  const turn = turnOf(memory, context, handle)
  const tiling = tilingOf(memory, handle, turn === null)
  const { width, height } = tiling
  const sampleBytes = heif.image_handle_get_luma_bits_per_pixel(handle) > 8 ? 2 : 1
  const isTiled = tiling.columns * tiling.rows > 1
  decodeCost({ ...UNKNOWN, format: 'heic', width, height, channels: hasAlpha ? 4 : 3, hasAlpha, sampleBytes, isProgressive: !isTiled })
  return {
    hasAlpha,
    colors: colorsOf(memory, handle),
    decode: (profile) => decodeTiles(memory, { handle, tiling, turn, hasAlpha, profile }),
  }
}

const UNKNOWN = { isLossless: false, isRotated: false, chroma: '', pages: 1 }

interface Tiling {
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  width: number
  height: number
}

/** The tiles of the stored image; a single one if it isn't tiled or must be cropped. */
function tilingOf({ heif, allocate, number, call }: HeifMemory, handle: Pointer, isCut: boolean): Tiling {
  const at: Pointer = allocate(TILING_BYTES)
  call((outcome) => heif.image_handle_get_image_tiling(outcome, handle, 0, at))
  const [columns = 0, rows = 0, tileWidth = 0, tileHeight = 0, width = 0, height = 0] = Array.from({ length: 6 }, (_, field) =>
    number(at + 4 + 4 * field),
  )
  const whole = { width: heif.image_handle_get_width(handle), height: heif.image_handle_get_height(handle) }
  const tiling = isCut
    ? { ...whole, columns: 1, rows: 1, tileWidth: whole.width, tileHeight: whole.height }
    : { columns, rows, tileWidth, tileHeight, width, height }
  if (tiling.width < 1 || tiling.height < 1 || tiling.columns * tiling.rows > TILES_MAX) throw new AppError('UPLOAD_HEIC')
  return tiling
}

/** Rotation and mirroring of the image; null if it is also cropped, which the library only does on whole images. */
function turnOf({ heif, allocate, number }: HeifMemory, context: Pointer, handle: Pointer): Transform | null {
  const item = heif.image_handle_get_item_id(handle)
  const list: Pointer = allocate(4 * CHANGES_MAX)
  const count = heif.item_get_transformation_properties(context, item, list, CHANGES_MAX)
  let turn = UPRIGHT
  for (let index = 0; index < count; index++) {
    const change = number(list + 4 * index)
    const quarters = heif.item_get_property_transform_rotation_ccw(context, item, change) / 90
    const mirror = heif.item_get_property_transform_mirror(context, item, change)
    switch (heif.item_get_property_type(context, item, change)) {
      case CHANGES.irot:
        for (let quarter = 0; quarter < quarters; quarter++) turn = compose(turn, QUARTER_TURN)
        break
      case CHANGES.imir:
        turn = compose(turn, mirror === 0 ? FLIPPED_VERTICALLY : FLIPPED_HORIZONTALLY)
        break
      default:
        return null
    }
  }
  return turn
}

function colorsOf({ heif, allocate, get, number, call, copyOut }: HeifMemory, handle: Pointer): HeifColors {
  const type = heif.image_handle_get_color_profile_type(handle)
  if (type === PROFILE_TYPES.nclx) {
    const nclx = get((outcome, slot) => heif.image_handle_get_nclx_color_profile(outcome, handle, slot))
    return number(nclx + NCLX_PRIMARIES) === P3_PRIMARIES ? 'p3' : null
  }
  if (type !== PROFILE_TYPES.prof && type !== PROFILE_TYPES.rICC) return null
  const length = heif.image_handle_get_raw_color_profile_size(handle)
  const at: Pointer = allocate(length)
  call((outcome) => heif.image_handle_get_raw_color_profile(outcome, handle, at))
  return { profile: copyOut(at, length) }
}

interface Decoding {
  handle: Pointer
  tiling: Tiling
  turn: Transform | null
  hasAlpha: boolean
  profile: Uint8Array | null
}

/** Decodes tile by tile into one file, with one decoded tile in memory at a time. */
function decodeTiles(memory: HeifMemory, { handle, tiling, turn, hasAlpha, profile }: Decoding): Uint8Array {
  const { width, height, columns, rows, tileWidth, tileHeight } = tiling
  const { heif, bytes, get } = memory
  const step = stepOf(tiling)
  const stored = { width: Math.floor(width / step), height: Math.floor(height / step) }
  const image = tiffFor({ ...transformedSize(turn ?? UPRIGHT, stored), channels: hasAlpha ? 4 : 3 }, profile)
  const chroma = hasAlpha ? INTERLEAVED_RGBA : INTERLEAVED_RGB
  const options: Pointer = heif.decoding_options_alloc()
  bytes()[options + IGNORES_CHANGES] = turn === null ? 0 : 1
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const tile = get((outcome, slot) =>
        turn === null
          ? heif.decode_image(outcome, handle, slot, RGB, chroma, options)
          : heif.image_handle_decode_image_tile(outcome, handle, slot, RGB, chroma, options, column, row),
      )
      place(memory, tile, { image, stored, turn: turn ?? UPRIGHT, step, x: column * tileWidth, y: row * tileHeight })
      heif.image_release(tile)
    }
  }
  return image.file
}

/**
 * An image about twice as long as the stored maximum, as from phones with 48 megapixels, is halved while decoding, for a quarter of the
 * memory.
 */
function stepOf({ width, height, tileWidth, tileHeight }: Tiling): 1 | 2 {
  return Math.max(width, height) >= HALVED_FROM && tileWidth % 2 === 0 && tileHeight % 2 === 0 ? 2 : 1
}

interface TilePosition {
  image: TiffFile
  /** Before rotation, and after halving. */
  stored: { width: number; height: number }
  turn: Transform
  step: 1 | 2
  /** Position of the tile in the image, before halving. */
  x: number
  y: number
}

/** Copies a tile to its position; parts beyond the image are dropped. */
function place(
  { heif, allocate, free, bytes, number }: HeifMemory,
  tile: Pointer,
  { image, stored, turn, step, x, y }: TilePosition,
): void {
  const { channels } = image
  const strideAt: Pointer = allocate(4)
  const plane: Pointer = heif.image_get_plane_readonly(tile, INTERLEAVED, strideAt)
  const stride = number(strideAt)
  free(strideAt)
  if (plane === 0) throw new AppError('UPLOAD_HEIC')
  const columns = Math.min(heif.image_get_width(tile, INTERLEAVED), step * stored.width - x)
  const lines = Math.min(heif.image_get_height(tile, INTERLEAVED), step * stored.height - y)
  const count = Math.max(0, Math.floor(columns / step))
  const [a, , c] = turn
  for (let line = 0; line + step <= lines; line += step) {
    const start = plane + line * stride
    const pixels = step === 1 ? bytes().subarray(start, start + count * channels) : halvedRow(bytes(), { start, stride, count, channels })
    image.setLine(pixels, transformedPoint(turn, { x: x / step, y: (y + line) / step }, image), { x: a, y: c })
  }
}

/** Halves two rows: each sample is the mean of four. */
function halvedRow(bytes: Uint8Array, line: { start: number; stride: number; count: number; channels: number }): Uint8Array {
  const { start, stride, count, channels } = line
  const row = new Uint8Array(count * channels)
  for (let pixel = 0; pixel < count; pixel++) {
    for (let channel = 0; channel < channels; channel++) {
      const at = start + 2 * pixel * channels + channel
      const sum = (bytes[at] ?? 0) + (bytes[at + channels] ?? 0) + (bytes[at + stride] ?? 0) + (bytes[at + stride + channels] ?? 0)
      row[pixel * channels + channel] = (sum + 2) >> 2
    }
  }
  return row
}
