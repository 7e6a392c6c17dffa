import { BRAND_COLORS_MAX } from '@ninesixteen/shared/brand/limits'
import type { BrandColor } from '@ninesixteen/shared/brand/model'

/** Colors of new entries, which differ from each other. */
const FIRST_COLORS = ['#ffd400', '#14213d', '#ff5a5f', '#2a9d8f', '#f1faee']
const COLOR_NAMES = ['Main', 'Dark', 'Accent', 'Second accent', 'Light']

/** A color to add, with a hex value, name and id that the others don't have. */
export function newColor(colors: readonly BrandColor[]): BrandColor {
  // Colors and names are found separately: either may have been changed.
  const hex = FIRST_COLORS.find((free) => !colors.some((color) => color.hex === free)) ?? '#ffffff'
  const name = COLOR_NAMES.find((free) => !colors.some((color) => color.name === free)) ?? 'Color'
  const id =
    Array.from({ length: BRAND_COLORS_MAX }, (_, at) => `c${at + 1}`).find((free) => !colors.some((color) => color.id === free)) ?? 'c1'
  return { id, name, hex }
}
