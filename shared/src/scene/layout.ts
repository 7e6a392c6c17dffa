import type { Shaper } from '../shaping/shaper.ts'
import { listBoxes } from '../slide/box.ts'
import type { Frame } from '../slide/box.ts'
import { MAIN_FORMAT, pixelsPerUnit, slideSize } from '../slide/formats.ts'
import { PHOTO_FOCUS } from '../slide/limits.ts'
import type { ImageBox, Shadow, ShapeBox, Slide, TextBox } from '../slide/model.ts'
import { blurReach } from './blur.ts'
import { grow, isEmpty, shift, turnAround, turned, union } from './region.ts'
import type { ImageLook, Scene, SceneImage, SceneShadow, SceneShape, SceneText } from './scene.ts'
import { layoutShape } from './shape-block.ts'
import type { ShapeBlock } from './shape-block.ts'
import { layoutText } from './text-block.ts'
import type { TextBlock, TextMetrics } from './text-block.ts'

/** Whole pixels, edges rounded each for itself, so that boxes which touch in the document touch on the slide. */
function pixelFrame({ x, y, width, height }: Frame, unit: number): Frame {
  const left = Math.round(x * unit)
  const top = Math.round(y * unit)
  const right = Math.round((x + width) * unit)
  const bottom = Math.round((y + height) * unit)
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Inputs of a text's layout; its position is not one of them. */
function textKey(box: TextBox, { style, setting, unit }: TextMetrics): string {
  const { width, height, fontSize, fontWeight, color, textColor, outlineColor, highlightColor, font, italic, uppercase, align } = box
  const look = [color, textColor, outlineColor, highlightColor, font, italic, uppercase, align, box.lineHeight, box.letterSpacing]
  if (box.noOutline) look.push('no outline')
  if (box.emphasis) look.push(JSON.stringify(box.emphasis))
  return `${unit}/${style}/${setting}/${width}/${height}/${fontSize}/${fontWeight}/${look.join('/')}/${box.text}`
}

/** Inputs of a shape's layout. */
function shapeKey({ width, height, shape, fill, stroke, radius, glyph, step, steps, flip }: ShapeBox, unit: number): string {
  return JSON.stringify([unit, width, height, shape, fill, stroke, radius, glyph, step, steps, flip])
}

const BLOCKS_KEPT = 500
const caches = new WeakMap<Shaper, { revision: number; blocks: Map<string, TextBlock | ShapeBlock> }>()

/** A layout, remembered until a font or emoji is added: dragging and repainting cost no shaping. */
function remembered<Block extends TextBlock | ShapeBlock>(shaper: Shaper, key: string, layout: () => Block): Block {
  let cache = caches.get(shaper)
  if (!cache || cache.revision !== shaper.revision() || cache.blocks.size >= BLOCKS_KEPT) {
    cache = { revision: shaper.revision(), blocks: new Map() }
    caches.set(shaper, cache)
  }
  // Keys of texts and shapes begin differently.
  const block = (cache.blocks.get(key) as Block | undefined) ?? layout()
  cache.blocks.set(key, block)
  return block
}

function placeImage(box: ImageBox, unit: number): SceneImage {
  return { kind: 'image', path: box.imageUrl, opacity: box.opacity, ...pixelFrame(box, unit), look: imageLook(box, unit) }
}

function imageLook({ crop, flip, radius, border, rotation, shadow }: ImageBox, unit: number): ImageLook | null {
  if (!crop && !flip && !radius && !border && !rotation && !shadow) return null
  return {
    crop: crop ?? null,
    flip: flip ?? false,
    radius: (radius ?? 0) * unit,
    border: border ? { color: border.color, width: border.width * unit } : null,
    rotation: rotation ?? 0,
    shadow: shadow ? placeShadow(shadow, unit) : null,
  }
}

/** At whole pixels, so that letters keep their shape while a box is dragged. */
function placeOutline(box: TextBox | ShapeBox, block: TextBlock | ShapeBlock, unit: number): Omit<SceneText, 'kind' | keyof TextFacts> {
  const x = Math.round(box.x * unit)
  const y = Math.round(box.y * unit)
  const turn = box.rotation ? turnAround(box.rotation, x + (box.width * unit) / 2, y + (box.height * unit) / 2) : null
  const shadow = box.shadow ? placeShadow(box.shadow, unit) : null
  const shape = shift(block.bounds, x, y)
  const drawn = turn ? turned(shape, turn) : shape
  const bounds = shadow && !isEmpty(drawn) ? union([drawn, grow(shift(drawn, shadow.x, shadow.y), blurReach(shadow.blur))]) : drawn
  return { boxId: box.id, x, y, ops: block.ops, turn, opacity: box.opacity ?? 1, shadow, bounds }
}

type TextFacts = Pick<SceneText, 'overflow' | 'size' | 'shrunk' | 'lacksGlyph' | 'lacksFont'>

function placeText(box: TextBox, block: TextBlock, unit: number): SceneText {
  const { overflow, size, shrunk, lacksGlyph, lacksFont } = block
  return { kind: 'text', ...placeOutline(box, block, unit), overflow, size, shrunk, lacksGlyph, lacksFont }
}

function placeShape(box: ShapeBox, block: ShapeBlock, unit: number): SceneShape {
  const { x, y, width, height } = pixelFrame(box, unit)
  const frame = { left: x, top: y, right: x + width, bottom: y + height }
  const hasArea = box.shape === 'rectangle' || box.shape === 'ellipse' || box.shape === 'bubble'
  return { kind: 'shape', ...placeOutline(box, block, unit), fill: (hasArea && box.fill) || null, frame }
}

const shadows = new WeakMap<Shadow, { unit: number; placed: SceneShadow }>()

/** The same object for the same shadow, so that a repaint can tell that nothing changed. */
function placeShadow(shadow: Shadow, unit: number): SceneShadow {
  const known = shadows.get(shadow)
  if (known?.unit === unit) return known.placed
  const pixels = (units: number): number => Math.round(units * unit)
  const placed = { color: shadow.color, opacity: shadow.opacity, x: pixels(shadow.x), y: pixels(shadow.y), blur: pixels(shadow.blur) }
  shadows.set(shadow, { unit, placed })
  return placed
}

/** The slide as a scene: every line broken, every glyph placed. Pure, apart from remembering what it laid out. */
export function layoutSlide(slide: Slide, shaper: Shaper): Scene {
  const { format = MAIN_FORMAT } = slide
  const unit = pixelsPerUnit(format)
  const how = { style: slide.textStyle, setting: shaper.settingOf(slide), unit }
  let complete = true
  const layers = listBoxes(slide).flatMap((entry): Scene['layers'] => {
    if (entry.box.hidden) return []
    if (entry.kind === 'image') return [placeImage(entry.box, unit)]
    if (entry.kind === 'logo') {
      return slide.logoImage === null
        ? []
        : [{ kind: 'image', path: slide.logoImage, opacity: 1, ...pixelFrame(entry.frame, unit), look: null }]
    }
    if (entry.kind === 'text') {
      const { box } = entry
      const block = remembered(shaper, textKey(box, how), () => layoutText(box, how, shaper))
      complete &&= block.complete
      return [placeText(box, block, unit)]
    }
    const { box } = entry
    const block = remembered(shaper, shapeKey(box, unit), () => layoutShape(box, shaper, unit))
    complete &&= block.complete
    return [placeShape(box, block, unit)]
  })
  return {
    size: slideSize(slide),
    photo: slide.backgroundImage,
    backdrop: slide.backdrop ?? null,
    placement: slide.photoPlacement ?? null,
    focus: slide.photoFocus ?? PHOTO_FOCUS,
    effects: slide.photoEffects ?? null,
    brightness: slide.brightness,
    contrast: slide.contrast,
    layers,
    complete,
  }
}
