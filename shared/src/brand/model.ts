import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { cleanHashtags, HASHTAG_LENGTH_MAX, HASHTAGS_MAX } from '../publishing/hashtags.ts'
import { fontSchema, hexColor } from '../slide/model.ts'
import {
  BRAND_AUDIENCE_MAX,
  BRAND_COLOR_NAME_MAX,
  BRAND_COLORS_MAX,
  BRAND_TONE_MAX,
  BRAND_WORD_LENGTH_MAX,
  BRAND_WORDS_MAX,
  CALL_TO_ACTION_MAX,
  CLOSING_TEXT_MAX,
  EMOJI_USES,
  LETTER_CASES,
  LOGO_CORNERS,
  LOGO_SIZES,
  LOGO_SLIDES,
  SPEAKERS,
} from './limits.ts'

/** Null is the product's own typeface. */
const font = fontSchema.nullable()

export const brandColorSchema = z.object({
  /** Styles name a color by its id, so that a new hex changes all of its uses. */
  id: z.string().regex(/^[a-z0-9]{1,12}$/),
  name: z.string().trim().max(BRAND_COLOR_NAME_MAX),
  hex: hexColor.toLowerCase(),
})
export type BrandColor = z.infer<typeof brandColorSchema>

/** Id of a color; null leaves the choice to the slide. */
const colorId = z.string().max(12).nullable()

const roleStyleSchema = z.object({
  text: colorId,
  /** Behind the lines of a text. */
  highlight: colorId,
  /** Behind a slide without a photo. */
  background: colorId,
  uppercase: z.boolean(),
})
export type RoleStyle = z.infer<typeof roleStyleSchema>

const words = z
  .array(z.string().trim().min(1).max(BRAND_WORD_LENGTH_MAX))
  .max(BRAND_WORDS_MAX)
  .transform((list) => [...new Map(list.map((word) => [word.toLowerCase(), word])).values()])

/** The brand of a company. Its fields are independent, so that changes of two tabs merge field by field. */
export const brandSchema = z
  .object({
    headlineFont: font,
    textFont: font,
    colors: z.array(brandColorSchema).max(BRAND_COLORS_MAX),
    styles: z.object({ hook: roleStyleSchema, point: roleStyleSchema, closing: roleStyleSchema }),
    logo: z.object({ slides: z.enum(LOGO_SLIDES), corner: z.enum(LOGO_CORNERS), size: z.enum(LOGO_SIZES) }),
    closing: z.object({ isOn: z.boolean(), text: z.string().trim().max(CLOSING_TEXT_MAX) }),
    tone: z.string().trim().max(BRAND_TONE_MAX),
    speaker: z.enum(SPEAKERS),
    emoji: z.enum(EMOJI_USES),
    letterCase: z.enum(LETTER_CASES),
    alwaysWords: words,
    neverWords: words,
    audience: z.string().trim().max(BRAND_AUDIENCE_MAX),
    /** Without their number sign. */
    hashtags: z
      .array(z.string().max(HASHTAG_LENGTH_MAX))
      .max(HASHTAGS_MAX)
      .transform((tags) => cleanHashtags(tags)),
    callToAction: z.string().trim().max(CALL_TO_ACTION_MAX),
    /** Content types that ideas are written for; empty for all. */
    formats: z.array(z.enum(CONTENT_TYPE_IDS)).max(CONTENT_TYPE_IDS.length),
  })
  .refine(({ colors }) => new Set(colors.map(({ id }) => id)).size === colors.length, {
    path: ['colors'],
    error: 'Color ids must be unique',
  })
  .refine(
    ({ colors, styles }) => {
      const known = new Set<string | null>([null, ...colors.map(({ id }) => id)])
      return Object.values(styles).every(({ text, highlight, background }) => [text, highlight, background].every((id) => known.has(id)))
    },
    { path: ['styles'], error: 'Styles must use colors of the brand' },
  )
export type Brand = z.infer<typeof brandSchema>
