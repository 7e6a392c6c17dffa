import type { TextBox } from '../slide/model.ts'
import { capitals } from './faces.ts'
import type { FontChoice } from './faces.ts'
import type { EmphasisedPart } from './runs.ts'

/** How a text is split: by its typeface and case, and by its emphasised words. */
export type TextChoice = FontChoice & Pick<TextBox, 'emphasis'>

/** Lines of a text, each with the offset at which the next one starts. */
export function linesOf(text: string): { line: string; next: number }[] {
  const lines: { line: string; next: number }[] = []
  let start = 0
  for (const { 0: ending, index } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    const next = index + ending.length
    lines.push({ line: text.slice(start, index), next })
    start = next
  }
  return [...lines, { line: text.slice(start), next: text.length }]
}

/** Emphasised parts of a text as it is shown: capitals can be longer than small letters. */
export function emphasisedParts(text: string, choice: TextChoice | undefined): EmphasisedPart[] {
  const shownAt = (at: number): number => (choice?.uppercase ? capitals(text.slice(0, at)).length : at)
  return (choice?.emphasis ?? []).map(({ start, end }, emphasis) => ({ start: shownAt(start), end: shownAt(end), emphasis }))
}

/** A part's share of a line that starts at an offset of the text, in code units of the composed line. */
export function partOfLine(part: EmphasisedPart, { line, start }: { line: string; start: number }): EmphasisedPart[] {
  const composedAt = (at: number): number => line.slice(0, Math.max(0, at - start)).normalize('NFC').length
  const found = { ...part, start: composedAt(part.start), end: composedAt(part.end) }
  return found.start < found.end ? [found] : []
}
