import { contrastRatio, luminance, luminanceOfHex, opposite } from '../scene/contrast.ts'
import { channelsOf } from '../scene/backdrop.ts'
import { applyPatch } from '../slide/edit-boxes.ts'
import { slideHeight } from '../slide/formats.ts'
import { EFFECT_MAX, SCRIM_MOST, SLIDE_WIDTH, TINT_MOST } from '../slide/limits.ts'
import type { PhotoEffects, ShapeBox, Slide } from '../slide/model.ts'
import type { LookSpec } from './look.ts'
import { busyUnder, cellsUnder } from './photo-view.ts'
import type { Placed } from './place-texts.ts'
import { BEHIND, GROUND, PLATE } from './undress.ts'

/** The slide with its photo, or the color instead of it, as a look treats it. */
export function withGround(slide: Slide, { spec, index, placed }: { spec: LookSpec; index: number; placed: Placed }): Slide {
  const hasPhoto = spec.hasPhoto && slide.backgroundImage !== null
  const color = hasPhoto ? undefined : spec.grounds?.[index % spec.grounds.length]
  const whole = { x: 0, y: 0, width: SLIDE_WIDTH, height: slideHeight(placed.format) }
  const ground = color === undefined ? [] : [{ id: GROUND, shape: 'rectangle' as const, ...whole, fill: color }]
  const { effects, plate } = hasPhoto ? effectsOf(spec, placed) : { effects: null, plate: [] }
  const shapeBoxes = [...ground, ...plate, ...(slide.shapeBoxes ?? [])]
  const behind = BEHIND.filter((id) => shapeBoxes.some((shape) => shape.id === id))
  const layers = behind.length > 0 ? [...behind, ...(slide.layers ?? [])] : slide.layers
  return applyPatch(
    { ...slide, ...(shapeBoxes.length > 0 && { shapeBoxes }), ...(layers && { layers }) },
    { textStyle: 'outline' as const, brightness: 0, contrast: 0, photoEffects: effects },
  )
}

/** Least contrast of letters with what is under them, a little above 4.5 because the map is coarse; and of emphasised words and numerals, which are large. */
const [CONTRAST, CONTRAST_LARGE] = [5, 3.2]
/** Photos busier than this under texts get darker, and calmer by blur. */
const BUSY = 80
/** Shares of the slide's height: a scrim is full this far beyond the texts, and ends this much further. */
const [BEYOND, FADE] = [0.02, 0.24]
/** Grays under letters where the photo isn't known. */
const [LIGHT_UNKNOWN, DARK_UNKNOWN] = [200, 60]
/** Grays between the mean of a cell and its brightest or darkest part, with a share of how busy the cell is. */
const [SPARE, SPARE_BUSY] = [12, 0.2]
/** A scrim above this level hides the photo: a plate under the texts hides less of it. */
const SCRIM_LIMIT = 9

function effectsOf(spec: LookSpec, placed: Placed): { effects: PhotoEffects | null; plate: ShapeBox[] } {
  const effects: PhotoEffects = { ...spec.effects }
  const plate: ShapeBox[] = []
  if (spec.relief === 'scrim') {
    const { covered, view } = placed
    const color = opposite(spec.title.color)
    const busy = view ? Math.max(...covered.map((frame) => busyUnder(view, frame))) : BUSY
    const needed = levelFor(spec, placed)
    const level = Math.max(spec.scrimMin ?? 0, needed + (busy > BUSY ? 1 : 0))
    const hasPlate = needed > SCRIM_LIMIT
    if (hasPlate) plate.push(plateOf(placed, color))
    const amount = Math.min(EFFECT_MAX, hasPlate ? (spec.scrimMin ?? 0) : level)
    if (amount > 0) effects.scrim = { color, amount, ...reachOf(placed) }
    if (busy > BUSY) effects.blur = Math.max(effects.blur ?? 0, 1)
  }
  return { effects: Object.keys(effects).length === 0 ? null : effects, plate }
}

/** From the texts to the edge of the slide that they are nearest to: a photo that is dark all over is dull. */
function reachOf({ bounds, format }: Placed): { full: number; end: number } {
  const height = slideHeight(format)
  const [from, to] = [bounds.y / height - BEYOND, (bounds.y + bounds.height) / height + BEYOND]
  if (from + to < 1) return { full: thousandths(Math.min(1, to)), end: thousandths(Math.min(1, to + FADE)) }
  return { full: thousandths(Math.max(0, from)), end: thousandths(Math.max(0, from - FADE)) }
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

const PLATE_MARGIN = 8

function plateOf({ bounds, format }: Placed, fill: string): ShapeBox {
  const x = Math.max(0, bounds.x - PLATE_MARGIN)
  const y = Math.max(0, bounds.y - PLATE_MARGIN)
  const right = Math.min(SLIDE_WIDTH, bounds.x + bounds.width + PLATE_MARGIN)
  const bottom = Math.min(slideHeight(format), bounds.y + bounds.height + PLATE_MARGIN)
  return { id: PLATE, shape: 'rectangle', x, y, width: right - x, height: bottom - y, fill, radius: 8 }
}

/** Least level of a scrim at which all letters keep their contrast over the brightest or darkest cells under them; above the highest if none does. */
function levelFor(spec: LookSpec, { covered, view }: Placed): number {
  const isDarkened = opposite(spec.title.color) === '#000000'
  const cells = view ? covered.flatMap((frame) => cellsUnder(view, frame)) : []
  const grays = view
    ? cells
        .map((cell) => {
          const spare = SPARE + (view.map.busy[cell] ?? 0) * SPARE_BUSY
          return (view.map.light[cell] ?? 0) + (isDarkened ? spare : -spare)
        })
        .toSorted((a, b) => a - b)
    : []
  const known = grays[Math.min(grays.length - 1, Math.floor(grays.length * (isDarkened ? 0.95 : 0.05)))]
  const gray = Math.max(0, Math.min(255, known ?? (isDarkened ? LIGHT_UNKNOWN : DARK_UNKNOWN)))
  const tint = ((spec.effects?.tint?.amount ?? 0) / EFFECT_MAX) * TINT_MOST
  const channels = spec.effects?.tint ? channelsOf(spec.effects.tint.color) : [0, 0, 0]
  const accents = [
    spec.emphasis?.highlight ? undefined : spec.emphasis?.color,
    ...spec.ornaments.map((one) => (one.kind === 'numeral' ? one.color : undefined)),
  ]
  const wanted = [
    ...[spec.title.color, spec.body.color].map((color) => ({ color, least: CONTRAST })),
    ...accents.flatMap((color) => (color === undefined ? [] : [{ color, least: CONTRAST_LARGE }])),
  ]
  const isEnough = (level: number): boolean => {
    const scrim = (SCRIM_MOST * level) / EFFECT_MAX
    const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
      Math.round((gray * (1 - tint) + channel * tint) * (1 - scrim) + (isDarkened ? 0 : 255) * scrim),
    )
    const under = luminance(red, green, blue)
    return wanted.every(({ color, least }) => contrastRatio(luminanceOfHex(color), under) >= least)
  }
  for (let level = 0; level <= EFFECT_MAX; level++) if (isEnough(level)) return level
  return EFFECT_MAX + 1
}
