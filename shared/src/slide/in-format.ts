import { findBox, listBoxes, LOGO_REF, logoFrame } from './box.ts'
import type { BoxRef, Frame } from './box.ts'
import { layoutInFormat } from './format-layout.ts'
import type { Placement } from './format-layout.ts'
import { MAIN_FORMAT, OTHER_FORMATS, slideHeight } from './formats.ts'
import type { Format, OtherFormat } from './formats.ts'
import { roundUnits } from './geometry.ts'
import { lookLayoutIn, placementOf } from './look-layout.ts'
import { SLIDE_HEIGHT } from './limits.ts'
import type { FormatOverrides, Slide } from './model.ts'
import { sameData } from './same-data.ts'

const shown = new WeakMap<Slide, Map<Format, Slide>>()

/** A slide as a format shows it: `format` is set, and boxes and photo are where they are there. The very same slide in the main format. */
export function inFormat(slide: Slide, format: Format): Slide {
  if (format === MAIN_FORMAT) return slide
  const known = shown.get(slide) ?? new Map<Format, Slide>()
  shown.set(slide, known)
  const derived = known.get(format) ?? deriveSlide(slide, format)
  known.set(format, derived)
  return derived
}

function deriveSlide(slide: Slide, format: OtherFormat): Slide {
  const overrides = slide.formats?.[format]
  const automatic = layoutInFormat(slide, format)
  const look = lookLayoutIn(slide, format, automatic)
  const placementAt = (ref: BoxRef): Partial<Placement> => ({ ...automatic.get(ref), ...look?.boxes[ref], ...overrides?.boxes?.[ref] })
  const framed = <T extends Frame>(box: T, ref: BoxRef): T => {
    // A stored override of an image may contain a font size.
    const { fontSize: _, ...frame } = placementAt(ref)
    return { ...box, ...frame }
  }
  const { formats: _, logoPosition, ...rest } = slide
  const logo = logoFrame(slide)
  const photoPlacement = overrides?.photoPlacement ?? look?.photoPlacement ?? slide.photoPlacement
  return {
    ...rest,
    format,
    textBoxes: slide.textBoxes.map((box) => ({ ...box, ...placementAt(box.id) })),
    imageBoxes: slide.imageBoxes.map((box) => framed(box, box.id)),
    ...(slide.shapeBoxes && { shapeBoxes: slide.shapeBoxes.map((box) => framed(box, box.id)) }),
    logoPosition: logo ? framed(logo, LOGO_REF) : logoPosition,
    ...(photoPlacement && { photoPlacement }),
    ...(look?.photoFocus !== undefined && { photoFocus: look.photoFocus }),
    ...(look?.scrim && { photoEffects: { ...slide.photoEffects, scrim: look.scrim } }),
  }
}

/** The slide after a change of what a format shows: places, font sizes and the part of the photo change there only, all else everywhere. */
export function changeInFormat(slide: Slide, format: Format, change: (shown: Slide) => Slide): Slide {
  if (format === MAIN_FORMAT) return change(slide)
  const before = inFormat(slide, format)
  const after = change(before)
  if (after === before) return slide
  const boxes = { ...slide.formats?.[format]?.boxes }
  const stored = <T extends Frame & { fontSize?: number }>(box: T, ref: BoxRef, original: T | undefined): T => {
    const old = findBox(before, ref)
    const place = placementOf(box)
    if (!old || !sameData(place, placementOf(old.box))) boxes[ref] = place
    return { ...box, ...(original ? placementOf(original) : mainPlacement(place, format)) }
  }
  const { format: _, photoPlacement, photoEffects, photoFocus, ...rest } = after
  // The look of a format is the slide's own until it is changed there.
  const effects = sameData(photoEffects, before.photoEffects) ? slide.photoEffects : photoEffects
  const focus = photoFocus === before.photoFocus ? slide.photoFocus : photoFocus
  const findById = <T extends { id: string }>(list: readonly T[] | undefined, id: string): T | undefined =>
    list?.find((box) => box.id === id)
  const logo = logoFrame(slide)
  const moved = after.logoPosition && stored(after.logoPosition, LOGO_REF, logo ?? undefined)
  const next: Slide = {
    ...rest,
    textBoxes: after.textBoxes.map((box) => stored(box, box.id, findById(slide.textBoxes, box.id))),
    imageBoxes: after.imageBoxes.map((box) => stored(box, box.id, findById(slide.imageBoxes, box.id))),
    ...(after.shapeBoxes && { shapeBoxes: after.shapeBoxes.map((box) => stored(box, box.id, findById(slide.shapeBoxes, box.id))) }),
    logoPosition: logo && moved && sameData(moved, logo) ? slide.logoPosition : moved,
    ...(slide.photoPlacement && { photoPlacement: slide.photoPlacement }),
    ...(effects && { photoEffects: effects }),
    ...(focus !== undefined && { photoFocus: focus }),
  }
  const photo = sameData(photoPlacement, before.photoPlacement) ? slide.formats?.[format]?.photoPlacement : photoPlacement
  return withOverrides(next, { ...slide.formats, [format]: { boxes, ...(photo && { photoPlacement: photo }) } })
}

/** Place in the main format of a box that is new in another one: as far down, by share of the height. */
function mainPlacement(place: Placement, format: OtherFormat): Placement {
  const middle = ((place.y + place.height / 2) * SLIDE_HEIGHT) / slideHeight(format)
  return { ...place, y: roundUnits(middle - place.height / 2) }
}

/** The slide with these overrides, without those of boxes that are gone. */
export function withOverrides(slide: Slide, formats: Slide['formats']): Slide {
  const refs = new Set(listBoxes(slide).map(({ ref }) => ref))
  const entries = OTHER_FORMATS.flatMap((format): [OtherFormat, FormatOverrides][] => {
    const { boxes = {}, photoPlacement } = formats?.[format] ?? {}
    const present = Object.entries(boxes).filter(([ref]) => refs.has(ref))
    if (present.length === 0 && !photoPlacement) return []
    return [[format, { ...(present.length > 0 && { boxes: Object.fromEntries(present) }), ...(photoPlacement && { photoPlacement }) }]]
  })
  const next = entries.length > 0 ? (Object.fromEntries(entries) as Slide['formats']) : undefined
  if (sameData(next, slide.formats)) return slide
  const { formats: _, ...rest } = slide
  return next ? { ...rest, formats: next } : rest
}

/** Whether something of a slide was placed in a format by hand. */
export function isAdjusted(slide: Slide, format: Format): boolean {
  return format !== MAIN_FORMAT && slide.formats?.[format] !== undefined
}
