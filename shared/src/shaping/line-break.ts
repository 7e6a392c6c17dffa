import type { Grapheme } from './graphemes.ts'

/** Scripts written without spaces, in which a line may break between any two characters. */
const IDEOGRAPHIC =
  /^[\u2e80-\u2fff\u3041-\u30ff\u3105-\u312f\u31a0-\u9fff\ua000-\ua48c\uf900-\ufaff\uff01-\uff60\uff66-\uff9d]|^[\ud840-\ud88f]/
/** Syllables, at which long words may be cut; short ones stay whole, as Korean is read. */
const HANGUL = /^[\u1100-\u11ff\uac00-\ud7a3]/
/** Marks that stay with the preceding character: those of UAX 14 (CL, CP, EX, NS, CJ) that occur on slides. */
const CLOSING =
  /^[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f\u3009\u300b\uff09\uff3d\uff5d\uff60-\uff65\u3005\u303b\u301c\u30fb-\u30fe\u309b-\u309e\u30a0\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u31f0-\u31ff\uff67-\uff70.,!?:;)\]}%\u2026\u2025\u201d\u2019\u00bb\uff05\uff5e\u0e2f\u0e46\u0eaf\u0ec6\u104a\u104b\u17d4-\u17d8]/
/** Marks that stay with what follows them. */
const OPENING =
  /^[\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\u3008\u300a\uff08\uff3b\uff5b\uff5f\uff62\u201c\u2018\u00ab\uffe5\uff04([{]/
const HYPHEN = /^[-\u2010\u2012\u2013\u2014/]$/
const WORD = /^[\p{L}\p{N}]/u
const BREAK_HINT = '\u200b'
/** Shows itself, as a hyphen, only where a line ends with it. */
export const SOFT_HYPHEN = '\u00ad'

/** True for characters that punctuation keeps on one line. */
export const isHeldTogether = (before: string, after: string): boolean => CLOSING.test(after) || OPENING.test(before)

/** True where a script without spaces lets a line end. */
export const isBetweenIdeographs = (before: string, after: string): boolean => IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after)

/** True when a line may end between two neighbours. */
function mayBreakBetween(list: readonly Grapheme[], index: number): boolean {
  const before = list[index]
  const after = list[index + 1]
  if (!before || !after || after.kind === 'space') return false
  if (before.kind === 'space' || before.text === BREAK_HINT || before.text === SOFT_HYPHEN) return true
  if (isHeldTogether(before.text, after.text)) return false
  if (before.kind === 'emoji' && after.kind === 'emoji') return true
  if (HYPHEN.test(before.text)) return WORD.test(list[index - 1]?.text ?? '') && WORD.test(after.text)
  return before.breakAfter ?? isBetweenIdeographs(before.text, after.text)
}

/** True where a word that fills more than a line may be cut without harm. */
function isSyllableEnd(list: readonly Grapheme[], cut: number): boolean {
  return HANGUL.test(list[cut - 1]?.text ?? '') && HANGUL.test(list[cut]?.text ?? '')
}

/** A line: graphemes `start` to `end` of its paragraph, without spaces at its ends. `split` when a word had to be cut to fit. */
export interface LineRange {
  start: number
  end: number
  split: boolean
}

function trim(list: readonly Grapheme[], start: number, end: number): { start: number; end: number } {
  let from = start
  let to = end
  while (from < to && list[from]?.kind === 'space') from += 1
  while (to > from && list[to - 1]?.kind === 'space') to -= 1
  return { start: from, end: to }
}

/** The longest piece from `start` that fits, and at least one grapheme. Widths never shrink much as text grows, so halving finds it. */
function cutToFit(bounds: { start: number; end: number }, fits: (start: number, end: number) => boolean): number {
  let low = bounds.start + 1
  let high = bounds.end
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(bounds.start, middle)) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Breaks one paragraph into lines, first fit. `measure` gives the width of the graphemes `start` to `end` set as one
 * line. A word wider than the line is cut between graphemes.
 */
export function breakLines(list: readonly Grapheme[], maxWidth: number, measure: (start: number, end: number) => number): LineRange[] {
  const lines: LineRange[] = []
  const fits = (start: number, end: number): boolean => {
    const range = trim(list, start, end)
    return range.start === range.end || measure(range.start, range.end) <= maxWidth
  }
  const push = (start: number, end: number, split: boolean): void => {
    lines.push({ ...trim(list, start, end), split })
  }
  let start = 0
  let lastFit = 0
  for (let index = 0; index < list.length; index++) {
    const end = index + 1
    if (end < list.length && !mayBreakBetween(list, index)) continue
    if (fits(start, end)) {
      lastFit = end
      continue
    }
    if (lastFit > start) {
      push(start, lastFit, false)
      start = lastFit
    }
    while (!fits(start, end)) {
      const cut = cutToFit({ start, end }, fits)
      if (cut >= end) break
      push(start, cut, !isSyllableEnd(list, cut))
      start = cut
    }
    lastFit = end
  }
  if (start < list.length || lines.length === 0) push(start, list.length, false)
  return lines
}

/** The width of the widest piece that no line may be broken in, but for syllables, which may be cut. */
export function widestPiece(list: readonly Grapheme[], measure: (start: number, end: number) => number): number {
  let widest = 0
  let start = 0
  for (let index = 0; index < list.length; index++) {
    if (index + 1 < list.length && !mayBreakBetween(list, index) && !isSyllableEnd(list, index + 1)) continue
    const piece = trim(list, start, index + 1)
    if (piece.start < piece.end) widest = Math.max(widest, measure(piece.start, piece.end))
    start = index + 1
  }
  return widest
}

/** A last line shorter than this share of the longest one looks lost. */
const LOST_SHARE = 0.4
/** Longer paragraphs are reading matter, where a short last line is usual. */
const BALANCED_LINES = 8
const HALVINGS = 7

/**
 * Breaks like `breakLines`, but evens the lines of a short paragraph out when a word or two would stand alone on the
 * last one: the same number of lines, as narrow as they can be.
 */
export function breakBalanced(list: readonly Grapheme[], maxWidth: number, measure: (start: number, end: number) => number): LineRange[] {
  const lines = breakLines(list, maxWidth, measure)
  if (lines.length < 2 || lines.length > BALANCED_LINES || lines.some((line) => line.split)) return lines
  const widths = lines.map((line) => (line.start === line.end ? 0 : measure(line.start, line.end)))
  const longest = Math.max(...widths)
  if ((widths.at(-1) ?? 0) >= LOST_SHARE * longest) return lines
  let best = lines
  let low = longest / 2
  let high = longest
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    const attempt = breakLines(list, middle, measure)
    if (attempt.length === lines.length && !attempt.some((line) => line.split)) {
      best = attempt
      high = middle
    } else low = middle
  }
  return best
}
