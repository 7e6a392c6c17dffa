import { rotationOf } from '@ninesixteen/shared/slide/box'
import type { Frame, SlideBox } from '@ninesixteen/shared/slide/box'
import { SLIDE_HEIGHT, SLIDE_WIDTH } from '@ninesixteen/shared/slide/model'

/** A frame in percent of the slide, independent of the size on screen. */
export function framePercent({ x, y, width, height }: Frame): { left: string; top: string; width: string; height: string } {
  return {
    left: `${(x / SLIDE_WIDTH) * 100}%`,
    top: `${(y / SLIDE_HEIGHT) * 100}%`,
    width: `${(width / SLIDE_WIDTH) * 100}%`,
    height: `${(height / SLIDE_HEIGHT) * 100}%`,
  }
}

/** The place of a box on the slide, rotated as it is drawn. */
export function boxStyle(entry: SlideBox): ReturnType<typeof framePercent> & { rotate: string } {
  return { ...framePercent(entry.frame), rotate: `${rotationOf(entry)}deg` }
}

/** The smallest frame around a rotated box. */
export function rotatedBounds({ x, y, width, height }: Frame, degrees: number): Frame {
  const [sin, cos] = [Math.abs(Math.sin((degrees * Math.PI) / 180)), Math.abs(Math.cos((degrees * Math.PI) / 180))]
  const [across, down] = [width * cos + height * sin, width * sin + height * cos]
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down }
}
