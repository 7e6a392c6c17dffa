import { logoPositionSchema, type Slide } from '../slide/model.ts'
import { LIKE_AND_FOLLOW } from './ids.ts'
import { productPhotoIndex } from './plan.ts'
import { COVER_BOX, CTA_LOGO, DESCRIPTION_BOX, emptySlide, PRODUCT_BOX, textBox, type SlidePlace } from './boxes.ts'

/** Whether the product photo is on this slide. */
export function carriesProductPhoto(place: SlidePlace): boolean {
  return place.softSell && place.index === productPhotoIndex(place.written) && Boolean(place.companyImages?.productPhotoPath)
}

/** Adds what the soft sell shows: the product photo, or the logo of a company without one. */
export function withSoftSell(slide: Slide, place: SlidePlace): Slide {
  if (!place.softSell || !place.companyImages) return slide
  const { logoPath, productPhotoPath } = place.companyImages
  if (carriesProductPhoto(place) && productPhotoPath) {
    return { ...slide, imageBoxes: [...slide.imageBoxes, { id: place.newId(), imageUrl: productPhotoPath, ...PRODUCT_BOX, opacity: 1 }] }
  }
  if (logoPath === null) return slide
  return { ...slide, logoImage: logoPath, logoPosition: logoPositionSchema.parse({}) }
}

/** Words of a closing slide. */
export interface ClosingTexts {
  /** Empty for "like & follow". */
  text: string
  /** A smaller text below; empty for none. */
  callToAction: string
}

/** The closing slide: "like & follow", or a brand's own text, above the company's logo. */
export function likeAndFollowSlide(place: SlidePlace, { text, callToAction }: ClosingTexts = { text: '', callToAction: '' }): Slide {
  const title = text || LIKE_AND_FOLLOW
  const slide = emptySlide(place, title)
  const logo = place.companyImages?.logoPath ?? null
  return {
    ...slide,
    textBoxes: [textBox(place, COVER_BOX, title), ...(callToAction ? [textBox(place, DESCRIPTION_BOX, callToAction)] : [])],
    logoImage: logo,
    logoPosition: logo === null ? null : CTA_LOGO,
  }
}
