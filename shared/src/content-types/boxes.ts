import { textBoxSchema, type Backdrop, type Slide, type TextBox } from '../slide/model.ts'
import type { SlideDraft } from './draft.ts'

/** Parts of a company that appear on a slide. */
export interface CompanyImages {
  /** Storage paths; null when the company has none. */
  logoPath: string | null
  productPhotoPath: string | null
}

/** Everything but the texts that a slide is composed from. */
export interface SlidePlace {
  /** From 0. */
  index: number
  /** Slides with texts of their own in the slideshow. */
  written: number
  /** Whether this is the slide into which the company is worked. */
  softSell: boolean
  companyImages: CompanyImages | null
  background: string | null
  /** Drawn in place of a photo; absent, the product's own. */
  backdrop?: Backdrop | undefined
  /** Makes the ids of the slide and its boxes. */
  newId: () => string
}

/** Layout of the cover's title: box of its own size when a part in parentheses follows in a second one. */
export const COVER_BOX = { x: 38, y: 120, width: 180, height: 70, fontSize: 10, fontWeight: 800 } as const
export const COVER_SPLIT_HEIGHT = 50
export const COVER_ASIDE_BOX = { x: 38, y: 200, width: 180, height: 50, fontSize: 8, fontWeight: 400 } as const
/** Layout of a point: its title where the cover has its own, the description below. */
export const POINT_TITLE_BOX = { x: 38, y: 120, width: 180, height: 70, fontSize: 9, fontWeight: 400 } as const
export const DESCRIPTION_BOX = { x: 38, y: 210, width: 180, height: 80, fontSize: 8, fontWeight: 400 } as const
/** Title and description of a point in one box, above the product photo: as high as the slide leaves room, for languages of long words. */
export const POINT_WITH_PHOTO_BOX = { ...POINT_TITLE_BOX, y: 88, height: 106 } as const
export const QUOTE_BOX = { x: 20, y: 140, width: 216, height: 80, fontSize: 9, fontWeight: 600 } as const
/** The product photo of the soft sell. */
export const PRODUCT_BOX = { x: 65, y: 200, width: 120, height: 120 } as const
/** Place of the logo on the "like & follow" slide. */
export const CTA_LOGO = { x: 108, y: 220, width: 40, height: 40 } as const

/** A text box of a layout, defaults filled in by the model. */
export function textBox(place: SlidePlace, layout: Partial<TextBox>, text: string): TextBox {
  return textBoxSchema.parse({ id: place.newId(), ...layout, text })
}

/** A slide with nothing on it but its background. */
export function emptySlide(place: SlidePlace, title: string, description = ''): Slide {
  const { backdrop } = place
  return {
    id: place.newId(),
    title,
    description,
    textBoxes: [],
    imageBoxes: [],
    backgroundImage: place.background,
    logoImage: null,
    logoPosition: null,
    textStyle: 'outline',
    brightness: 0,
    contrast: 0,
    ...(backdrop && { backdrop }),
  }
}

/** Boxes of a cover: one, or two when the title has a part in parentheses. */
export function coverBoxes(place: SlidePlace, title: string): TextBox[] {
  const { main, aside } = splitCoverTitle(title)
  if (aside === null) return [textBox(place, COVER_BOX, main)]
  return [textBox(place, { ...COVER_BOX, height: COVER_SPLIT_HEIGHT }, main), textBox(place, COVER_ASIDE_BOX, aside)]
}

/** The draft's headline, wherever the model put it. */
export function headline(draft: SlideDraft): string {
  return draft.title || draft.lines[0] || draft.description
}

/** Everything below the headline as one text. */
export function bodyText(draft: SlideDraft): string {
  const below = draft.description || draft.lines.filter((line) => line !== headline(draft)).join('\n')
  return below === headline(draft) ? '' : below
}

export interface CoverTitle {
  main: string
  /** The part in parentheses, with them; null when there is none. */
  aside: string | null
}

/**
 * Splits a cover title at its first parenthesis: the part in parentheses gets a smaller box of its own. A title that is nothing
 * but a parenthesis stays whole; one never closed runs to the end.
 */
export function splitCoverTitle(title: string): CoverTitle {
  const found = /^(.*?)[(（]([^()（）]*)(?:[)）](.*))?$/su.exec(title.trim())
  const whole = { main: title.trim(), aside: null }
  if (!found) return whole
  const [, before = '', inside = '', after = ''] = found
  const main = [before.trim(), after.trim()].filter(Boolean).join(/^[.,!?:;…]/u.test(after.trim()) ? '' : ' ')
  if (!before.trim() || !inside.trim()) return whole
  return { main, aside: `(${inside.trim()})` }
}
