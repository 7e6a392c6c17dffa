import { createReasoningFilter } from './reasoning-filter.ts'
import { parseLenientJson } from './lenient-json.ts'
import { slidesInLines, type LineOptions } from './slide-lines.ts'
import { slidesIn, type SlideFields } from './slide-values.ts'

/** An opening bracket that begins JSON, also with quotes of other kinds, escaped ones, or none. */
const JSON_START = /[[{]\s*(?:\\?["'`“”‘’„]|[[{]|[a-z]\w*\s*:)/iu
/** Objects without an object inside: slides, wherever they are. */
const INNERMOST = /\{[^{}]*\}/g
const INNERMOST_MAX = 1000
/** The end of an answer that lacks only brackets. */
const CLOSED_TEXT = /["'”’]\s*,?\s*[\]}]*\s*(?:```)?\s*$/u

/** The slides of a complete answer in which the stream found too few: damaged JSON, JSON without an array, or a list in lines. */
export function salvageSlides(answer: string, options: LineOptions): SlideFields[] {
  const text = withoutReasoning(answer).replaceAll('&quot;', '"')
  const fromJson = slidesInJson(text, options)
  return fromJson.length > 0 ? fromJson : slidesInLines(text, options)
}

function withoutReasoning(answer: string): string {
  // A possible start of a tag is held back without a further character.
  return createReasoningFilter().push(`${answer}\n`).at(-1)?.slice(0, -1) ?? ''
}

function slidesInJson(text: string, { fields, isWhole }: LineOptions): SlideFields[] {
  const start = text.search(JSON_START)
  if (start < 0) return []
  const json = text.slice(start)
  const lastBracket = Math.max(json.lastIndexOf('}'), json.lastIndexOf(']'))
  const end = isWhole && CLOSED_TEXT.test(json) ? json.length : lastBracket + 1
  const asWhole = slidesIn(parseLenientJson(json.slice(0, end)), fields)
  const objects = (json.match(INNERMOST) ?? []).slice(0, INNERMOST_MAX)
  if (objects.length <= asWhole.length) return asWhole
  const singly = objects.flatMap((object) => slidesIn(parseLenientJson(object), fields))
  return singly.length > asWhole.length ? singly : asWhole
}
