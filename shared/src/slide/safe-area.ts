import { EXPORT_WIDTH, SLIDE_HEIGHT, SLIDE_WIDTH } from './model.ts'
import type { Frame } from './box.ts'

/** Units of a slide per pixel of an exported one. */
const UNIT = SLIDE_WIDTH / EXPORT_WIDTH

/**
 * The part of a 1080 x 1920 picture which short-video apps do not cover with their own buttons and captions: 80 px from
 * the top, 120 from the right, 450 from the bottom. Published templates differ a little; these are the usual ones.
 */
export const SAFE_AREA: Frame = {
  x: 0,
  y: 80 * UNIT,
  width: SLIDE_WIDTH - 120 * UNIT,
  height: SLIDE_HEIGHT - (80 + 450) * UNIT,
}
