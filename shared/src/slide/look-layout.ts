import { frameOf, listBoxes } from './box.ts'
import type { BoxRef, Frame } from './box.ts'
import type { Placement } from './format-layout.ts'
import { isFixture } from './fixtures.ts'
import { MAIN_FORMAT, type OtherFormat } from './formats.ts'
import type { LookLayout, Slide } from './model.ts'
import { sameData } from './same-data.ts'

/** The place of a box, without the rest of it. */
export function placementOf(box: Frame & { fontSize?: number }): Placement {
  return { ...frameOf(box), ...(box.fontSize !== undefined && { fontSize: box.fontSize }) }
}

/** Whether every box is where the slide's look placed it; boxes that belong to an edge, and hidden ones, don't count. False without a look. */
export function isAsPlaced(slide: Slide): boolean {
  const main = slide.look?.layouts[MAIN_FORMAT]
  if (!main) return false
  const entries = listBoxes(slide)
  const refs = new Set(entries.map(({ ref }) => ref))
  return (
    Object.keys(main.boxes).every((ref) => refs.has(ref)) &&
    entries.every((entry) => {
      const place = main.boxes[entry.ref]
      if (!place) return entry.box.hidden === true || entry.box.locked === true || isFixture(entry)
      return sameData(place, placementOf(entry.box)) && !('rotation' in entry.box && entry.box.rotation)
    })
  )
}

const overlap = (a: Frame, b: Frame): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/**
 * Where the slide's look places its boxes in a format, and the part of the photo and the scrim as long as they are the look's own. Null once a box
 * was moved, and where the boxes would meet others, whose places in the format are given.
 */
export function lookLayoutIn(slide: Slide, format: OtherFormat, others: ReadonlyMap<BoxRef, Placement>): LookLayout | null {
  const layouts = slide.look?.layouts
  const [main, there] = [layouts?.[MAIN_FORMAT], layouts?.[format]]
  if (!main || !there || !isAsPlaced(slide)) return null
  const spread = Object.values(there.boxes)
  const isMet = listBoxes(slide).some(({ ref, box }) => {
    const place = others.get(ref)
    return !(ref in main.boxes) && !box.hidden && place !== undefined && spread.some((frame) => overlap(frame, place))
  })
  if (isMet) return null
  const { scrim, photoPlacement, photoFocus, boxes } = there
  const hasOwnPhoto = sameData(slide.photoPlacement, main.photoPlacement) && slide.photoFocus === undefined
  return {
    boxes,
    ...(scrim && sameData(slide.photoEffects?.scrim, main.scrim) && { scrim }),
    ...(hasOwnPhoto && photoPlacement && { photoPlacement }),
    ...(hasOwnPhoto && photoFocus !== undefined && { photoFocus }),
  }
}

/** The slide's look without the parts of a photo that the slide no longer shows. */
export function lookWithoutPhoto({ look }: Pick<Slide, 'look'>): Slide['look'] {
  if (!look) return undefined
  const layouts = Object.entries(look.layouts).map(([format, { boxes, scrim }]) => [format, { boxes, ...(scrim && { scrim }) }])
  return { ...look, layouts: Object.fromEntries(layouts) }
}
