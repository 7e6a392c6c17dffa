import { glyphKey } from '../slide/icons.ts'
import { isUploadedFont, uploadedFontsOf } from '../slide/fonts.ts'
import type { UploadedFontId } from '../slide/fonts.ts'
import type { Slide } from '../slide/model.ts'
import { needsBidi } from './bidi.ts'
import type { BidiLevels } from './bidi.ts'
import { capitals } from './faces.ts'
import type { FontChoice } from './faces.ts'
import { emphasisedParts, linesOf, partOfLine } from './emphasised-parts.ts'
import type { TextChoice } from './emphasised-parts.ts'
import { createFontSet } from './font-set.ts'
import type { ShapedRun } from './font-set.ts'
import { createClassifier } from './graphemes.ts'
import { settingOf } from './han.ts'
import type { Setting } from './han.ts'
import type { HarfBuzz } from './harfbuzz.ts'
import { SOFT_HYPHEN } from './line-break.ts'
import type { EmojiLayers, PainterFont, PainterManifest, TableKey } from './manifest.ts'
import { markWords } from './mark-words.ts'
import { missingGlyph } from './missing-glyph.ts'
import type { Figure } from './outline.ts'
import { runsOf } from './runs.ts'
import type { Paragraph, Run } from './runs.ts'
import { createTables } from './tables.ts'

/** Width an emoji takes on its line, in em: its square and a little air. */
export const EMOJI_ADVANCE = 1.22

/** How far letters reach above and below the baseline, in em. */
export interface Reach {
  ascender: number
  descender: number
}

/** A stretch of a line with one emphasis, in em from its left edge. */
export interface EmphasisedSpan {
  emphasis: number
  left: number
  right: number
  /** Outlines of the line that are its own: the first, and the one after the last. */
  figures: readonly [number, number]
}

/** A set line in em: the origin is on the baseline at its left edge. */
export interface ShapedLine {
  width: number
  figures: readonly Figure[]
  /** From left to right. */
  emphasised: readonly EmphasisedSpan[]
  /** Left edges of the emoji's advance boxes. */
  emoji: readonly { key: string; x: number }[]
  /** False when a font it needs isn't loaded yet; estimated widths reserve its place. */
  complete: boolean
  /** Fonts in it other than the product's own. */
  reach: Reach
  /** True when a character of it has no glyph in any font. */
  lacksGlyph: boolean
}

/** Data that a host has to load before slides can be drawn. */
export interface NeededAssets {
  fonts: string[]
  emoji: string[]
  /** Files of the manifest, by their keys. Once they are there, more may be needed. */
  tables: TableKey[]
  uploads: UploadedFontId[]
  /** Orders lines that run from right to left: shaping/bidi-levels.ts. */
  bidi: boolean
}

export interface LetterStyle {
  weight: number
  /** Em after each letter. Scripts whose letters are joined ignore it. */
  letterSpacing: number
  /** Weights of emphasised words, by the number of the emphasis. */
  emphasisWeights?: readonly (number | undefined)[]
}

export interface Shaper {
  /** Fonts and emoji these slides use which are not loaded yet. */
  neededAssets(slides: readonly Pick<Slide, 'textBoxes' | 'shapeBoxes'>[]): NeededAssets
  addFont(key: string, bytes: Uint8Array): void
  addEmoji(key: string, layers: EmojiLayers): void
  addBidi(levels: BidiLevels): void
  addTable(key: TableKey, bytes: Uint8Array): void
  /** Null for a font that is gone: its text is drawn without it and reported by `isFontMissing`. */
  addUploadedFont(id: UploadedFontId, bytes: Uint8Array | null): void
  /** Whether a text is drawn without its uploaded font. */
  isFontMissing(choice: FontChoice): boolean
  /** Metadata of a required font. */
  font(key: string): PainterFont
  /** Whether a key is that of an emoji. */
  isEmoji(key: string): boolean
  /** Layers of an emoji or icon; undefined while it is not loaded. */
  emojiLayers(key: string): EmojiLayers | undefined
  settingOf(slide: Pick<Slide, 'textBoxes'>): Setting
  /**
   * Splits a text into paragraphs, in the typeface and case of `choice`: as a rule the text's box. Characters that the typeface lacks look as they
   * do without a choice.
   */
  paragraphs(text: string, setting: Setting, choice?: TextChoice): Paragraph[]
  shapeLine(paragraph: Paragraph, range: { start: number; end: number }, letters: LetterStyle): ShapedLine
  /** Version of the product's own font. */
  reach(): Reach
  /** Grows with each asset that is added: what was laid out before may look different now. */
  revision(): number
}

