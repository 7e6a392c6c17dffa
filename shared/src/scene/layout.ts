import type { Shaper } from '../shaping/shaper.ts'
import { listBoxes } from '../slide/box.ts'
import type { Frame } from '../slide/box.ts'
import type { ImageBox, Shadow, ShapeBox, Slide, TextBox } from '../slide/model.ts'
import { blurReach } from './blur.ts'
import { grow, isEmpty, shift, turnAround, turned, union } from './region.ts'
import { PIXELS_PER_UNIT } from './scene.ts'
import type { ImageLook, Scene, SceneImage, SceneShadow, SceneShape, SceneText } from './scene.ts'
import { layoutShape } from './shape-block.ts'
import type { ShapeBlock } from './shape-block.ts'
import { layoutText } from './text-block.ts'
import type { TextBlock, TextMetrics } from './text-block.ts'

/** Whole pixels, edges rounded each for itself, so that boxes which touch in the document touch on the slide. */
function pixelFrame({ x, y, width, height }: Frame): Frame {
  const left = Math.round(x * PIXELS_PER_UNIT)
  const top = Math.round(y * PIXELS_PER_UNIT)
  const right = Math.round((x + width) * PIXELS_PER_UNIT)
  const bottom = Math.round((y + height) * PIXELS_PER_UNIT)
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Inputs of a text's layout; its position is not one of them. */
function textKey(box: TextBox, { style, setting }: TextMetrics): string {
  const { width, height, fontSize, fontWeight, color, textColor, outlineColor, highlightColor, font, italic, uppercase, align } = box
  const look = [color, textColor, outlineColor, highlightColor, font, italic, uppercase, align, box.lineHeight, box.letterSpacing]
  return `${style}/${setting}/${width}/${height}/${fontSize}/${fontWeight}/${look.join('/')}/${box.text}`
}

/** Inputs of a shape's layout. */
function shapeKey({ width, height, shape, fill, stroke, radius, glyph, step, steps, flip }: ShapeBox): string {
  return JSON.stringify([width, height, shape, fill, stroke, radius, glyph, step, steps, flip])
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

function placeImage(box: ImageBox): SceneImage {
  return { kind: 'image', path: box.imageUrl, opacity: box.opacity, ...pixelFrame(box), look: imageLook(box) }
}

function imageLook({ crop, flip, radius, border, rotation, shadow }: ImageBox): ImageLook | null {
  if (!crop && !flip && !radius && !border && !rotation && !shadow) return null
  return {
    crop: crop ?? null,
    flip: flip ?? false,
    radius: (radius ?? 0) * PIXELS_PER_UNIT,
    border: border ? { color: border.color, width: border.width * PIXELS_PER_UNIT } : null,
    rotation: rotation ?? 0,
    shadow: shadow ? placeShadow(shadow) : null,
  }
}

/** At whole pixels, so that letters keep their shape while a box is dragged. */
function placeOutline(box: TextBox | ShapeBox, block: TextBlock | ShapeBlock): Omit<SceneText, 'kind' | keyof TextFacts> {
  const x = Math.round(box.x * PIXELS_PER_UNIT)
  const y = Math.round(box.y * PIXELS_PER_UNIT)
  const turn = box.rotation ? turnAround(box.rotation, x + (box.width * PIXELS_PER_UNIT) / 2, y + (box.height * PIXELS_PER_UNIT) / 2) : null
  const shadow = box.shadow ? placeShadow(box.shadow) : null
  const shape = shift(block.bounds, x, y)
  const drawn = turn ? turned(shape, turn) : shape
  const bounds = shadow && !isEmpty(drawn) ? union([drawn, grow(shift(drawn, shadow.x, shadow.y), blurReach(shadow.blur))]) : drawn
  return { boxId: box.id, x, y, ops: block.ops, turn, opacity: box.opacity ?? 1, shadow, bounds }
}

type TextFacts = Pick<SceneText, 'overflow' | 'size' | 'shrunk' | 'lacksGlyph'>

function placeText(box: TextBox, block: TextBlock): SceneText {
  const { overflow, size, shrunk, lacksGlyph } = block
  return { kind: 'text', ...placeOutline(box, block), overflow, size, shrunk, lacksGlyph }
}

function placeShape(box: ShapeBox, block: ShapeBlock): SceneShape {
  const { x, y, width, height } = pixelFrame(box)
  const frame = { left: x, top: y, right: x + width, bottom: y + height }
  const hasArea = box.shape === 'rectangle' || box.shape === 'ellipse' || box.shape === 'bubble'
  return { kind: 'shape', ...placeOutline(box, block), fill: (hasArea && box.fill) || null, frame }
}

const shadows = new WeakMap<Shadow, SceneShadow>()

/** The same object for the same shadow, so that a repaint can tell that nothing changed. */
function placeShadow(shadow: Shadow): SceneShadow {
  let placed = shadows.get(shadow)
  if (!placed) {
    const pixels = (units: number): number => Math.round(units * PIXELS_PER_UNIT)
    placed = { color: shadow.color, opacity: shadow.opacity, x: pixels(shadow.x), y: pixels(shadow.y), blur: pixels(shadow.blur) }
    shadows.set(shadow, placed)
  }
  return placed
}

/** The slide as a scene: every line broken, every glyph placed. Pure, apart from remembering what it laid out. */
export function layoutSlide(slide: Slide, shaper: Shaper): Scene {
  const how = { style: slide.textStyle, setting: shaper.settingOf(slide) }
  let complete = true
  const layers = listBoxes(slide).flatMap((entry): Scene['layers'] => {
    if (entry.box.hidden) return []
    if (entry.kind === 'image') return [placeImage(entry.box)]
    if (entry.kind === 'logo') {
      return slide.logoImage === null ? [] : [{ kind: 'image', path: slide.logoImage, opacity: 1, ...pixelFrame(entry.frame), look: null }]
    }
    if (entry.kind === 'text') {
      const { box } = entry
      const block = remembered(shaper, textKey(box, how), () => layoutText(box, how, shaper))
      complete &&= block.complete
      return [placeText(box, block)]
    }
    const { box } = entry
    const block = remembered(shaper, shapeKey(box), () => layoutShape(box, shaper))
    complete &&= block.complete
    return [placeShape(box, block)]
  })
  return {
    photo: slide.backgroundImage,
    backdrop: slide.backdrop ?? null,
    placement: slide.photoPlacement ?? null,
    effects: slide.photoEffects ?? null,
    brightness: slide.brightness,
    contrast: slide.contrast,
    layers,
    complete,
  }
}
