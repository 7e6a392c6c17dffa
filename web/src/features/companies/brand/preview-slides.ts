import { applyBrand, withBrandLogo } from '@ninesixteen/shared/brand/apply-brand'
import { BRAND_ROLES, type BrandRole } from '@ninesixteen/shared/brand/limits'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { coverBoxes, emptySlide, type SlidePlace } from '@ninesixteen/shared/content-types/boxes'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { NO_TEXTS } from '@ninesixteen/shared/content-types/draft'
import { composeNumberedList } from '@ninesixteen/shared/content-types/numbered-list'
import { withTextSize } from '@ninesixteen/shared/content-types/text-size'
import type { TextSize } from '@ninesixteen/shared/content-types/text-sizes'
import { brandedLook } from '@ninesixteen/shared/looks/brand-look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import { CLASSIC, type LookId } from '@ninesixteen/shared/looks/look-ids'
import type { Slide } from '@ninesixteen/shared/slide/model'

function placeAt(index: number): SlidePlace {
  let ids = 0
  return { index, written: 3, softSell: false, companyImages: null, background: null, newId: () => `preview-${index}-${ids++}` }
}

const inCase = (text: string, { letterCase }: Brand): string =>
  letterCase === 'sentence' ? text.charAt(0).toUpperCase() + text.slice(1) : text

export interface PreviewFacts {
  companyName: string
  logoPath: string | null
  look: LookId
  textSize: TextSize
}

/** A slide of each role, as a generated slideshow of the company has it. */
export function previewSlides(brand: Brand, { companyName, logoPath, look, textSize }: PreviewFacts): Slide[] {
  const hook = inCase(`5 things you didn’t know about ${companyName || 'us'}`, brand)
  const point = {
    ...NO_TEXTS,
    title: inCase('1. start small', brand),
    description: inCase('ten minutes a day beat one long sunday.', brand),
  }
  const slides: Record<BrandRole, Slide> = {
    hook: { ...emptySlide(placeAt(0), hook), textBoxes: coverBoxes(placeAt(0), hook) },
    point: composeNumberedList(point, placeAt(1)),
    closing: likeAndFollowSlide(placeAt(2), { text: brand.closing.text, callToAction: brand.callToAction }),
  }
  return BRAND_ROLES.map((role, index) => {
    if (look === CLASSIC) return withTextSize(applyBrand(slides[role], { brand, role, logoPath }), textSize)
    const slideRole = role === 'hook' ? 'cover' : role
    const dressed = dressSlide(slides[role], { spec: brandedLook(look, brand, slideRole), role: slideRole, index, map: null, emphasis: '' })
    return withBrandLogo(dressed, { brand, role, logoPath })
  })
}
