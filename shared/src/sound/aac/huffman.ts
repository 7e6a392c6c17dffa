import type { BitCursor } from './bit-cursor.ts'

/**
 * A Huffman code of AAC (ISO/IEC 14496-3, 4.A.1). Its codewords are canonical: consecutive numbers within a length, and the shorter ones first, so
 * the number of codewords of each length describes them.
 */
export interface HuffmanCode {
  /** Codewords of 1 bit, of 2 bits and so on. */
  lengths: readonly number[]
}

/** Reads a codeword and returns its place among all of the code. Throws a RangeError for bits that are none. */
export function readCodeword(bits: BitCursor, { lengths }: HuffmanCode): number {
  let [code, first, place] = [0, 0, 0]
  for (const count of lengths) {
    code = (code << 1) | bits.bit()
    first <<= 1
    if (code - first < count) return place + code - first
    first += count
    place += count
  }
  throw new RangeError('Not a codeword of AAC')
}

/** A code for two or four values of the spectrum. */
export interface SpectralCode extends HuffmanCode {
  values: 2 | 4
  /**
   * Bits after each codeword, in their order: one sign for each value that is not 0, plus 3 for each escape sequence. Empty for codes of signed
   * values, which have none.
   */
  extras: string
}

/** The codes of the spectrum, the first one with number 1. */
export const SPECTRAL_CODES: readonly SpectralCode[] = [
  { lengths: [1, 0, 0, 0, 8, 0, 24, 0, 24, 8, 16], values: 4, extras: '' },
  { lengths: [0, 0, 1, 1, 7, 24, 15, 19, 14], values: 4, extras: '' },
  {
    lengths: [1, 0, 0, 4, 2, 6, 3, 5, 15, 15, 8, 9, 3, 3, 5, 2],
    values: 4,
    extras: '011112222232343311223232331221224334323244332333223243344233333344442233434443233',
  },
  {
    lengths: [0, 0, 0, 10, 6, 0, 9, 21, 8, 14, 11, 2],
    values: 4,
    extras: '433331202222121144443333333333332222222222221111444444333333333433344422222243333',
  },
  { lengths: [1, 0, 0, 4, 4, 0, 4, 12, 12, 12, 18, 10, 4], values: 2, extras: '' },
  { lengths: [0, 0, 0, 9, 0, 16, 13, 8, 23, 8, 4], values: 2, extras: '' },
  {
    lengths: [1, 0, 2, 1, 0, 4, 5, 10, 14, 15, 8, 4],
    values: 2,
    extras: '0112221122211222222221122212122222222211222222222222112222222222',
  },
  { lengths: [0, 0, 1, 5, 7, 10, 14, 15, 8, 4], values: 2, extras: '2212120112222222221122222222221212222222121222222222221212222112' },
  {
    lengths: [1, 0, 2, 1, 0, 4, 3, 8, 11, 20, 31, 38, 32, 14, 4],
    values: 2,
    extras:
      '01122211222112222222211222222212122222222122222222122212222122221122222222222221222122222222222222222222122122' +
      '22222122222222222222212212222122222222222222222222222222222',
  },
  {
    lengths: [0, 0, 0, 3, 8, 14, 17, 25, 31, 41, 22, 8],
    values: 2,
    extras:
      '22221122222112222022112222222222221212222222222221212222222222222222221222221222222222222222221212222222122222' +
      '21222222222222222221212122222222222222212122212221222222122',
  },
  {
    lengths: [0, 0, 0, 2, 6, 7, 16, 59, 55, 95, 43, 6],
    values: 2,
    extras:
      '02811222222121222222211222222222222222555552512152555522222552255522525552522552221552222125522525222222252212' +
      '22222122222222222222122222222222422222242122222222222222222222222222222212222222222222222221222222222222222222' +
      '222222222112222222222222222222222222212212122212222211222212212112112',
  },
]

/** The code for the difference of a scale factor from the one before. */
export const SCALE_FACTOR_CODE: HuffmanCode = { lengths: [1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46] }

/** The difference that each codeword stands for. */
export const SCALE_FACTOR_DELTAS: readonly number[] = [
  0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, -11, 11, 12, -12, 13, -13, 14, -14, 16, 15, 17, 18, -15, -17,
  -16, 19, -18, -19, 20, -20, 21, -21, 22, -22, 23, -23, -25, 25, -27, -24, -26, 24, -28, 27, 29, -30, -29, 26, -31, -34, -33, -32, -36, 28,
  -35, -38, -37, 30, -39, -41, -57, -59, -58, -60, 38, 39, 40, 41, 42, 57, 37, 31, 32, 33, 34, 35, 36, 44, 51, 52, 53, 54, 55, 56, 50, 45,
  46, 47, 48, 49, 58, -54, -52, -51, -50, -55, 43, 60, 59, -56, -53, -45, -44, -42, -40, -43, -49, -48, -46, -47,
]
