import type { Shaper } from '../shaping/shaper.ts'
import { logoFrame } from '../slide/box.ts'
import type { Frame } from '../slide/box.ts'
import type { Shadow, Slide, TextBox } from '../slide/model.ts'
import { blurReach } from './blur.ts'
import { grow, isEmpty, shift, turnAround, turned, union } from './region.ts'
import { PIXELS_PER_UNIT } from './scene.ts'
import type { Scene, SceneImage, SceneShadow, SceneText } from './scene.ts'
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

/** Inputs of a block's layout; its position is not one of them. */
function blockKey(box: TextBox, { style, setting }: TextMetrics): string {
  const { width, height, fontSize, fontWeight, color, textColor, outlineColor, highlightColor, font, italic, uppercase, align } = box
  const look = [color, textColor, outlineColor, highlightColor, font, italic, uppercase, align, box.lineHeight, box.letterSpacing]
  return `${style}/${setting}/${width}/${height}/${fontSize}/${fontWeight}/${look.join('/')}/${box.text}`
}

const BLOCKS_KEPT = 500
const caches = new WeakMap<Shaper, { revision: number; blocks: Map<string, TextBlock> }>()

/** Layout of a text, remembered until a font or emoji is added: dragging and repainting cost no shaping. */
function blockOf(box: TextBox, how: TextMetrics, shaper: Shaper): TextBlock {
  let cache = caches.get(shaper)
  if (!cache || cache.revision !== shaper.revision() || cache.blocks.size >= BLOCKS_KEPT) {
    cache = { revision: shaper.revision(), blocks: new Map() }
    caches.set(shaper, cache)
  }
  const key = blockKey(box, how)
  let block = cache.blocks.get(key)
  if (!block) {
    block = layoutText(box, how, shaper)
    cache.blocks.set(key, block)
  }
  return block
}

function picturesOf(slide: Slide): SceneImage[] {
  const boxes = slide.imageBoxes.map((box) => ({ path: box.imageUrl, opacity: box.opacity, ...pixelFrame(box) }))
  const logo = logoFrame(slide)
  if (logo && slide.logoImage !== null) boxes.push({ path: slide.logoImage, opacity: 1, ...pixelFrame(logo) })
  return boxes
}

/** At whole pixels, so that letters keep their shape while a box is dragged. */
function placeBlock(box: TextBox, block: TextBlock): SceneText {
  const x = Math.round(box.x * PIXELS_PER_UNIT)
  const y = Math.round(box.y * PIXELS_PER_UNIT)
  const { ops, overflow, size, shrunk, lacksGlyph } = block
  const turn = box.rotation ? turnAround(box.rotation, x + (box.width * PIXELS_PER_UNIT) / 2, y + (box.height * PIXELS_PER_UNIT) / 2) : null
  const shadow = box.shadow ? placeShadow(box.shadow) : null
  const shape = shift(block.bounds, x, y)
  const letters = turn ? turned(shape, turn) : shape
  const bounds = shadow && !isEmpty(letters) ? union([letters, grow(shift(letters, shadow.x, shadow.y), blurReach(shadow.blur))]) : letters
  return { boxId: box.id, x, y, ops, turn, opacity: box.opacity ?? 1, shadow, bounds, overflow, size, shrunk, lacksGlyph }
}

const shadows = new WeakMap<Shadow, SceneShadow>()

/** The same object for the same shadow, so that a repaint can tell that nothing changed. */
function placeShadow(shadow: Shadow): SceneShadow {
  let placed = shadows.get(shadow)
  if (!placed) {
    const pixels = (units: number): number => Math.round(units * PIXELS_PER_UNIT)
    placed = { colour: shadow.color, opacity: shadow.opacity, x: pixels(shadow.x), y: pixels(shadow.y), blur: pixels(shadow.blur) }
    shadows.set(shadow, placed)
  }
  return placed
}

/** The slide as a scene: every line broken, every glyph placed. Pure, apart from remembering what it laid out. */
export function layoutSlide(slide: Slide, shaper: Shaper): Scene {
  const how = { style: slide.textStyle, setting: shaper.settingOf(slide) }
  const blocks = slide.textBoxes.map((box) => ({ box, block: blockOf(box, how, shaper) }))
  return {
    photo: slide.backgroundImage,
    backdrop: slide.backdrop ?? null,
    placement: slide.photoPlacement ?? null,
    effects: slide.photoEffects ?? null,
    brightness: slide.brightness,
    contrast: slide.contrast,
    pictures: picturesOf(slide),
    texts: blocks.map(({ box, block }) => placeBlock(box, block)),
    complete: blocks.every(({ block }) => block.complete),
  }
}
