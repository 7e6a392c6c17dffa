import { asksForEmoji, emojiOfGrapheme } from './emoji.ts'
import { familiesFor, isEastAsian } from './han.ts'
import type { Setting } from './han.ts'
import { covers } from './manifest.ts'
import type { PainterFont, PainterManifest, TableKey } from './manifest.ts'
import type { FontTable, Tables } from './tables.ts'

/** One user-perceived character and what draws it. */
export interface Grapheme {
  /** As written. */
  text: string
  /** As set: the same, apart from spaces and characters which stand for others. */
  shown: string
  /** UTF-16 offset in the paragraph. */
  start: number
  kind: 'text' | 'space' | 'emoji' | 'invisible' | 'missing' | 'awaited'
  /** Key of the font, for text and space. */
  font: string
  /** Data to load before its font is known. */
  awaits?: TableKey
  /** Keys of the emoji, one as a rule. */
  emoji: readonly string[]
  /** Whether a line may end after it, where a dictionary tells. */
  breakAfter?: boolean
}

/** Characters that are there to steer others and show nothing themselves. */
function isInvisible(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    (code >= 0xe0000 && code <= 0xe0fff)
  )
}

/** Spaces at which a line may break. The no-break space is text. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || (code >= 0x2000 && code <= 0x200a && code !== 0x2007) || code === 0x3000
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Ends in a sign that joins the next letter to it, or in a vowel that is written before its consonant. */
const JOINS_NEXT = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]\u200d?$|[\u0e40-\u0e44\u0ec0-\u0ec4]$/
const STARTS_WITH_LETTER = /^[\p{L}\u17a3-\u17b3]/u

/** Vowels and tones of Burmese after their consonant, which Unicode counts as letters of their own. */
const JOINS_PREVIOUS = /^[\u102b\u102c\u1038\u1062-\u1064\u1067-\u106d\u1083\u1087-\u108c\u108f\u109a-\u109c]/

/** Older engines end a grapheme where these scripts join the next letter: here it goes on, in all of them. */
function graphemesOf(paragraph: string): { segment: string; index: number }[] {
  const list: { segment: string; index: number }[] = []
  for (const { segment, index } of segmenter.segment(paragraph)) {
    const last = list.at(-1)
    const joins = last && (JOINS_PREVIOUS.test(segment) || (JOINS_NEXT.test(last.segment) && STARTS_WITH_LETTER.test(segment)))
    if (joins) last.segment += segment
    else list.push({ segment, index })
  }
  return list
}

function visibleOf(codes: readonly number[]): number[] {
  return codes.filter((code) => !isInvisible(code))
}

function fontFor(codes: readonly number[], fonts: readonly PainterFont[]): string | null {
  const visible = visibleOf(codes)
  return fonts.find((font) => visible.every((code) => covers(font, code)))?.key ?? null
}

type Decision = Pick<Grapheme, 'kind' | 'font' | 'emoji' | 'shown' | 'awaits'>

export interface Classifier {
  /** Splits one paragraph (no line breaks in it) into graphemes. `face` are the fonts of its typeface: null while they are not known. */
  split(paragraph: string, setting: Setting, face?: Face): Grapheme[]
  /** Forgets what it decided: a table was added. */
  forget(): void
}

/** Fonts of a chosen typeface; empty for text without one. */
type Face = readonly PainterFont[] | null

/** Decisions kept. Texts repeat their characters; users can write new ones without end, so at the limit the cache starts over. */
const DECISIONS_KEPT = 5000

/**
 * Decides for each grapheme what draws it: the product's typeface, then emoji, then the fonts of other scripts. A chosen typeface draws what it
 * has, apart from emoji.
 */
export function createClassifier(manifest: PainterManifest, tables: Tables): Classifier {
  const known = new Set(manifest.emoji.split(' '))
  const primary = manifest.fonts.filter((font) => font.primary)
  const others = manifest.fonts.filter((font) => !font.primary)
  const base = manifest.fonts[0]?.key ?? ''
  const caches = new Map<string, Map<string, Decision>>()
  let decided = 0

  function classify(shown: string, codes: readonly number[], face: Face): Decision | null {
    if (codes.length === 1 && isSpace(codes[0] ?? 0)) return spaceIn(face)
    if (codes.every(isInvisible)) return { kind: 'invisible', font: base, emoji: [], shown: '' }
    const emoji = emojiOfGrapheme(codes, known)
    if (emoji && asksForEmoji(codes)) return { kind: 'emoji', font: '', emoji, shown }
    const own = fontFor(codes, primary)
    if (emoji && own === null) return { kind: 'emoji', font: '', emoji, shown }
    if (!face) return awaited(shown, 'faces')
    const font = fontFor(codes, face) ?? own ?? fontFor(codes, others)
    return font === null ? null : { kind: 'text', font, emoji: [], shown }
  }

  function spaceIn(face: Face): Decision {
    const space: Decision = { kind: 'space', font: base, emoji: [], shown: ' ' }
    return face ? { ...space, font: fontFor([0x20], face) ?? base } : { ...space, awaits: 'faces' }
  }

  /** From the first of these tables that has a font for it; null when none has. */
  function fromTables(shown: string, codes: readonly number[], keys: readonly FontTable[]): Decision | null {
    for (const key of keys) {
      const fonts = tables.fonts(key)
      if (!fonts) return awaited(shown, key)
      const font = fontFor(codes, fonts)
      if (font !== null) return { kind: 'text', font, emoji: [], shown }
    }
    return null
  }

  /** A ligature or full-width letter without a glyph is shown as the plain letters it stands for. */
  function plainLetters(text: string, face: Face): Decision | null {
    const plain = text.normalize('NFKC')
    const decision = plain === text ? null : classify(plain, codesOf(plain), face)
    return decision?.kind === 'text' ? decision : null
  }

  function decide(text: string, setting: Setting, face: Face): Decision {
    const codes = codesOf(text)
    const settled = classify(text, codes, face)
    if (settled) return settled
    const isOfSetting = setting !== null && visibleOf(codes).some(isEastAsian)
    if (isOfSetting && setting === 'unknown') return awaited(text, 'han')
    const families = isOfSetting && setting !== 'unknown' ? familiesFor(text, setting) : []
    return (
      fromTables(text, codes, families) ??
      plainLetters(text, face) ??
      fromTables(text, codes, ['scripts']) ?? { kind: 'missing', font: base, emoji: [], shown: text }
    )
  }

  function cacheOf(setting: Setting, face: Face): Map<string, Decision> {
    const key = `${setting}/${face ? (face[0]?.key ?? '') : 'awaited'}`
    const cache = caches.get(key) ?? new Map<string, Decision>()
    caches.set(key, cache)
    return cache
  }

  function forget(): void {
    for (const cache of caches.values()) cache.clear()
    decided = 0
  }

  return {
    split(paragraph, setting, face = []) {
      const cache = cacheOf(setting, face)
      return graphemesOf(paragraph).map(({ segment, index }) => {
        let decision = cache.get(segment)
        if (!decision) {
          decision = decide(segment, setting, face)
          if (decided >= DECISIONS_KEPT) forget()
          cache.set(segment, decision)
          decided += 1
        }
        return { text: segment, start: index, ...decision }
      })
    },
    forget,
  }
}

function awaited(shown: string, awaits: TableKey): Decision {
  return { kind: 'awaited', font: '', emoji: [], shown, awaits }
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0)
}
