import type { FontId, UploadedFontId } from '../slide/fonts.ts'
import { isBetweenIdeographs, isHeldTogether } from '../shaping/line-break.ts'
import advances from './advances.json' with { type: 'json' }
import { BRAND_FACES, type TypeFace } from './brand-faces.ts'

/** How the letters of a text are set. */
export interface Letters {
  /** Absent: the product's own. */
  font?: FontId | UploadedFontId
  fontWeight: number
  uppercase?: true
  italic?: true
  /** Em of the type. */
  lineHeight: number
  /** Em after each letter. */
  letterSpacing?: number
}

/** Typefaces and weights that the product's looks set texts in. */
const PRODUCT_FACES = [
  { fontWeight: 500 },
  { fontWeight: 800 },
  { font: 'archivo-black', fontWeight: 400 },
  { font: 'anton', fontWeight: 400 },
  { font: 'bebas-neue', fontWeight: 400 },
  { font: 'dm-sans', fontWeight: 500 },
  { font: 'dm-sans', fontWeight: 800 },
  { font: 'montserrat', fontWeight: 600 },
  { font: 'montserrat', fontWeight: 800 },
  { font: 'playfair-display', fontWeight: 700 },
  { font: 'lora', fontWeight: 500 },
  { font: 'dm-serif-display', fontWeight: 400 },
  { font: 'cormorant-garamond', fontWeight: 600 },
  { font: 'caveat', fontWeight: 700 },
  { font: 'courier-prime', fontWeight: 700 },
  { font: 'courier-prime', fontWeight: 400 },
  { font: 'space-grotesk', fontWeight: 700 },
] as const satisfies readonly TypeFace[]

/** Name of a face in the table of advances. */
export const faceName = ({ font, fontWeight }: TypeFace): string => `${font ?? 'own'} ${fontWeight}`

/** Those of the product's looks, and those of brands. */
export const LOOK_FACES: readonly TypeFace[] = [
  ...new Map<string, TypeFace>([...PRODUCT_FACES, ...BRAND_FACES].map((face) => [faceName(face), face])).values(),
]

const OWN_FACE = 'own 500'
/** Em of a line in a face that the table doesn't have, such as an uploaded one. */
const UNKNOWN_LINE = 1.4

/** First and last character of the table. */
export const [ADVANCES_FROM, ADVANCES_TO] = [32, 126]

interface Face {
  /** Em above and below the baseline that a line keeps. */
  ascender: number
  descender: number
  /** Widths of the printable ASCII characters in thousandths of an em. */
  advances: readonly number[]
}

/** Each face as `ascender descender advance advance ...`, all in thousandths of an em. */
const FACES: Partial<Record<string, Face>> = Object.fromEntries(
  Object.entries(advances).map(([face, numbers]) => {
    const [ascender = 0, descender = 0, ...rest] = numbers.split(' ').map(Number)
    return [face, { ascender: ascender / 1000, descender: descender / 1000, advances: rest }]
  }),
)

/** Scripts whose fonts reach further than the product's own, and how far the highest of them do, in em. */
const TALL = [
  { script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, ascender: 1.06, descender: 0.3 },
  { script: /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Gurmukhi}\p{Script=Thai}]/u, ascender: 1.06, descender: 0.46 },
  {
    script:
      /[\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
    ascender: 1.18,
    descender: 0.59,
  },
]
const NO_REACH = { ascender: 0, descender: 0 }

/** Em between the baselines of a text's lines, as the painter sets them: never less than the letters reach. */
export function lineHeightOf(letters: Letters, text: string): number {
  const script = TALL.findLast(({ script: letter }) => letter.test(text)) ?? NO_REACH
  const [own, face] = [FACES[OWN_FACE], letters.font === undefined ? NO_REACH : FACES[faceName(letters)]]
  if (!own || (face === NO_REACH && script === NO_REACH)) return letters.lineHeight
  if (!face) return Math.max(letters.lineHeight, UNKNOWN_LINE)
  const baseline = (letters.lineHeight - own.ascender - own.descender) / 2 + own.ascender
  const above = Math.max(baseline, face.ascender, script.ascender)
  return above + Math.max(letters.lineHeight - baseline, face.descender, script.descender)
}

