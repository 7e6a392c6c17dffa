import { luminance, opposite } from '@ninesixteen/shared/scene/contrast'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { readability } from '@ninesixteen/shared/scene/readability'
import type { TextLook } from '@ninesixteen/shared/scene/text-style'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { clamp } from '@ninesixteen/shared/slide/geometry'
import { SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'

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
      found.push(luminance(image.data[start] ?? 0, image.data[start + 1] ?? 0, image.data[start + 2] ?? 0))
    }
  }
  return found
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
