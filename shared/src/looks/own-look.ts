import { carriesLogo, roleColors } from '../brand/apply-brand.ts'
import type { BrandRole } from '../brand/limits.ts'
import type { Brand } from '../brand/model.ts'
import { contrastOf, opposite } from '../scene/contrast.ts'
import type { EmphasisLook } from '../slide/emphasis.ts'
import { faceOf, TEXT_WEIGHT, TITLE_WEIGHT } from './brand-faces.ts'
import type { LookSpec, Place, SlideRole } from './look.ts'
import { BRAND } from './look-ids.ts'
import { sizesOf } from './looks.ts'

/** Least contrast of all letters with their ground: that of body text. */
const CONTRAST_MIN = 4.5
/** The ground of a brand without colors. */
const INK = '#16161a'
/** Sizes are set for letters of about this many em of width. */
const SCALE = 0.96

/** The look that a brand makes of its typefaces, colors and logo: large letters on a plain area in its color, below or above the photo. */
export function ownLook(brand: Brand, { role, slideRole }: { role: BrandRole; slideRole: SlideRole }): LookSpec {
  const { text, highlight, background } = roleColors(brand, role)
  const hexes = brand.colors.map(({ hex }) => hex)
  const ground = background ?? highlight ?? hexes[0] ?? INK
  const isReadable = (color: string | null): color is string => color !== null && contrastOf(color, ground) >= CONTRAST_MIN
  const ink = isReadable(text) ? text : opposite(ground)
  const accent = hexes.find((color) => color !== ink && isReadable(color))
  // A brand of one color emphasises words on a plate with the colors swapped.
  const emphasis: EmphasisLook = accent === undefined ? { color: ground, highlight: ink } : { color: accent }
  const { uppercase } = brand.styles[role]
  const shared = { color: ink, ...(uppercase && { uppercase: true as const }) }
  const isClosing = slideRole === 'closing'
  return {
    id: BRAND,
    colors: { ink, paper: ground, accent: accent ?? ink },
    title: {
      ...shared,
      fontWeight: TITLE_WEIGHT,
      lineHeight: 1.1,
      letterSpacing: -0.01,
      ...(brand.headlineFont && faceOf(brand.headlineFont, TITLE_WEIGHT)),
    },
    body: { ...shared, fontWeight: TEXT_WEIGHT, lineHeight: 1.36, ...(brand.textFont && faceOf(brand.textFont, TEXT_WEIGHT)) },
    sizes: sizesOf(SCALE),
    align: 'left',
    places: isClosing ? ['middle'] : placesBeside(brand, role),
    emphasis,
    ornaments: [
      ...(isClosing ? [] : [{ kind: 'panel' as const, fill: ground }]),
      { kind: 'rule', at: 'above', color: accent ?? ink, width: 30, thickness: 2 },
    ],
    hasPhoto: !isClosing,
    relief: 'none',
    grounds: [ground],
  }
}

/** A logo at the bottom of the slides has the photo to itself. */
function placesBeside(brand: Brand, role: BrandRole): readonly Place[] {
  const isLogoBelow = carriesLogo(brand, role) && brand.logo.corner.startsWith('bottom')
  return isLogoBelow ? ['top', 'bottom'] : ['bottom', 'top']
}
