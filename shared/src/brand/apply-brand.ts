import { LIKE_AND_FOLLOW } from '../content-types/ids.ts'
import { readability } from '../scene/readability.ts'
import { opposite, luminanceOfHex } from '../scene/contrast.ts'
import type { Readability } from '../scene/readability.ts'
import { textLook } from '../scene/text-style.ts'
import { applyPatch, styleBoxes } from '../slide/edit-boxes.ts'
import type { TextStyling } from '../slide/edit-boxes.ts'
import type { Frame } from '../slide/box.ts'
import { overlapArea } from '../slide/geometry.ts'
import type { Slide, TextStyle } from '../slide/model.ts'
import { SAFE_AREA } from '../slide/safe-area.ts'
import { textRoles } from '../slide/slide-look.ts'
import { BRAND_ROLES, LOGO_CORNERS, LOGO_SIZES, type BrandRole } from './limits.ts'
import type { Brand } from './model.ts'

/** Colors of a role as hex; null for what the slide decides. */
export interface RoleColors {
  text: string | null
  highlight: string | null
  background: string | null
}

export function roleColors({ colors, styles }: Pick<Brand, 'colors' | 'styles'>, role: BrandRole): RoleColors {
  const hexOf = (id: string | null): string | null => colors.find((color) => color.id === id)?.hex ?? null
  const { text, highlight, background } = styles[role]
  const behind = hexOf(highlight)
  // Letters in the slide's own color could be lost on a highlight.
  return { text: hexOf(text) ?? (behind === null ? null : opposite(behind)), highlight: behind, background: hexOf(background) }
}

/** The role of a slide. The last one is the closing slide if it has that text. */
export function roleAt(slides: readonly Slide[], index: number, { closing }: Pick<Brand, 'closing'>): BrandRole {
  const texts = index === slides.length - 1 ? (slides[index]?.textBoxes ?? []).map(({ text }) => text.trim().toLowerCase()) : []
  if (texts.includes(LIKE_AND_FOLLOW) || (closing.text !== '' && texts.includes(closing.text.toLowerCase()))) return 'closing'
  return index === 0 ? 'hook' : 'point'
}

/** Fields that a brand sets on the texts of a role. */
export function brandStyling(brand: Brand, role: BrandRole, isHeadline: boolean): TextStyling {
  const { text, highlight } = roleColors(brand, role)
  return {
    font: isHeadline ? brand.headlineFont : brand.textFont,
    textColor: text,
    outlineColor: null,
    noOutline: null,
    highlightColor: highlight,
    uppercase: brand.styles[role].uppercase || null,
  }
}

/** How a role's texts are drawn: on a plate where the brand has a highlight, else with a line round the letters. */
export function brandTextStyle(brand: Brand, role: BrandRole): TextStyle {
  // The styles with a shape behind the lines draw no line round the letters.
  return roleColors(brand, role).highlight === null ? 'outline' : 'white-bg'
}

/** Width of the logo's frame in slide units; the image is fitted into it. */
const LOGO_WIDTHS = { small: 40, medium: 60, large: 88 } as const
const LOGO_RATIO = 0.6

/** Place of the logo in a corner, inside the part of a slide that no app covers. */
export function logoPlace({ corner, size }: Pick<Brand['logo'], 'corner' | 'size'>): Frame {
  const width = LOGO_WIDTHS[size]
  const height = width * LOGO_RATIO
  return {
    x: Math.round(corner.endsWith('left') ? SAFE_AREA.x : SAFE_AREA.x + SAFE_AREA.width - width),
    y: Math.round(corner.startsWith('top') ? SAFE_AREA.y : SAFE_AREA.y + SAFE_AREA.height - height),
    width,
    height,
  }
}

type Corner = Brand['logo']['corner']

/** The corners of a slide, from the nearest to the one that a brand has chosen: along its edge first. */
function cornersFrom(corner: Corner): Corner[] {
  const distance = (other: Corner): number => {
    const isOtherEdge = other.startsWith('top') !== corner.startsWith('top')
    const isOtherSide = other.endsWith('left') !== corner.endsWith('left')
    return (isOtherEdge ? 2 : 0) + (isOtherSide ? 1 : 0)
  }
  return LOGO_CORNERS.toSorted((a, b) => distance(a) - distance(b))
}

/** Place of the logo where it covers no text: the brand's corner, else the nearest free one, else smaller. Where none is free, what covers least. */
function clearLogoPlace(slide: Slide, { corner, size }: Brand['logo']): Frame {
  const texts = slide.textBoxes.filter(({ hidden }) => !hidden)
  const covered = (place: Frame): number => texts.reduce((sum, text) => sum + overlapArea(place, text), 0)
  const sizes = LOGO_SIZES.slice(0, LOGO_SIZES.indexOf(size) + 1).toReversed()
  const places = sizes.flatMap((each) => cornersFrom(corner).map((one) => logoPlace({ corner: one, size: each })))
  const [least = logoPlace({ corner, size })] = places.toSorted((a, b) => covered(a) - covered(b))
  return least
}

export function carriesLogo({ logo }: Pick<Brand, 'logo'>, role: BrandRole): boolean {
  return logo.slides === 'all' || (logo.slides === 'closing' && role === 'closing')
}

/** The slide with the logo of its brand where the brand has one on slides of this role. */
export function withBrandLogo(slide: Slide, { brand, role, logoPath }: BrandUse): Slide {
  if (logoPath === null || !carriesLogo(brand, role)) return slide
  return { ...slide, logoImage: logoPath, logoPosition: clearLogoPlace(slide, brand.logo) }
}

export interface BrandUse {
  brand: Brand
  role: BrandRole
  /** Storage path of the company's logo. */
  logoPath: string | null
}

/**
 * The slide in a brand's fonts, colors and, where the brand has one, with its logo. Texts, photos and places stay, and so does a logo that the brand
 * would not add.
 */
export function applyBrand(slide: Slide, { brand, role, logoPath }: BrandUse): Slide {
  const { title, others } = textRoles(slide)
  const titled = title ? styleBoxes(slide, [title.id], brandStyling(brand, role, true)) : slide
  const styled = styleBoxes(
    titled,
    others.map(({ id }) => id),
    brandStyling(brand, role, false),
  )
  const { background } = roleColors(brand, role)
  const colored = applyPatch(styled, {
    textStyle: brandTextStyle(brand, role),
    ...(background !== null && { backdrop: { kind: 'plain' as const, color: background } }),
  })
  return withBrandLogo(colored, { brand, role, logoPath })
}

/** A use of colors by a brand, and whether it can be read. */
export interface BrandContrast extends Readability {
  role: BrandRole
  on: 'highlight' | 'background'
}

/** The contrast of every use of a color: letters on their highlight, else on the background. Over photos, each slide is checked in the editor. */
export function brandContrasts(brand: Brand): BrandContrast[] {
  return BRAND_ROLES.flatMap((role) => {
    const { text, highlight, background } = roleColors(brand, role)
    const look = textLook(brandTextStyle(brand, role), {
      color: 'white',
      ...(text !== null && { textColor: text }),
      ...(highlight !== null && { highlightColor: highlight }),
    })
    const found = readability(look, background === null ? [] : [luminanceOfHex(background)])
    return found ? [{ ...found, role, on: highlight === null ? ('background' as const) : ('highlight' as const) }] : []
  })
}
