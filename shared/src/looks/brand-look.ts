import { roleColors, withBrandLogo } from '../brand/apply-brand.ts'
import type { BrandRole } from '../brand/limits.ts'
import type { Brand } from '../brand/model.ts'
import { contrastOf, opposite } from '../scene/contrast.ts'
import type { Slide } from '../slide/model.ts'
import { faceOf, TEXT_WEIGHT, TITLE_WEIGHT } from './brand-faces.ts'
import type { LookSpec, SlideRole } from './look.ts'
import { BRAND, FIRST_LOOK, type LookId } from './look-ids.ts'
import { lookSpec } from './looks.ts'
import { ownLook } from './own-look.ts'

/** Least contrast of a brand's color with the ground of a look. */
const CONTRAST_MIN = 3
/** The ground of letters over a photo: a scrim's black. */
const SCRIM = '#262626'

const ROLES: Partial<Record<SlideRole, BrandRole>> = { point: 'point', lines: 'point', closing: 'closing' }

/** The brand's role of a slide. */
export const brandRoleOf = (role: SlideRole): BrandRole => ROLES[role] ?? 'hook'

/** Whether a brand has what a look of its own is made of. */
export const hasOwnLook = (brand: Brand | null): brand is Brand =>
  brand !== null && (brand.colors.length > 0 || brand.headlineFont !== null || brand.textFont !== null)

/** The look that slides get: Bold in place of the brand's own where the brand has none. */
export const availableLook = (id: LookId, brand: Brand | null): LookId => (id === BRAND && !hasOwnLook(brand) ? FIRST_LOOK : id)

/** A look in the colors and typefaces of a brand; null for Classic. A color that can't be read on the look's ground is left out. */
export function brandedLook(id: LookId, brand: Brand | null, slideRole: SlideRole): LookSpec | null {
  const role = brandRoleOf(slideRole)
  if (id === BRAND && hasOwnLook(brand)) return ownLook(brand, { role, slideRole })
  const available = availableLook(id, brand)
  const own = lookSpec(available)
  if (!own || !brand) return own
  const { text, highlight, background } = roleColors(brand, role)
  const isPlain = own.ornaments.some(({ kind }) => kind === 'card' || kind === 'panel') || !own.hasPhoto
  const paper = isPlain || own.relief === 'none' ? own.colors.paper : SCRIM
  const ground = !own.hasPhoto && background !== null ? background : paper
  const isReadable = (color: string): boolean => contrastOf(color, ground) >= CONTRAST_MIN
  const ink = text !== null && isReadable(text) ? text : isReadable(own.colors.ink) ? own.colors.ink : opposite(ground)
  const accent = [highlight, ...brand.colors.map(({ hex }) => hex)].find((color) => color !== null && color !== ink && isReadable(color))
  const spec = lookSpec(available, { ink, ...(accent && { accent }), ...(ground !== paper && { paper: ground }) }) ?? own
  const { uppercase } = brand.styles[role]
  const caps = uppercase ? { uppercase: true as const } : {}
  const title = { ...spec.title, ...caps, ...(brand.headlineFont && faceOf(brand.headlineFont, TITLE_WEIGHT)) }
  const body = { ...spec.body, ...caps, ...(brand.textFont && faceOf(brand.textFont, TEXT_WEIGHT)) }
  // A marker in the brand's color, with letters that can be read on it.
  return { ...spec, title: title.highlight ? { ...title, color: opposite(title.highlight) } : title, body }
}

/** A dressed slide with the logo of its brand, where the brand has one on slides of this part. */
export function withLogoOf(slide: Slide, { brand, role }: { brand: (Brand & { logoPath: string | null }) | null; role: SlideRole }): Slide {
  return brand ? withBrandLogo(slide, { brand, role: brandRoleOf(role), logoPath: brand.logoPath }) : slide
}
