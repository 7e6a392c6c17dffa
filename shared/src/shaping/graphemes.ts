import { asksForEmoji, emojiOfGrapheme } from './emoji.ts'
import { covers } from './manifest.ts'
import type { PainterFont, PainterManifest } from './manifest.ts'

/** One user-perceived character and what draws it. */
export interface Grapheme {
  /** As written. */
  text: string
  /** As set: the same, apart from spaces and characters which stand for others. */
  shown: string
  /** UTF-16 offset in the paragraph. */
  start: number
  kind: 'text' | 'space' | 'emoji' | 'invisible' | 'missing'
  /** Key of the font, for text and space. */
  font: string
  /** Keys of the emoji, one as a rule. */
  emoji: readonly string[]
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

function fontFor(codes: readonly number[], fonts: readonly PainterFont[]): string | null {
  const visible = codes.filter((code) => !isInvisible(code))
  return fonts.find((font) => visible.every((code) => covers(font, code)))?.key ?? null
}

type Decision = Pick<Grapheme, 'kind' | 'font' | 'emoji'> & { shown: string }

export interface Classifier {
  /** Splits one paragraph (no line breaks in it) into graphemes. */
  split(paragraph: string): Grapheme[]
}

/** Decides for each grapheme what draws it: the product's typeface, then emoji, then the fonts of other scripts. */
export function createClassifier(manifest: PainterManifest): Classifier {
  const known = new Set(manifest.emoji.split(' '))
  const primary = manifest.fonts.filter((font) => font.primary)
  const others = manifest.fonts.filter((font) => !font.primary)
  const base = manifest.fonts[0]?.key ?? ''
  const cache = new Map<string, Decision>()

  function classify(shown: string): Decision {
    const codes = Array.from(shown, (character) => character.codePointAt(0) ?? 0)
    if (codes.length === 1 && isSpace(codes[0] ?? 0)) return { kind: 'space', font: base, emoji: [], shown: ' ' }
    if (codes.every(isInvisible)) return { kind: 'invisible', font: base, emoji: [], shown: '' }
    const emoji = emojiOfGrapheme(codes, known)
    if (emoji && asksForEmoji(codes)) return { kind: 'emoji', font: '', emoji, shown }
    const own = fontFor(codes, primary)
    if (own !== null) return { kind: 'text', font: own, emoji: [], shown }
    if (emoji) return { kind: 'emoji', font: '', emoji, shown }
    const other = fontFor(codes, others)
    if (other !== null) return { kind: 'text', font: other, emoji: [], shown }
    return { kind: 'missing', font: base, emoji: [], shown }
  }

  /** A ligature or full-width letter without a glyph is shown as the plain letters it stands for. */
  function decide(text: string): Decision {
    const decision = classify(text)
    if (decision.kind !== 'missing') return decision
    const plain = text.normalize('NFKC')
    const second = plain === text ? decision : classify(plain)
    return second.kind === 'text' ? second : decision
  }

  return {
    split(paragraph) {
      return Array.from(segmenter.segment(paragraph), ({ segment, index }) => {
        let decision = cache.get(segment)
        if (!decision) {
          decision = decide(segment)
          cache.set(segment, decision)
        }
        return { text: segment, start: index, ...decision }
      })
    },
  }
}
