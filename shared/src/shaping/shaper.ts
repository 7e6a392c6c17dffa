import type { Slide } from '../slide/model.ts'
import { needsBidi, visualOrder } from './bidi.ts'
import type { BidiLevels } from './bidi.ts'
import { createFontSet } from './font-set.ts'
import type { ShapedRun } from './font-set.ts'
import { createClassifier } from './graphemes.ts'
import type { Grapheme } from './graphemes.ts'
import type { HarfBuzz } from './harfbuzz.ts'
import type { EmojiLayers, PainterManifest } from './manifest.ts'
import { missingGlyph } from './missing-glyph.ts'
import type { Figure } from './outline.ts'

/** Width an emoji takes on its line, in em: its square and a little air. */
export const EMOJI_ADVANCE = 1.22

/** A piece of text without line breaks, ready to be measured and set. */
export interface Paragraph {
  graphemes: readonly Grapheme[]
  /** Null where all runs from left to right. */
  levels: Uint8Array | null
  /** False while the paragraph needs levels and what finds them is not loaded. */
  isOrdered: boolean
}

/** A set line in em: the origin is on the baseline at its left edge. */
export interface ShapedLine {
  width: number
  figures: readonly Figure[]
  /** Left edges of the emoji's advance boxes. */
  emoji: readonly { key: string; x: number }[]
  /** False when a font it needs is not loaded yet; its place is kept with rough widths. */
  complete: boolean
}

/** What a host has to load before slides can be drawn. */
export interface NeededAssets {
  fonts: string[]
  emoji: string[]
  /** What orders lines that run from right to left: shaping/bidi-levels.ts. */
  bidi: boolean
}

export interface Shaper {
  /** Fonts and emoji these slides use which are not loaded yet. */
  neededAssets(slides: readonly Pick<Slide, 'textBoxes'>[]): NeededAssets
  addFont(key: string, bytes: Uint8Array): void
  addEmoji(key: string, layers: EmojiLayers): void
  addBidi(levels: BidiLevels): void
  /** Undefined while it is not loaded. */
  emojiLayers(key: string): EmojiLayers | undefined
  paragraphs(text: string): Paragraph[]
  shapeLine(paragraph: Paragraph, range: { start: number; end: number }, weight: number): ShapedLine
  extents(): { ascender: number; descender: number }
  /** Grows with each asset that is added: what was laid out before may look different now. */
  revision(): number
}

interface Run {
  kind: 'text' | 'emoji' | 'missing'
  text: string
  font: string
  emoji: readonly string[]
  level: number
}

function runsOf(paragraph: Paragraph, range: { start: number; end: number }): Run[] {
  const runs: Run[] = []
  for (const { kind, shown, start, font, emoji } of paragraph.graphemes.slice(range.start, range.end)) {
    if (kind === 'invisible') continue
    const level = paragraph.levels?.[start] ?? 0
    const last = runs.at(-1)
    if (kind === 'emoji' || kind === 'missing') runs.push({ kind, text: shown, font, emoji, level })
    else if (last?.kind === 'text' && last.font === font && last.level === level) last.text += shown
    else runs.push({ kind: 'text', text: shown, font, emoji, level })
  }
  return paragraph.levels ? visualOrder(runs) : runs
}

/** Set widths for characters whose font is on its way, in em. */
const ROUGH_WIDTH = 0.6

/**
 * Turns text into outlines. All fonts and emoji are handed in by the host; once they are, everything here is a pure
 * function of them, and gives the same numbers in every engine.
 */
export function createShaper(options: { hb: HarfBuzz; manifest: PainterManifest; baseFont: Uint8Array }): Shaper {
  const { hb, manifest, baseFont } = options
  const base = manifest.fonts[0]?.key ?? ''
  const fonts = createFontSet(hb, manifest)
  const classifier = createClassifier(manifest)
  const emojiLayers = new Map<string, EmojiLayers>()
  let levelsOf: BidiLevels | null = null
  let revision = 0
  fonts.add(base, baseFont)
  const extents = fonts.extents()

  function paragraphsOf(text: string): Paragraph[] {
    return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => {
      const paragraph = line.normalize('NFC')
      const isMixed = needsBidi(paragraph)
      const levels = isMixed && levelsOf ? levelsOf(paragraph) : null
      return { graphemes: classifier.split(paragraph), levels, isOrdered: !isMixed || levels !== null }
    })
  }

  function missingRun(text: string): ShapedRun {
    const set = (digits: string) => fonts.shape({ text: digits, font: base, weight: 600, rightToLeft: false }) ?? { width: 0, figures: [] }
    const { advance, figures } = missingGlyph(text.codePointAt(0) ?? 0, set)
    return { width: advance, figures }
  }

  return {
    neededAssets(slides) {
      const needed = { fonts: new Set<string>(), emoji: new Set<string>() }
      const texts = new Set(slides.flatMap((slide) => slide.textBoxes.map((box) => box.text)))
      const paragraphs = [...texts].flatMap(paragraphsOf)
      for (const grapheme of paragraphs.flatMap((paragraph) => paragraph.graphemes)) {
        if (grapheme.kind === 'text' && !fonts.has(grapheme.font)) needed.fonts.add(grapheme.font)
        for (const key of grapheme.emoji) if (!emojiLayers.has(key)) needed.emoji.add(key)
      }
      return { fonts: [...needed.fonts], emoji: [...needed.emoji], bidi: paragraphs.some((paragraph) => !paragraph.isOrdered) }
    },
    addFont(key, bytes) {
      fonts.add(key, bytes)
      revision += 1
    },
    addEmoji(key, layers) {
      emojiLayers.set(key, layers)
      revision += 1
    },
    addBidi(levels) {
      levelsOf = levels
      revision += 1
    },
    emojiLayers: (key) => emojiLayers.get(key),
    paragraphs: paragraphsOf,
    shapeLine(paragraph, range, weight) {
      const figures: Figure[] = []
      const emoji: { key: string; x: number }[] = []
      let complete = paragraph.isOrdered
      let x = 0
      for (const run of runsOf(paragraph, range)) {
        if (run.kind === 'emoji') {
          for (const key of run.emoji) {
            if (!emojiLayers.has(key)) complete = false
            emoji.push({ key, x })
            x += EMOJI_ADVANCE
          }
          continue
        }
        const rightToLeft = run.level % 2 === 1
        const shaped = run.kind === 'missing' ? missingRun(run.text) : fonts.shape({ text: run.text, font: run.font, weight, rightToLeft })
        if (!shaped) {
          complete = false
          x += ROUGH_WIDTH * run.text.length
          continue
        }
        for (const figure of shaped.figures) figures.push({ ...figure, x: x + figure.x })
        x += shaped.width
      }
      return { width: x, figures, emoji, complete }
    },
    extents: () => extents,
    revision: () => revision,
  }
}
