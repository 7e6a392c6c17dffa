import type { Slide } from '../slide/model.ts'
import { levelsTable } from './adjust.ts'
import { backdrop } from './backdrop.ts'
import type { PixelImage } from './pixel-image.ts'
import { isEmpty, onSlide } from './region.ts'
import type { Region } from './region.ts'
import type { Scene, ScenePicture } from './scene.ts'
import { textLook } from './text-style.ts'

/** What may keep people from reading a text. */
export interface TextProblem {
  boxId: string
  kind: 'overflow' | 'low-contrast'
}

/**
 * Contrast ratio (WCAG 2) which the letters should have with what lies under them. Large text asks for 3; these letters have a
 * line round them that is black or white against their own colour, so that they can be made out from 2 on.
 */
export const LEAST_CONTRAST = 2

/** Points at which the photo is looked at, across and down: enough for a median, cheap enough for every edit. */
const GRID = { columns: 16, rows: 8 }

/** Luminance of each of the 256 values of a channel, as WCAG 2 linearises sRGB. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0)
}

/** Contrast ratio of two luminances: 1 for equal ones, 21 for black and white. */
export function contrastRatio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminanceOfHex(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return luminance(value >> 16, (value >> 8) & 255, value & 255)
}

const covers = (picture: ScenePicture, x: number, y: number): boolean =>
  picture.opacity > 0 && x >= picture.x && x < picture.x + picture.width && y >= picture.y && y < picture.y + picture.height

/** Luminances of the photo as it is shown, at the points of the grid that no picture covers: what those show is not known here. */
function sample(region: Region, scene: Scene, photo: PixelImage): number[] {
  const table = levelsTable(scene.brightness, scene.contrast)
  const found: number[] = []
  const at = (from: number, to: number, share: number): number => Math.min(to - 1, Math.floor(from + (to - from) * share))
  for (let row = 0; row < GRID.rows; row++) {
    for (let column = 0; column < GRID.columns; column++) {
      const x = at(region.left, region.right, (column + 0.5) / GRID.columns)
      const y = at(region.top, region.bottom, (row + 0.5) / GRID.rows)
      if (scene.pictures.some((picture) => covers(picture, x, y))) continue
      const i = (y * photo.width + x) * 4
      const [red, green, blue] = [0, 1, 2].map((channel) => table[photo.data[i + channel] ?? 0] ?? 0)
      found.push(luminance(red ?? 0, green ?? 0, blue ?? 0))
    }
  }
  return found
}

/**
 * The median contrast between a text's letters and the photo under them; null when it cannot be told, because the text stands on
 * a shape of its own, lies beside the slide, or mostly on pictures. The median: one bright cloud behind a word is no trouble.
 */
export function textContrast(slide: Slide, boxId: string, under: { scene: Scene; photo: PixelImage | null }): number | null {
  const box = slide.textBoxes.find((other) => other.id === boxId)
  const text = under.scene.texts.find((other) => other.boxId === boxId)
  if (!box || !text || box.text.trim() === '') return null
  const look = textLook(slide.textStyle, box.color)
  const region = onSlide(text.bounds)
  if (look.highlight !== null || isEmpty(region)) return null
  const letters = luminanceOfHex(look.fill)
  const ratios = sample(region, under.scene, under.photo ?? backdrop())
    .map((ground) => contrastRatio(letters, ground))
    .toSorted((a, b) => a - b)
  if (ratios.length * 2 < GRID.columns * GRID.rows) return null
  return ratios[ratios.length >> 1] ?? null
}

/** Everything of a slide that may not be read: texts that do not fit their boxes, and letters too near to the photo's colour. */
export function textProblems(slide: Slide, under: { scene: Scene; photo: PixelImage | null }): TextProblem[] {
  return under.scene.texts.flatMap(({ boxId, overflow }) => {
    const contrast = textContrast(slide, boxId, under)
    return [
      ...(overflow ? [{ boxId, kind: 'overflow' as const }] : []),
      ...(contrast !== null && contrast < LEAST_CONTRAST ? [{ boxId, kind: 'low-contrast' as const }] : []),
    ]
  })
}
