import { rotationOf } from '@ninesixteen/shared/slide/box'
import type { Frame, SlideBox } from '@ninesixteen/shared/slide/box'
/** A length on the stage, from slide units. */
export const units = (value: number): string => `calc(var(--unit) * ${value})`

/** A frame on the stage, independent of the size on screen. */
export function frameStyle({ x, y, width, height }: Frame): { left: string; top: string; width: string; height: string } {
  return { left: units(x), top: units(y), width: units(width), height: units(height) }
}

/** The place of a box on the slide, rotated as it is drawn. */
export function boxStyle(entry: SlideBox): ReturnType<typeof frameStyle> & { rotate: string } {
  return { ...frameStyle(entry.frame), rotate: `${rotationOf(entry)}deg` }
}

/** The smallest frame around a rotated box. */
export function rotatedBounds({ x, y, width, height }: Frame, degrees: number): Frame {
  const [sin, cos] = [Math.abs(Math.sin((degrees * Math.PI) / 180)), Math.abs(Math.cos((degrees * Math.PI) / 180))]
  const [across, down] = [width * cos + height * sin, width * sin + height * cos]
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down }
}
