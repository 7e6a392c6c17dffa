import type { Slide, TextBox } from '../slide/model.ts'
import { levelsOf } from './adjust.ts'
import { contrastRatio, luminance, luminanceOfHex } from './contrast.ts'
import { emphasisedLook } from './emphasised-words.ts'
import { channelsOf } from './backdrop.ts'
import { containSize, spriteOf } from './image-sprite.ts'
import type { Sprite } from './image-sprite.ts'
import type { PixelImage } from './pixel-image.ts'
import { isEmpty, onSlide, turnPoint } from './region.ts'
import type { Region } from './region.ts'
import type { Premultiplied } from './resample.ts'
import { textsOf } from './scene.ts'
import type { Scene, SceneImage, SceneShape, SceneText } from './scene.ts'
import { textLook, type TextLook } from './text-style.ts'

/** Reasons why a text may be hard to read. */
export interface TextProblem {
  boxId: string
  kind: 'no-font' | 'overflow' | 'no-glyph' | 'shrunk' | 'small' | 'low-contrast'
}

/**
 * Type smaller than this, in pixels of an exported slide, is hard to read on a phone: 11 points, the least that Apple's guidelines allow,
 * on a screen 393 points wide, which shows 1080 pixels.
 */
export const MIN_TEXT_SIZE = (11 * 1080) / 393

/**
 * Contrast ratio (WCAG 2) which the letters should have with what lies under them. Large text asks for 3; these letters have a
 * line round them that is black or white against their own color, so that they can be made out from 2 on.
 */
export const MIN_CONTRAST = 2

/** Points at which the photo is looked at, across and down: enough for a median, cheap enough for every edit. */
const GRID = { columns: 16, rows: 8 }

/** The background of a slide's texts. */
export interface BackgroundSample {
  scene: Scene
  background: PixelImage
  /** The decoded picture of a box or logo; null when it is lost. */
  picture(path: string): Premultiplied | null
}

type Color = [red: number, green: number, blue: number]

/** Lays the pixel of an image, as it is drawn, over a color; the color itself where the image does not reach. */
function withImage(under: Color, place: SceneImage, { image, x, y }: { image: Premultiplied; x: number; y: number }): Color {
  const { look } = place
  const sprite = look ? spriteOf(image, { ...place, look }, 1) : fittedTo(place, image)
  const across = x - place.x - sprite.x
  const down = y - place.y - sprite.y
  const { width, height } = look ? sprite.image : containSize(image, place)
  if (across < 0 || down < 0 || across >= width || down >= height) return under
  const column = Math.min(sprite.image.width - 1, Math.floor((across * sprite.image.width) / width))
  const row = Math.min(sprite.image.height - 1, Math.floor((down * sprite.image.height) / height))
  const i = (row * sprite.image.width + column) * 4
  const rest = 1 - ((sprite.image.data[i + 3] ?? 0) / 255) * place.opacity
  const over = (channel: number, below: number): number => Math.round((sprite.image.data[i + channel] ?? 0) * place.opacity + below * rest)
  return [over(0, under[0]), over(1, under[1]), over(2, under[2])]
}

/** Where an image without a look lies in its frame. */
function fittedTo(frame: SceneImage, image: Premultiplied): Sprite {
  const { width, height } = containSize(image, frame)
  return { image, x: Math.floor((frame.width - width) / 2), y: Math.floor((frame.height - height) / 2) }
}

/** Lays the area of a shape over a color. Its corners count as part of it. */
function withShape(under: Color, { fill, frame, turn, opacity }: SceneShape, at: { x: number; y: number }): Color {
  const point = turn ? turnPoint(at, { ...turn, sin: -turn.sin }) : at
  const isInside = point.x >= frame.left && point.y >= frame.top && point.x < frame.right && point.y < frame.bottom
  if (fill === null || !isInside) return under
  const [red, green, blue] = channelsOf(fill)
  const over = (own: number, below: number): number => Math.round(own * opacity + below * (1 - opacity))
  return [over(red, under[0]), over(green, under[1]), over(blue, under[2])]
}