/** Set widths for characters whose font is on its way, in em. */
const ROUGH_WIDTH = 0.6

/** Scripts in which a gap would tear a stroke that joins letters. */
const JOINED = /\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}/u

/**
 * Turns text into outlines. All fonts and emoji are handed in by the host; once they are, everything here is a pure
 * function of them, and gives the same numbers in every engine.
 */
export function createShaper(options: { hb: HarfBuzz; manifest: PainterManifest; baseFont: Uint8Array }): Shaper {
  const { hb, manifest, baseFont } = options
  const own = new Map(manifest.fonts.map((font) => [font.key, font]))
  const [baseFacts] = manifest.fonts
  if (!baseFacts) throw new Error('The painter has no font')
  const base = baseFacts.key
  const tables = createTables()
  const factsOf = (key: string): PainterFont | undefined => own.get(key) ?? tables.font(key)
  const fonts = createFontSet(hb, factsOf)
  const classifier = createClassifier(manifest, tables)
  const emojiLayers = new Map<string, EmojiLayers>()
  const emojiKeys = new Set(manifest.emoji.split(' '))
  const isEmoji = (key: string): boolean => emojiKeys.has(key)
  let levelsOf: BidiLevels | null = null
  let revision = 0
  fonts.add(base, baseFont)
  const settingFor = (slide: Pick<Slide, 'textBoxes'>): Setting => {
    const texts = slide.textBoxes.map((box) => box.text)
    return settingOf(texts, tables.standards())
  }

  function paragraphsOf(text: string, setting: Setting, choice?: TextChoice): Paragraph[] {
    const face = choice?.font === undefined ? [] : tables.face(choice)
    const shown = choice?.uppercase ? capitals(text) : text
    const parts = emphasisedParts(text, choice)
    let start = 0
    return linesOf(shown).map(({ line, next }) => {
      const paragraph = line.normalize('NFC')
      const emphasised = parts.flatMap((part) => partOfLine(part, { line, start }))
      start = next
      const isMixed = needsBidi(paragraph)
      const levels = isMixed && levelsOf ? levelsOf(paragraph) : null
      const { graphemes, missing } = markWords(classifier.split(paragraph, setting, face), tables.dictionary)
      const hyphen = paragraph.includes(SOFT_HYPHEN) ? classifier.split('-', setting, face) : []
      return { graphemes, emphasised, hyphen, levels, isMixed, missing, isReady: missing.length === 0 && isMixed === (levels !== null) }
    })
  }

  function missingRun(text: string): ShapedRun {
    const set = (digits: string) =>
      fonts.shape({ text: digits, font: base, weight: 600, rightToLeft: false, letterSpacing: 0 }) ?? { width: 0, figures: [] }
    const { advance, figures } = missingGlyph(text.codePointAt(0) ?? 0, set)
    return { width: advance, figures }
  }

  function shapeRun(run: Run, weight: number, spacing: number): ShapedRun | null {
    if (run.kind === 'missing') return missingRun(run.text)
    if (run.kind === 'awaited') return null
    const letterSpacing = JOINED.test(run.text) ? 0 : spacing
    return fonts.shape({ text: run.text, font: run.font, weight, rightToLeft: run.level % 2 === 1, letterSpacing })
  }

  return {
    neededAssets(slides) {
      const needed = { fonts: new Set<string>(), emoji: new Set<string>(), tables: new Set<TableKey>(), uploads: new Set<UploadedFontId>() }
      let bidi = false
      for (const slide of slides) {
        for (const key of (slide.shapeBoxes ?? []).flatMap((box) => glyphKey(box, isEmoji) ?? [])) {
          if (!emojiLayers.has(key)) needed.emoji.add(key)
        }
        const setting = settingFor(slide)
        for (const font of uploadedFontsOf(slide)) if (!tables.hasUploadedFont(font)) needed.uploads.add(font)
        // An uploaded font tells which other fonts its text takes.
        const known = slide.textBoxes.filter(({ font }) => !isUploadedFont(font) || tables.hasUploadedFont(font))
        for (const paragraph of known.flatMap((box) => paragraphsOf(box.text, setting, box))) {
          for (const script of paragraph.missing) needed.tables.add(script)
          bidi ||= levelsOf === null && paragraph.isMixed
          for (const grapheme of [...paragraph.graphemes, ...paragraph.hyphen]) {
            if (grapheme.font !== '' && !fonts.has(grapheme.font)) needed.fonts.add(grapheme.font)
            if (grapheme.awaits) needed.tables.add(grapheme.awaits)
            for (const key of grapheme.emoji) if (!emojiLayers.has(key)) needed.emoji.add(key)
          }
        }
      }
      return { fonts: [...needed.fonts], emoji: [...needed.emoji], tables: [...needed.tables], uploads: [...needed.uploads], bidi }
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
    addTable(key, bytes) {
      tables.add(key, bytes)
      classifier.forget()
      revision += 1
    },
    addUploadedFont(id, bytes) {
      for (const [key, file] of tables.addUploadedFont(id, bytes)) fonts.add(key, file)
      classifier.forget()
      revision += 1
    },
    isFontMissing: ({ font }) => isUploadedFont(font) && tables.isFontMissing(font),
    font(key) {
      const facts = factsOf(key)
      if (!facts) throw new Error(`No font is called ${key}`)
      return facts
    },
    isEmoji,
    emojiLayers: (key) => emojiLayers.get(key),
    settingOf: settingFor,
    paragraphs: paragraphsOf,
    shapeLine(paragraph, range, { weight, letterSpacing, emphasisWeights }) {
      const figures: Figure[] = []
      const emphasised: EmphasisedSpan[] = []
      const emoji: { key: string; x: number }[] = []
      const reach = { ascender: 0, descender: 0 }
      let complete = paragraph.isReady
      let lacksGlyph = false
      let x = 0
      const addRun = (run: Run): void => {
        if (run.kind === 'emoji') {
          for (const key of run.emoji) {
            if (!emojiLayers.has(key)) complete = false
            emoji.push({ key, x })
            x += EMOJI_ADVANCE + letterSpacing
          }
          return
        }
        const facts = factsOf(run.font)
        if (facts && !facts.primary) {
          reach.ascender = Math.max(reach.ascender, facts.line[0])
          reach.descender = Math.max(reach.descender, facts.line[1])
        }
        lacksGlyph ||= run.kind === 'missing'
        const heavier = run.emphasis === null ? undefined : emphasisWeights?.[run.emphasis]
        const shaped = shapeRun(run, heavier ?? weight, letterSpacing)
        if (!shaped) {
          complete = false
          x += ROUGH_WIDTH * run.text.length
          return
        }
        for (const figure of shaped.figures) figures.push({ ...figure, x: x + figure.x })
        x += shaped.width
      }
      for (const run of runsOf(paragraph, range)) {
        const { x: left, first } = { x, first: figures.length }
        addRun(run)
        const { emphasis } = run
        if (emphasis === null) continue
        const last = emphasised.at(-1)
        if (last?.emphasis === emphasis && last.right === left) {
          emphasised[emphasised.length - 1] = { ...last, right: x, figures: [last.figures[0], figures.length] }
        } else emphasised.push({ emphasis, left, right: x, figures: [first, figures.length] })
      }
      return { width: x, figures, emphasised, emoji, complete, reach, lacksGlyph }
    },
    reach: () => ({ ascender: baseFacts.line[0], descender: baseFacts.line[1] }),
    revision: () => revision,
  }
}
