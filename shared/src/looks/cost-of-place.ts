import type { Frame } from '../slide/box.ts'
import { slideHeight } from '../slide/formats.ts'
import { SLIDE_WIDTH } from '../slide/limits.ts'
import { busyUnder, subjectOn, type PhotoView } from './photo-view.ts'

/** Cost of lying over the subject, and of cutting it off. */
const [OVER_SUBJECT, LOST_SUBJECT] = [90, 200]
/** Share of the slide that the subject's middle keeps from its edges, and units that texts keep from it. */
const [SUBJECT_EDGE, SUBJECT_REACH] = [0.12, 14]
/** Cost of moving the photo by the slide's size, and of moving it at all. */
const [PANNED, UNUSUAL] = [24, 6]

/** How much texts disturb a photo and it them: how busy it is under them, whether they hide its subject, and how far it is moved. */
export function costOf(covered: readonly Frame[], view: PhotoView): number {
  const area = ({ width, height }: Frame): number => width * height
  const under = covered.map((frame) => ({ busy: busyUnder(view, frame), area: area(frame) }))
  const mean =
    under.reduce((sum, one) => sum + one.busy * one.area, 0) /
    Math.max(
      1,
      under.reduce((sum, one) => sum + one.area, 0),
    )
  // One text over a subject isn't made up for by the others.
  const busy = (mean + Math.max(0, ...under.map((one) => one.busy))) / 2
  const panned = view.shift === 0 ? 0 : UNUSUAL + view.shift * PANNED
  const subject = subjectOn(view)
  if (!subject) return busy + panned
  const isInside = ({ x, y, width, height }: Frame, reach: number): boolean =>
    subject.x >= x - reach && subject.x <= x + width + reach && subject.y >= y - reach && subject.y <= y + height + reach
  const [acrossEdge, downEdge] = [SUBJECT_EDGE * SLIDE_WIDTH, SUBJECT_EDGE * slideHeight(view.format)]
  const kept = { x: acrossEdge, y: downEdge, width: SLIDE_WIDTH - 2 * acrossEdge, height: slideHeight(view.format) - 2 * downEdge }
  const isOver = covered.some((frame) => isInside(frame, SUBJECT_REACH))
  return busy + panned + (isOver ? OVER_SUBJECT : 0) + (isInside(kept, 0) ? 0 : LOST_SUBJECT)
}
