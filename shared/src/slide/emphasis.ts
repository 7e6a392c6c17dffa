import { EMPHASES_MAX } from './limits.ts'
import type { Emphasis, TextBox } from './model.ts'
import { sameData } from './same-data.ts'

/** The look of emphasised words, without their place. */
export type EmphasisLook = Omit<Emphasis, 'start' | 'end'>

/** A part of a text in UTF-16 code units: the first, and the one after the last. */
export interface TextRange {
  start: number
  end: number
}

/** The place of the same words in a changed text; null where they are gone. */
function moved({ start, end }: TextRange, before: string, after: string): TextRange | null {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && before[first] === after[first]) first += 1
  let last = 0
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1
  if (end <= first) return { start, end }
  const shift = after.length - before.length
  if (start >= before.length - last) return { start: start + shift, end: end + shift }
  const words = before.slice(start, end)
  const found = after.indexOf(words)
  return found < 0 ? null : { start: found, end: found + words.length }
}

/** The box with another text. Emphasised words that it still has keep their look. */
export function withText<T extends Pick<TextBox, 'text' | 'emphasis'>>(box: T, text: string): T {
  if (box.text === text) return box
  const { emphasis, ...rest } = box
  if (!emphasis) return { ...box, text }
  const kept = emphasis.flatMap((one) => {
    const range = moved(one, box.text, text)
    return range ? [{ ...one, ...range }] : []
  })
  const ordered = kept.toSorted((a, b) => a.start - b.start).filter(({ start }, index, list) => start >= (list[index - 1]?.end ?? 0))
  return { ...rest, text, ...(ordered.length > 0 && { emphasis: ordered }) } as T
}

/** The look of an emphasis. */
export function lookOfEmphasis(emphasis: Emphasis): EmphasisLook {
  const { start: _, end: __, ...look } = emphasis
  return look
}

/**
 * The emphases with a range in a look, or without any where `look` is null. Neighbours of one look that only spaces part become one. Null where none
 * is left, the same list where the box can't hold another.
 */
export function emphasise(
  { text, emphasis = [] }: Pick<TextBox, 'text' | 'emphasis'>,
  range: TextRange,
  look: EmphasisLook | null,
): Emphasis[] | null {
  const outside = emphasis.flatMap((one) => {
    const parts = [
      { ...one, end: Math.min(one.end, range.start) },
      { ...one, start: Math.max(one.start, range.end) },
    ]
    return parts.map((part) => trimmed(part, text)).filter(({ start, end }) => start < end)
  })
  const list = look === null ? outside : [...outside, { ...look, ...range }]
  const joined: Emphasis[] = []
  for (const one of list.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    const isNext = last && text.slice(last.end, one.start).trim() === '' && sameData(lookOfEmphasis(last), lookOfEmphasis(one))
    if (isNext) joined[joined.length - 1] = { ...last, end: one.end }
    else joined.push(one)
  }
  if (joined.length > EMPHASES_MAX) return emphasis
  return joined.length === 0 ? null : joined
}

/** Without the spaces at both ends, which a highlight would show. */
function trimmed(one: Emphasis, text: string): Emphasis {
  const words = text.slice(one.start, one.end)
  return { ...one, start: one.start + words.length - words.trimStart().length, end: one.end - (words.length - words.trimEnd().length) }
}
