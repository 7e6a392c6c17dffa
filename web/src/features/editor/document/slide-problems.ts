import type { TextProblem } from '@ninesixteen/shared/scene/legibility'
import { nameBox } from '@ninesixteen/shared/slide/box'
import { sameData } from '@ninesixteen/shared/slide/merge'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { create } from 'zustand'

const NONE: readonly TextProblem[] = []

/** Slides never change, edits make new ones: what was found holds for as long as the slide lives. */
const found = new WeakMap<Slide, readonly TextProblem[]>()
/** Which edits of a slide was examined last, by its id: its badges stay until the newer one is examined, so that they do not blink. */
const newest = new Map<string, Slide>()

/** Grows when a slide was examined. */
const useExamined = create<{ count: number }>(() => ({ count: 0 }))

/** Keeps what the painter found on a slide. The same findings as before stay the same list, so that nothing is drawn anew for them. */
export function keepProblems(slide: Slide, problems: readonly TextProblem[]): void {
  const before = problemsOf(slide)
  found.set(slide, sameData(before, problems) ? before : problems)
  newest.set(slide.id, slide)
  useExamined.setState(({ count }) => ({ count: count + 1 }))
}

/** What is known of a slide; of the edit before while this one was not examined yet. */
export function problemsOf(slide: Slide): readonly TextProblem[] {
  const known = found.get(slide)
  if (known) return known
  const before = newest.get(slide.id)
  const all = (before && found.get(before)) ?? NONE
  const boxes = new Set(slide.textBoxes.map((box) => box.id))
  if (all.every((problem) => boxes.has(problem.boxId))) return all
  const left = all.filter((problem) => boxes.has(problem.boxId))
  found.set(slide, left)
  return left
}

/** The same for a component: it is drawn anew when something else is found on this slide. */
export function useSlideProblems(slide: Slide): readonly TextProblem[] {
  return useExamined(() => problemsOf(slide))
}

/** In a few words, for a badge. */
export const PROBLEM_WORDS = {
  'no-glyph': 'Unknown character',
  overflow: 'Does not fit',
  shrunk: 'Smaller to fit',
  small: 'Small type',
  'low-contrast': 'Low contrast',
} as const satisfies Record<TextProblem['kind'], string>

/** What follows the name of the box. */
const SENTENCES = {
  'no-glyph': 'has a character that no font can show',
  overflow: 'does not fit its box',
  shrunk: 'is smaller, because a word is wider than its box',
  small: 'is small and hard to read on a phone',
  'low-contrast': 'has low contrast with its background',
} as const satisfies Record<TextProblem['kind'], string>

/** In a sentence that names the box. */
export function describeProblem(slide: Slide, { boxId, kind }: TextProblem): string {
  return `${nameBox(slide, boxId).replace(/: .*/s, '')} ${SENTENCES[kind]}`
}
