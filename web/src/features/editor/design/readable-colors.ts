import { contrastRatio, MIN_CONTRAST } from '@ninesixteen/shared/scene/legibility'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import type { TextLook } from '@ninesixteen/shared/scene/text-style'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { clamp } from '@ninesixteen/shared/slide/geometry'
import { SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import { rgbOf } from './colors.ts'

/** Least contrast (WCAG 2) of letters with their highlight: that of body text. */
const HIGHLIGHT_CONTRAST = 4.5
/** Least contrast of letters with a photo when no outline sets them off: that of large text. */
const BARE_CONTRAST = 3

/** Relative luminance of a color (WCAG 2), 0 to 1. */
export function luminanceOf(channels: readonly [number, number, number]): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two hex colors, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrastRatio(luminanceOf(rgbOf(one)), luminanceOf(rgbOf(other)))
}

/** Luminances of an image of the slide below a frame, in slide units; empty for a frame outside the slide. */
export function luminancesBelow(image: PixelImage, { x, y, width, height }: Frame): number[] {
  const column = (at: number): number => clamp((at / SLIDE_WIDTH) * image.width, 0, image.width)
  const row = (at: number): number => clamp((at / SLIDE_WIDTH) * image.width, 0, image.height)
  const [left, right] = [Math.floor(column(x)), Math.ceil(column(x + width))]
  const [top, bottom] = [Math.floor(row(y)), Math.ceil(row(y + height))]
  const found: number[] = []
  for (let at = top; at < bottom; at++) {
    for (let across = left; across < right; across++) {
      const start = (at * image.width + across) * 4
      found.push(luminanceOf([image.data[start] ?? 0, image.data[start + 1] ?? 0, image.data[start + 2] ?? 0]))
    }
  }
  return found
}

export interface Readability {
  /** Contrast ratio of the letters with their highlight, or the median with the background. */
  ratio: number
  /** Least ratio at which these letters are readable. */
  needed: number
}

/** Readability of a text over luminances; null without a highlight and anything below the text. */
export function readability(look: TextLook, below: readonly number[]): Readability | null {
  if (look.highlight !== null) return { ratio: contrastOf(look.fill, look.highlight), needed: HIGHLIGHT_CONTRAST }
  const letters = luminanceOf(rgbOf(look.fill))
  const ratios = below.map((luminance) => contrastRatio(letters, luminance)).toSorted((a, b) => a - b)
  const ratio = ratios[ratios.length >> 1]
  if (ratio === undefined) return null
  const isOutlined = look.outline !== null && contrastOf(look.fill, look.outline) >= BARE_CONTRAST
  return { ratio, needed: isOutlined ? MIN_CONTRAST : BARE_CONTRAST }
}

/** Black or white, whichever contrasts more with a color. */
function opposite(hex: string): string {
  return contrastOf(hex, '#000000') >= contrastOf(hex, '#ffffff') ? '#000000' : '#ffffff'
}

/** The fields that make a text readable without changing its own color: an outline if that is enough, else a highlight. */
export function readableColors(look: TextLook, below: readonly number[]): { outlineColor: string } | { highlightColor: string } {
  const color = opposite(look.fill)
  if (look.highlight === null) {
    const outlined = readability({ ...look, outline: color }, below)
    if (outlined && outlined.ratio >= outlined.needed) return { outlineColor: color }
  }
  return { highlightColor: color }
}
