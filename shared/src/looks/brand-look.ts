import { roleColors } from '../brand/apply-brand.ts'
import type { BrandRole } from '../brand/limits.ts'
import type { Brand } from '../brand/model.ts'
import { contrastOf, opposite } from '../scene/contrast.ts'
import type { LookSpec, SlideRole } from './look.ts'
import { lookSpec } from './looks.ts'
import type { LookId } from './look-ids.ts'

/** Least contrast of a brand's color with the ground of a look. */
const CONTRAST_MIN = 3
/** The ground of letters over a photo: a scrim's black. */
const SCRIM = '#262626'

const ROLES: Partial<Record<SlideRole, BrandRole>> = { point: 'point', lines: 'point', closing: 'closing' }

/** The brand's role of a slide. */
export const brandRoleOf = (role: SlideRole): BrandRole => ROLES[role] ?? 'hook'

/** A look in the colors and typefaces of a brand; null for Classic. A color that can't be read on the look's ground is left out. */
export function brandedLook(id: LookId, brand: Brand | null, slideRole: SlideRole): LookSpec | null {
  const role = brandRoleOf(slideRole)
  const own = lookSpec(id)
  if (!own || !brand) return own
  const { text, highlight, background } = roleColors(brand, role)
  const isPlain = own.ornaments.some(({ kind }) => kind === 'card' || kind === 'panel') || !own.hasPhoto
  const paper = isPlain || own.relief === 'none' ? own.colors.paper : SCRIM
  const ground = !own.hasPhoto && background !== null ? background : paper
  const isReadable = (color: string): boolean => contrastOf(color, ground) >= CONTRAST_MIN
  const ink = text !== null && isReadable(text) ? text : isReadable(own.colors.ink) ? own.colors.ink : opposite(ground)
  const accent = [highlight, ...brand.colors.map(({ hex }) => hex)].find((color) => color !== null && color !== ink && isReadable(color))
  const spec = lookSpec(id, { ink, ...(accent && { accent }), ...(ground !== paper && { paper: ground }) }) ?? own
  const { uppercase } = brand.styles[role]
  const caps = uppercase ? { uppercase: true as const } : {}
  const title = { ...spec.title, ...caps, ...fontOf(brand.headlineFont) }
  const body = { ...spec.body, ...caps, ...fontOf(brand.textFont) }
  // A marker in the brand's color, with letters that can be read on it.
  return { ...spec, title: title.highlight ? { ...title, color: opposite(title.highlight) } : title, body }
}

const fontOf = <T>(font: T | null | undefined): { font?: NonNullable<T> } => (font ? { font } : {})
