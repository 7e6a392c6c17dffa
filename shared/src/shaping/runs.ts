import { visualOrder } from './bidi.ts'
import type { Grapheme } from './graphemes.ts'
import { SOFT_HYPHEN } from './line-break.ts'
import type { DictionaryScript } from './words.ts'

/** A part of a paragraph, in UTF-16 code units of its graphemes' offsets, and the number of the emphasis that it has. */
export interface EmphasisedPart {
  start: number
  end: number
  emphasis: number
}

/** A piece of text without line breaks, ready to be measured and set. */
export interface Paragraph {
  graphemes: readonly Grapheme[]
  emphasised: readonly EmphasisedPart[]
  /** The hyphen for a soft hyphen at the end of a line; empty in a paragraph without one. */
  hyphen: readonly Grapheme[]
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
  /** Number of its emphasis; null for none. */
  emphasis: number | null
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
  const add = (text: string, how: Pick<Run, 'font' | 'level' | 'emphasis'>): void => {
    const last = runs.at(-1)
    const isAlike = last?.kind === 'text' && last.font === how.font && last.level === how.level && last.emphasis === how.emphasis
    if (isAlike) last.text += text
    else runs.push({ kind: 'text', text, emoji: [], ...how })
  }
  const emphasisAt = (at: number): number | null => paragraph.emphasised.find(({ start, end }) => at >= start && at < end)?.emphasis ?? null
  for (const { kind, shown, start, font, emoji } of graphemesIn(paragraph, range)) {
    if (kind === 'invisible') continue
    const how = { font, level: paragraph.levels?.[start] ?? 0, emphasis: emphasisAt(start) }
    if (kind === 'text' || kind === 'space') add(shown, how)
    else runs.push({ kind, text: shown, emoji, ...how })
  }
  return paragraph.levels ? visualOrder(runs) : runs
}
