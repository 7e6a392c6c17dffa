import { visualOrder } from './bidi.ts'
import type { Grapheme } from './graphemes.ts'
import { SOFT_HYPHEN } from './line-break.ts'
import type { DictionaryScript } from './words.ts'

/** A piece of text without line breaks, ready to be measured and set. */
export interface Paragraph {
  graphemes: readonly Grapheme[]
  /** The hyphen for a soft hyphen at the end of a line; empty in a paragraph without one. */
  hyphen: readonly Grapheme[]
  /** Em after each letter; scripts whose letters are joined ignore it. */
  letterSpacing: number
  /** Null where all runs from left to right. */
  levels: Uint8Array | null
  /** Whether parts of it run from right to left. */
  isMixed: boolean
  /** Scripts in it of which the words are not loaded. */
  missing: readonly DictionaryScript[]
  /** False while something is not loaded that tells its order or its words. */
  isReady: boolean
}

/** Graphemes of a line that are drawn alike, in one direction. */
export interface Run {
  kind: 'text' | 'emoji' | 'missing' | 'awaited'
  text: string
  font: string
  emoji: readonly string[]
  level: number
}

/** The graphemes of a line, and a hyphen where the line ends with a soft hyphen. */
function graphemesIn({ graphemes, hyphen }: Paragraph, range: { start: number; end: number }): readonly Grapheme[] {
  const line = graphemes.slice(range.start, range.end)
  const end = line.at(-1)
  if (end?.text !== SOFT_HYPHEN || range.end >= graphemes.length) return line
  return [...line, ...hyphen.map((grapheme) => ({ ...grapheme, start: end.start }))]
}

/** The runs of a part of a paragraph in visual order, from left to right. */
export function runsOf(paragraph: Paragraph, range: { start: number; end: number }): Run[] {
  const runs: Run[] = []
  const add = (text: string, font: string, level: number): void => {
    const last = runs.at(-1)
    if (last?.kind === 'text' && last.font === font && last.level === level) last.text += text
    else runs.push({ kind: 'text', text, font, emoji: [], level })
  }
  for (const { kind, shown, start, font, emoji } of graphemesIn(paragraph, range)) {
    if (kind === 'invisible') continue
    const level = paragraph.levels?.[start] ?? 0
    if (kind === 'text' || kind === 'space') add(shown, font, level)
    else runs.push({ kind, text: shown, font, emoji, level })
  }
  return paragraph.levels ? visualOrder(runs) : runs
}
