import { BitCursor } from './bit-cursor.ts'
import { readCodeword, SCALE_FACTOR_CODE, SCALE_FACTOR_DELTAS, SPECTRAL_CODES } from './huffman.ts'

/** Where the volume of a packet is written (ISO/IEC 14496-3, 4.4.2). */
export interface PacketGains {
  /** Bit offsets of `global_gain`, 8 bits, of each channel with a spectrum. */
  at: readonly number[]
  /** How far each of them can be lowered before a scale factor leaves its range. */
  room: number
}

/** id_syn_ele: what an element of a packet holds. */
const ELEMENT = { pair: 1, fill: 6, end: 7 } as const
const EIGHT_SHORT = 2
/** Section codebooks that are not Huffman codes of the spectrum. */
const BOOK = { zero: 0, escape: 11, reserved: 12, noise: 13 } as const
const SCALE_FACTOR_MAX = 255

/** Bounds of the scale factor bands at 44.1 and 48 kHz (ISO/IEC 14496-3, table 4.129 and 4.130). */
const LONG_BANDS = bandBounds([
  [4, 10],
  [8, 7],
  [12, 4],
  [16, 2],
  [20, 2],
  [24, 2],
  [28, 2],
  [32, 19],
  [96, 1],
])
const SHORT_BANDS = bandBounds([
  [4, 5],
  [8, 3],
  [12, 3],
  [16, 3],
])

function bandBounds(widths: readonly (readonly [width: number, count: number])[]): number[] {
  const bounds = [0]
  for (const [width, count] of widths) for (let band = 0; band < count; band++) bounds.push((bounds.at(-1) ?? 0) + width)
  return bounds
}

/** The windows of a channel. */
interface Windows {
  isShort: boolean
  bands: number
  /** Windows of each group, which share their scale factors. */
  groups: readonly number[]
}

/**
 * Reads a packet of stereo AAC-LC at 44.1 or 48 kHz to its last bit, without decoding it. Throws a RangeError for anything else: another profile,
 * other channels, or damaged bits.
 */
export function readPacket(packet: Uint8Array): PacketGains {
  const bits = new BitCursor(packet)
  const channels: Channel[] = []
  for (;;) {
    const element = bits.bits(3)
    if (element === ELEMENT.end) break
    if (element === ELEMENT.fill) skipFill(bits)
    else if (element === ELEMENT.pair && channels.length === 0) channels.push(...readPair(bits))
    else throw new RangeError('Not a packet of stereo AAC-LC')
  }
  if (channels.length === 0 || packet.length * 8 - bits.at >= 8) throw new RangeError('Not a packet of stereo AAC-LC')
  return { at: channels.map(({ gainAt }) => gainAt), room: Math.min(...channels.map(({ room }) => room)) }
}

function skipFill(bits: BitCursor): void {
  const count = bits.bits(4)
  bits.skip(8 * (count === 15 ? 14 + bits.bits(8) : count))
}

interface Channel {
  gainAt: number
  room: number
}

function readPair(bits: BitCursor): Channel[] {
  bits.skip(4) // element_instance_tag
  const common = bits.bit() === 1 ? readWindows(bits) : null
  if (common) {
    const maskPresent = bits.bits(2)
    if (maskPresent === 3) throw new RangeError('Reserved ms_mask_present')
    if (maskPresent === 1) bits.skip(common.groups.length * common.bands)
  }
  return [readChannel(bits, common), readChannel(bits, common)]
}

function readWindows(bits: BitCursor): Windows {
  bits.skip(1)
  const isShort = bits.bits(2) === EIGHT_SHORT
  bits.skip(1) // window_shape
  const bands = bits.bits(isShort ? 4 : 6)
  if (bands >= (isShort ? SHORT_BANDS : LONG_BANDS).length) throw new RangeError('Too many bands')
  if (!isShort) {
    if (bits.bit() === 1) throw new RangeError('Prediction is not part of AAC-LC')
    return { isShort, bands, groups: [1] }
  }
  const groups = [1]
  for (let window = 1; window < 8; window++) {
    if (bits.bit() === 1) groups.push((groups.pop() ?? 0) + 1)
    else groups.push(1)
  }
  return { isShort, bands, groups }
}

