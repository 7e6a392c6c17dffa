import { listBoxes } from '../slide/box.ts'
import type { Frame } from '../slide/box.ts'
import { placementOf } from '../slide/look-layout.ts'
import { MAIN_FORMAT, type Format } from '../slide/formats.ts'
import type { LookLayout, Slide } from '../slide/model.ts'
import type { Placed } from './place-texts.ts'
import { isLookBox } from './undress.ts'

/** A slide as a look lays it out in one format. */
export interface Laid {
  slide: Slide
  placed: Placed
}

/** Whether a look placed a box. */
const isPlaced = (ref: string, { frames }: Placed): boolean => frames.has(ref) || isLookBox(ref)

function layoutOf({ slide, placed }: Laid): LookLayout {
  const boxes = listBoxes(slide).filter(({ ref }) => isPlaced(ref, placed))
  const scrim = slide.photoEffects?.scrim
  return {
    boxes: Object.fromEntries(boxes.map(({ ref, box }): [string, Frame] => [ref, placementOf(box)])),
    ...(scrim && { scrim }),
    ...placed.view?.framing,
  }
}

/** The slide as its look lays it out in the main format, with what it needs to follow the look in the others. */
export function withLayouts(look: string, laid: ReadonlyMap<Format, Laid>, main: Laid): Slide {
  const layouts = Object.fromEntries([...laid].map(([format, one]) => [format, layoutOf(one)]))
  const placement = main.placed.view?.framing.photoPlacement
  return {
    ...main.slide,
    ...(placement && { photoPlacement: placement }),
    look: { id: look, layouts: { ...layouts, [MAIN_FORMAT]: layoutOf(main) } },
  }
}
