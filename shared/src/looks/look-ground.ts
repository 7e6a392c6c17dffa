import type { PhotoMap } from '../photos/photo-map.ts'
import { luminanceOfHex } from '../scene/legibility.ts'
import { applyPatch } from '../slide/edit-boxes.ts'
import { EFFECT_MAX, SCRIM_MOST, SLIDE_HEIGHT, SLIDE_WIDTH } from '../slide/limits.ts'
import type { PhotoEffects, Slide } from '../slide/model.ts'
import type { LookSpec } from './look.ts'
import { cellsUnder, meanUnder, type Placed } from './place-texts.ts'
import { BEHIND, GROUND } from './undress.ts'

/** The slide with its photo, or the color instead of it, as a look treats it. */
export function withGround(
  slide: Slide,
  { spec, index, map, placed }: { spec: LookSpec; index: number; map: PhotoMap | null; placed: Placed },
): Slide {
  const color = spec.hasPhoto && slide.backgroundImage !== null ? undefined : spec.grounds?.[index % spec.grounds.length]
  const ground =
    color === undefined
      ? []
      : [{ id: GROUND, shape: 'rectangle' as const, x: 0, y: 0, width: SLIDE_WIDTH, height: SLIDE_HEIGHT, fill: color }]
  const shapeBoxes = [...ground, ...(slide.shapeBoxes ?? [])]
  const behind = BEHIND.filter((id) => shapeBoxes.some((shape) => shape.id === id))
  const effects = spec.hasPhoto && slide.backgroundImage !== null ? effectsOf(spec, { map, placed }) : null
  const layers = behind.length > 0 ? [...behind, ...(slide.layers ?? [])] : slide.layers
  return applyPatch(
    { ...slide, ...(shapeBoxes.length > 0 && { shapeBoxes }), ...(layers && { layers }) },
    { textStyle: 'outline' as const, brightness: 0, contrast: 0, photoEffects: effects },
  )
}

/** Gray under white letters that leaves a contrast of 4.5, with room for what is brighter than the mean of its cell. */
const DARK_ENOUGH = 96
const LIGHT_ENOUGH = 150
/** Photos busier than this under texts get darker, and calmer by blur. */
const BUSY = 80
/** Shares of the slide's height: a scrim is full this far beyond the texts, and ends this much further. */
const [BEYOND, FADE] = [0.02, 0.24]

function effectsOf(spec: LookSpec, { map, placed }: { map: PhotoMap | null; placed: Placed }): PhotoEffects | null {
  const effects: PhotoEffects = { ...spec.effects }
  if (spec.relief === 'scrim') {
    const { bounds, place } = placed
    const isLightInk = luminanceOfHex(spec.title.color) > 0.3
    const busy = map ? meanUnder(map.busy, bounds) : BUSY
    const level = Math.max(spec.scrimMin ?? 0, levelFor(map, { placed, isLightInk }) + (busy > BUSY ? 1 : 0))
    const color = isLightInk ? '#000000' : '#ffffff'
    const amount = Math.min(EFFECT_MAX, level)
    const [from, to] = [bounds.y / SLIDE_HEIGHT, (bounds.y + bounds.height) / SLIDE_HEIGHT]
    if (place === 'bottom') effects.scrim = { color, amount, full: Math.max(0, from - BEYOND), end: Math.max(0, from - BEYOND - FADE) }
    else if (place === 'top') effects.scrim = { color, amount, full: Math.min(1, to + BEYOND), end: Math.min(1, to + BEYOND + FADE) }
    else effects.scrim = { color, amount, full: 1, end: 1 }
    if (busy > BUSY) effects.blur = Math.max(effects.blur ?? 0, 1)
  }
  return Object.keys(effects).length === 0 ? null : effects
}

/** Level of the scrim at which letters keep their contrast over the brightest, or darkest, cells under them. */
function levelFor(map: PhotoMap | null, { placed: { bounds }, isLightInk }: { placed: Placed; isLightInk: boolean }): number {
  const cells = cellsUnder(bounds)
  const values = map ? cells.map((index) => map.light[index] ?? 0).toSorted((a, b) => a - b) : []
  const at = (share: number): number | undefined => values[Math.min(values.length - 1, Math.floor(values.length * share))]
  if (isLightInk) {
    const brightest = Math.min(255, (at(0.95) ?? 200) + 15)
    return Math.max(0, Math.ceil(((1 - DARK_ENOUGH / brightest) / SCRIM_MOST) * EFFECT_MAX))
  }
  const darkest = Math.max(0, (at(0.05) ?? 60) - 15)
  return Math.max(0, Math.ceil(((LIGHT_ENOUGH - darkest) / (255 - darkest) / SCRIM_MOST) * EFFECT_MAX))
}