/** Luminances of what is under a text at the points of the grid: the photo with its levels, images and shapes. Lost images are left out. */
function sample(text: SceneText, region: Region, { scene, background: ground, picture }: BackgroundSample): number[] {
  const table = levelsOf(scene)
  const below = scene.layers.slice(0, scene.layers.indexOf(text)).flatMap((layer) => {
    if (layer.kind === 'text') return []
    return [{ layer, image: layer.kind === 'image' ? picture(layer.path) : null }]
  })
  const at = (from: number, to: number, share: number): number => Math.min(to - 1, Math.floor(from + (to - from) * share))
  const found: number[] = []
  for (let row = 0; row < GRID.rows; row++) {
    for (let column = 0; column < GRID.columns; column++) {
      const x = at(region.left, region.right, (column + 0.5) / GRID.columns)
      const y = at(region.top, region.bottom, (row + 0.5) / GRID.rows)
      const i = (y * ground.width + x) * 4
      const channel = (offset: number): number => table[ground.data[i + offset] ?? 0] ?? 0
      let color: Color = [channel(0), channel(1), channel(2)]
      for (const { layer, image } of below) {
        if (layer.kind === 'shape') color = withShape(color, layer, { x, y })
        else if (image) color = withImage(color, layer, { image, x, y })
      }
      found.push(luminance(...color))
    }
  }
  return found
}

/**
 * The contrast between a text's letters and their highlight or, without one, the median over their background; null for a text that is empty
 * or outside the slide. The median, so that one bright cloud behind a word doesn't count. With emphasised words, the lowest of all letters.
 */
export function textContrast(slide: Slide, boxId: string, under: BackgroundSample): number | null {
  const box = slide.textBoxes.find((other) => other.id === boxId)
  const text = textsOf(under.scene).find((other) => other.boxId === boxId)
  if (!box || !text || box.text.trim() === '') return null
  const region = onSlide(text.bounds, under.scene.size)
  if (isEmpty(region)) return null
  const grounds = sample(text, region, under)
  const contrasts = looksOf(slide, box).flatMap(({ fill, highlight }) => {
    const letters = luminanceOfHex(fill)
    if (highlight !== null) return contrastRatio(letters, luminanceOfHex(highlight))
    const ratios = grounds.map((ground) => contrastRatio(letters, ground)).toSorted((one, other) => one - other)
    return ratios[ratios.length >> 1] ?? []
  })
  return contrasts.length === 0 ? null : Math.min(...contrasts)
}

/** The looks that the letters of a text have: its own, unless all of it is emphasised, and those of emphasised words. */
function looksOf(slide: Slide, box: TextBox): TextLook[] {
  const emphasised = (box.emphasis ?? []).map((one) => {
    const look = emphasisedLook(slide.textStyle, box, one)
    return one.highlight === undefined ? look : { ...look, highlight: one.highlight }
  })
  const covered = (box.emphasis ?? []).reduce((sum, { start, end }) => sum + end - start, 0)
  return covered >= box.text.length ? emphasised : [textLook(slide.textStyle, box), ...emphasised]
}

/** Everything of a slide that may not be read: texts that do not fit their boxes, and letters too near to the color under them. */
export function textProblems(slide: Slide, under: BackgroundSample): TextProblem[] {
  const readable = new Set(slide.textBoxes.filter((box) => box.text.trim() !== '').map((box) => box.id))
  return textsOf(under.scene).flatMap(({ boxId, overflow, size, shrunk, lacksGlyph, lacksFont }) => {
    const contrast = textContrast(slide, boxId, under)
    const isSmall = size < MIN_TEXT_SIZE && readable.has(boxId)
    const kinds: TextProblem['kind'][] = []
    if (lacksFont) kinds.push('no-font')
    if (lacksGlyph) kinds.push('no-glyph')
    if (overflow) kinds.push('overflow')
    // One badge about its size: which is too small says more than why.
    if (isSmall) kinds.push('small')
    else if (shrunk) kinds.push('shrunk')
    if (contrast !== null && contrast < MIN_CONTRAST) kinds.push('low-contrast')
    return kinds.map((kind) => ({ boxId, kind }))
  })
}
