import type { TextProblem } from '@ninesixteen/shared/scene/legibility'
import { nameBox } from '@ninesixteen/shared/slide/box'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { create } from 'zustand'

const NONE: readonly TextProblem[] = []

/** Slides are immutable, so results stay valid as long as the slide object lives. */
const found = new WeakMap<Slide, readonly TextProblem[]>()
/** The last examined state of each slide, by id: its badges stay until the newer state is examined, so that they don't flicker. */
const newest = new Map<string, Slide>()

const useExamined = create<{ count: number }>(() => ({ count: 0 }))

/** Stores the problems found on a slide. Equal problems keep the same array, which avoids a re-render. */
export function storeProblems(slide: Slide, problems: readonly TextProblem[]): void {
  const before = problemsOf(slide)
  found.set(slide, sameData(before, problems) ? before : problems)
  newest.set(slide.id, slide)
  useExamined.setState(({ count }) => ({ count: count + 1 }))
}

/** Problems of a slide, or of its previous state until this one has been examined. */
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

/** Re-renders when the problems of this slide change. */
export function useSlideProblems(slide: Slide): readonly TextProblem[] {
  return useExamined(() => problemsOf(slide))
}

/** Texts of the badges. */
export const PROBLEM_TEXTS = {
  'no-font': 'Font unavailable',
  'no-glyph': 'Unknown character',
  overflow: 'Doesn’t fit',
  shrunk: 'Smaller to fit',
  small: 'Small type',
  'low-contrast': 'Low contrast',
} as const satisfies Record<TextProblem['kind'], string>

/** Sentences without their subject, the name of the box. */
const SENTENCES = {
  'no-font': 'has an uploaded font that is gone',
  'no-glyph': 'has a character that no font can show',
  overflow: 'doesn’t fit its box',
  shrunk: 'is smaller, because a word is wider than its box',
  small: 'is small and hard to read on a phone',
  'low-contrast': 'has low contrast with its background',
} as const satisfies Record<TextProblem['kind'], string>

/** A sentence that names the box. */
export function describeProblem(slide: Slide, { boxId, kind }: TextProblem): string {
  return `${nameBox(slide, boxId).replace(/: .*/s, '')} ${SENTENCES[kind]}`
}
