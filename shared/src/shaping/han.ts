import { isWithin } from './code-ranges.ts'
import type { CodeRanges } from './code-ranges.ts'

/** The four ways in which fonts draw Chinese characters: China, Taiwan, Japan, Korea. */
export type HanFamily = 'sc' | 'tc' | 'jp' | 'kr'

/** How the East Asian characters of a slide are drawn: null where it has none, `unknown` while that takes standards which are not loaded. */
export type Setting = HanFamily | 'unknown' | null

/** Which families are asked for a character, in turn: one that the first lacks is drawn as its nearest neighbour draws it. */
const NEXT: Record<HanFamily, readonly HanFamily[]> = {
  sc: ['sc', 'tc', 'jp', 'kr'],
  tc: ['tc', 'jp', 'sc', 'kr'],
  jp: ['jp', 'tc', 'sc', 'kr'],
  kr: ['kr', 'jp', 'tc', 'sc'],
}

const KANA = /[\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9d]/gu
const HANGUL = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb]/gu
const BOPOMOFO = /[\u3105-\u312f\u31a0-\u31bf]/u
const HAN = /\p{Script=Han}/u
/** Everything that the fonts of these four have and others lack: syllables, symbols, characters, their punctuation, full widths. */
const EAST_ASIAN: CodeRanges = [
  0x1100, 0x11ff, 0x2010, 0x2bff, 0x2e80, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7ff, 0xf900, 0xfaff, 0xfe10, 0xfe1f, 0xfe30, 0xfe4f, 0xff00,
  0xffef, 0x1b000, 0x1b16f, 0x20000, 0x3ffff,
]
const SOME_EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]|[\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]/u

/** Characters by the national standards that hold them: only those of which that says something. */
export interface HanStandards {
  /** In Big5, not in GB 2312. */
  traditional: CodeRanges
  /** In GB 2312, neither in Big5 nor in JIS X 0208. */
  simplified: CodeRanges
  /** In JIS X 0208 alone. */
  japanese: CodeRanges
}

export function isEastAsian(code: number): boolean {
  return isWithin(EAST_ASIAN, code)
}

/** The families that can have the character: hangul only in the Korean one. */
export function familiesFor(character: string, family: HanFamily): readonly HanFamily[] {
  return character.search(HANGUL) >= 0 ? ['kr'] : NEXT[family]
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/**
 * How the Chinese characters of a slide are drawn, told by its other characters: kana or hangul, whichever are more, bopomofo, else
 * characters which only one country writes, else as in China.
 */
export function settingOf(texts: readonly string[], standards: HanStandards | null): Setting {
  const text = texts.filter((one) => SOME_EAST_ASIAN.test(one)).join('\n')
  if (text === '') return null
  const [kana, hangul] = [count(text, KANA), count(text, HANGUL)]
  if (kana > 0 || hangul > 0) return hangul > kana ? 'kr' : 'jp'
  if (BOPOMOFO.test(text)) return 'tc'
  if (!HAN.test(text)) return 'sc'
  return standards ? byStandards(text, standards) : 'unknown'
}

function byStandards(text: string, { traditional, simplified, japanese }: HanStandards): HanFamily {
  const votes = { traditional: 0, simplified: 0, japanese: 0 }
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (isWithin(traditional, code)) votes.traditional += 1
    else if (isWithin(simplified, code)) votes.simplified += 1
    else if (isWithin(japanese, code)) votes.japanese += 1
  }
  if (votes.japanese > votes.simplified) return 'jp'
  return votes.traditional > votes.simplified ? 'tc' : 'sc'
}
