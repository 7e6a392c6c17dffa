import { contrastOf, contrastRatio, luminanceOfHex } from './contrast.ts'
import { MIN_CONTRAST } from './legibility.ts'
import type { TextLook } from './text-style.ts'

/** Least contrast (WCAG 2) of letters with their highlight: that of body text. */
const HIGHLIGHT_CONTRAST = 4.5
/** Least contrast of letters with a photo when no outline sets them off: that of large text. */
const BARE_CONTRAST = 3

export interface Readability {
  /** Contrast ratio of the letters with their highlight, or the median with the background. */
  ratio: number
  /** Least ratio at which these letters are readable. */
  needed: number
}

/** Readability of a text over luminances; null without a highlight and anything below the text. */
export function readability(look: TextLook, below: readonly number[]): Readability | null {
  if (look.highlight !== null) return { ratio: contrastOf(look.fill, look.highlight), needed: HIGHLIGHT_CONTRAST }
  const letters = luminanceOfHex(look.fill)
  const ratios = below.map((ground) => contrastRatio(letters, ground)).toSorted((a, b) => a - b)
  const ratio = ratios[ratios.length >> 1]
  if (ratio === undefined) return null
  const isOutlined = look.outline !== null && contrastOf(look.fill, look.outline) >= BARE_CONTRAST
  return { ratio, needed: isOutlined ? MIN_CONTRAST : BARE_CONTRAST }
}