function readChannel(bits: BitCursor, common: Windows | null): Channel {
  const gainAt = bits.at
  const gain = bits.bits(8)
  const windows = common ?? readWindows(bits)
  const books = readSections(bits, windows)
  const lowest = readScaleFactors(bits, books, gain)
  if (bits.bit() === 1) skipPulses(bits, windows)
  if (bits.bit() === 1) skipNoiseShaping(bits, windows)
  if (bits.bit() === 1) throw new RangeError('Gain control is not part of AAC-LC')
  skipSpectrum(bits, books, windows)
  return { gainAt, room: lowest }
}

/** The codebook of each band, group by group. */
function readSections(bits: BitCursor, { isShort, bands, groups }: Windows): number[] {
  const width = isShort ? 3 : 5
  const escape = 2 ** width - 1
  const books: number[] = []
  for (let group = 1; group <= groups.length; group++) {
    while (books.length < group * bands) {
      const book = bits.bits(4)
      if (book === BOOK.reserved) throw new RangeError('Reserved codebook')
      let [count, part] = [0, 0]
      do {
        part = bits.bits(width)
        count += part
      } while (part === escape)
      if (count === 0 || books.length + count > group * bands) throw new RangeError('Sections beyond the bands')
      for (let band = 0; band < count; band++) books.push(book)
    }
  }
  return books
}

/** Returns the lowest scale factor of the spectrum. */
function readScaleFactors(bits: BitCursor, books: readonly number[], gain: number): number {
  let factor = gain
  let lowest = gain
  let isFirstNoise = true
  for (const book of books) {
    if (book === BOOK.zero) continue
    if (book === BOOK.noise && isFirstNoise) {
      bits.skip(9)
      isFirstNoise = false
      continue
    }
    const delta = SCALE_FACTOR_DELTAS[readCodeword(bits, SCALE_FACTOR_CODE)] ?? 0
    // Noise follows the volume by itself; positions of intensity stereo don't depend on it.
    if (book >= BOOK.noise) continue
    factor += delta
    if (factor < 0 || factor > SCALE_FACTOR_MAX) throw new RangeError('A scale factor is out of range')
    lowest = Math.min(lowest, factor)
  }
  return lowest
}

function skipPulses(bits: BitCursor, { isShort }: Windows): void {
  if (isShort) throw new RangeError('Pulses in short windows')
  const count = bits.bits(2) + 1
  bits.skip(6 + 9 * count)
}

function skipNoiseShaping(bits: BitCursor, { isShort }: Windows): void {
  for (let window = 0; window < (isShort ? 8 : 1); window++) {
    const filters = bits.bits(isShort ? 1 : 2)
    const resolution = filters > 0 ? 3 + bits.bit() : 0
    for (let filter = 0; filter < filters; filter++) {
      bits.skip(isShort ? 4 : 6)
      const order = bits.bits(isShort ? 3 : 5)
      if (order === 0) continue
      bits.skip(1)
      const compression = bits.bit()
      bits.skip(order * (resolution - compression))
    }
  }
}

function skipSpectrum(bits: BitCursor, books: readonly number[], { isShort, bands, groups }: Windows): void {
  const bounds = isShort ? SHORT_BANDS : LONG_BANDS
  for (const [index, book] of books.entries()) {
    const code = SPECTRAL_CODES[book - 1]
    if (!code) continue
    const band = index % bands
    const width = (bounds[band + 1] ?? 0) - (bounds[band] ?? 0)
    const words = ((groups[Math.floor(index / bands)] ?? 0) * width) / code.values
    for (let word = 0; word < words; word++) {
      const place = readCodeword(bits, code)
      if (code.extras === '') continue
      const extra = code.extras.charCodeAt(place) - 48
      bits.skip(book === BOOK.escape ? extra % 3 : extra)
      if (book === BOOK.escape) for (let left = Math.floor(extra / 3); left > 0; left--) skipEscape(bits)
    }
  }
}

/** As many ones as the number is longer than four bits, a zero, and the number. */
function skipEscape(bits: BitCursor): void {
  let length = 4
  while (bits.bit() === 1) length += 1
  if (length > 12) throw new RangeError('An escape sequence is too long')
  bits.skip(length)
}
