import type { Shaper } from '../shaping/shaper.ts'
import { logoFrame } from '../slide/box.ts'
import type { Frame } from '../slide/box.ts'
import type { Slide, TextBox } from '../slide/model.ts'
import { shift } from './region.ts'
import { PIXELS_PER_UNIT } from './scene.ts'
import type { Scene, SceneImage, SceneText } from './scene.ts'
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
  return `${style}/${setting}/${box.width}/${box.height}/${box.fontSize}/${box.fontWeight}/${box.color}/${box.text}`
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
  return { boxId: box.id, x, y, ops, bounds: shift(block.bounds, x, y), overflow, size, shrunk, lacksGlyph }
}

/** The slide as a scene: every line broken, every glyph placed. Pure, apart from remembering what it laid out. */
export function layoutSlide(slide: Slide, shaper: Shaper): Scene {
  const how = { style: slide.textStyle, setting: shaper.settingOf(slide) }
  const blocks = slide.textBoxes.map((box) => ({ box, block: blockOf(box, how, shaper) }))
  return {
    photo: slide.backgroundImage,
    brightness: slide.brightness,
    contrast: slide.contrast,
    pictures: picturesOf(slide),
    texts: blocks.map(({ box, block }) => placeBlock(box, block)),
    complete: blocks.every(({ block }) => block.complete),
  }
}