/** Widths in em of letters that no table has. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30a0-\u30ff\uff01-\uff60]/u
const JOINED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const ROUND = /[\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}]/u
const MARK = /[\p{Mn}\p{Me}\p{Cf}]/u
const PICTOGRAPH = /\p{Extended_Pictographic}/u

/** Em of one character, estimated for those beyond ASCII. */
function advanceOf(character: string, table: readonly number[] | undefined): number {
  const known = table?.[character.charCodeAt(0) - ADVANCES_FROM]
  if (known !== undefined && character.length === 1) return known / 1000
  if (MARK.test(character)) return 0
  if (PICTOGRAPH.test(character)) return 1.25
  if (WIDE.test(character)) return 1
  if (ROUND.test(character)) return 0.98
  if (JOINED.test(character)) return 0.64
  const [base = ''] = character.normalize('NFD')
  const likeBase = base === character ? undefined : table?.[base.charCodeAt(0) - ADVANCES_FROM]
  return likeBase === undefined ? 0.62 : likeBase / 1000
}

/** Em that a text takes on one line. The sum of its letters: within 2 % of the shaped line in Latin scripts, an estimate in others. */
export function lineWidth(text: string, letters: Pick<Letters, 'font' | 'fontWeight' | 'uppercase' | 'letterSpacing'>): number {
  const table = FACES[faceName(letters)]?.advances
  const shown = letters.uppercase ? text.toUpperCase() : text
  let width = 0
  for (const character of shown) width += advanceOf(character, table) + (letters.letterSpacing ?? 0)
  return width
}

/** Places where a line may break: after spaces, and between the letters of scripts without spaces. */
function piecesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=\s)/u)
    .flatMap((word) => (WIDE.test(word) ? ideographsOf(word) : /\p{Script=Thai}/u.test(word) ? (word.match(/.{1,6}/gsu) ?? []) : [word]))
}

/** The parts of a word between which its script and punctuation let a line end. */
function ideographsOf(word: string): string[] {
  const parts: string[] = []
  let before = ''
  for (const character of word) {
    const isJoined = before !== '' && (isHeldTogether(before, character) || !isBetweenIdeographs(before, character))
    if (isJoined || character.trim() === '') parts.push(`${parts.pop() ?? ''}${character}`)
    else parts.push(character)
    before = character
  }
  return parts
}

/** A part of a line that isn't broken. In em, without and with the space after it. */
interface Piece {
  bare: number
  whole: number
}

/** A text's pieces by paragraph, measured once for all widths that it is tried in. */
export interface Measured {
  paragraphs: readonly (readonly Piece[])[]
  /** Em of the longest word. */
  longest: number
}

export function measureText(text: string, letters: Letters): Measured {
  const paragraphs = text
    .split('\n')
    .map((paragraph) =>
      piecesOf(paragraph).map((piece) => ({ bare: lineWidth(piece.trimEnd(), letters), whole: lineWidth(piece, letters) })),
    )
  return { paragraphs, longest: Math.max(0, ...paragraphs.flat().map(({ bare }) => bare)) }
}

export interface Lines {
  /** Em of each line, from the first. */
  widths: readonly number[]
  /** Words of each line. */
  words: readonly number[]
}

/** Lines that a text breaks into where each has `width` em, as many as when each takes the most. */
export function breakLines({ paragraphs }: Measured, width: number): Lines {
  const [widths, words]: [number[], number[]] = [[], []]
  for (const paragraph of paragraphs) {
    let [line, shown, count] = [0, 0, 0]
    for (const { bare, whole } of paragraph) {
      if (line > 0 && line + bare > width) {
        widths.push(shown)
        words.push(count)
        line = 0
        count = 0
      }
      shown = line + bare
      line += whole
      count += 1
    }
    widths.push(shown)
    words.push(count)
  }
  return { widths, words }
}

/** Halvings of the width in which a text's lines are made even. */
const HALVINGS = 16

/** The narrowest lines of which a text needs no more than `count`; null if its paragraphs are more. */
export function evenLines(measured: Measured, count: number): Lines | null {
  const whole = breakLines(measured, Infinity)
  if (whole.widths.length > count) return null
  let [low, high] = [measured.longest, Math.max(...whole.widths)]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (breakLines(measured, middle).widths.length > count) low = middle
    else high = middle
  }
  return breakLines(measured, high)
}

/** A last line shorter than this share of the longest one is evened out by the painter, so that it can't be chosen. */
const LAST_MIN = 0.42
/** Widths beyond the narrowest that may move a short word to a better line. */
const WIDER = [1.06, 1.13, 1.22, 1.34]

/** Ways to break a text into no more than `count` lines: the narrowest, and wider ones that the painter breaks alike. */
export function waysToBreak(measured: Measured, count: number): Lines[] {
  const even = evenLines(measured, count)
  if (!even) return []
  const narrowest = Math.max(...even.widths)
  const wider = WIDER.map((factor) => breakLines(measured, narrowest * factor)).filter(
    ({ widths }) => widths.length === even.widths.length && (widths.at(-1) ?? 0) >= LAST_MIN * Math.max(...widths),
  )
  return [even, ...wider]
}
