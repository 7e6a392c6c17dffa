import { z } from 'zod'
import { EMPTY_SLIDE, LOGO_PLACE, NEW_IMAGE_BOX, NEW_TEXT_BOX } from './defaults.ts'
import { FONT_IDS } from './fonts.ts'
import { FORMATS, OTHER_FORMATS } from './formats.ts'
import type { Format } from './formats.ts'
import { ICONS } from './icons.ts'
import {
  ALT_TEXT_MAX,
  BOX_RANGES,
  CROP_MIN,
  EMPHASES_MAX,
  FONT_SIZE_MIN,
  LAYER_NAME_MAX,
  LEVEL_MAX,
  LEVEL_MIN,
  MAX_BOXES,
  MAX_BOX_TEXT,
  MAX_SLIDES,
  PAGE_NUMBERS,
  SHADOW_REACH_MAX,
  SHAPES,
  STROKE_WIDTH_MAX,
  TEXT_ALIGNMENTS,
  TEXT_STYLES,
  TYPE_SIZE_MAX,
} from './limits.ts'
import { backdropSchema, hexColor, photoEffectsSchema, photoPlacementSchema, scrimSchema, share } from './photo-model.ts'

export * from './limits.ts'
export * from './photo-model.ts'

/** Boxes may hang over the edge while dragging, yet never get lost: coordinates stay within one slide's size around it. */
const coordinate = z.number().min(-512).max(1024)
const length = z.number().min(1).max(1024)
const id = z.string().min(1).max(64)
const fontWeight = z.number().int().min(300).max(900)

/** A storage key such as `{userId}/{timestamp}_{random}.jpg`; never a URL. */
export const filePathSchema = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+\.[a-z0-9]{2,5}$/, 'Not a storage path')

const pathPart = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)

/** The storage path of an uploaded font. */
export const uploadedFontSchema = z.templateLiteral([pathPart, '/', pathPart, '.font'])

/** A typeface of the product, or an uploaded font. */
export const fontSchema = z.union([z.enum(FONT_IDS), uploadedFontSchema])

function within([min, max]: readonly [number, number]) {
  return z.number().min(min).max(max)
}

/** Drawn under a box, in its shape. Lengths in slide units. */
export const shadowSchema = z.object({
  color: hexColor,
  opacity: within(BOX_RANGES.opacity),
  x: within([-SHADOW_REACH_MAX, SHADOW_REACH_MAX]),
  y: within([-SHADOW_REACH_MAX, SHADOW_REACH_MAX]),
  blur: within([0, SHADOW_REACH_MAX]),
})
export type Shadow = z.infer<typeof shadowSchema>

/** A line along the edge of an image or a shape, inside its box. Width in slide units. */
export const strokeSchema = z.object({ color: hexColor, width: z.number().min(0.25).max(STROKE_WIDTH_MAX) })
export type Stroke = z.infer<typeof strokeSchema>

/** Fields that the layers panel sets. */
const layerFields = {
  name: z.string().min(1).max(LAYER_NAME_MAX).optional(),
  /** Neither moved, resized, edited nor deleted until it is unlocked. */
  locked: z.boolean().optional(),
  /** Not drawn. */
  hidden: z.boolean().optional(),
}

/** Words of a text with a look of their own: from the first UTF-16 code unit to the one after the last. */
export const emphasisSchema = z
  .object({
    start: z.number().int().min(0).max(MAX_BOX_TEXT),
    end: z.number().int().min(1).max(MAX_BOX_TEXT),
    color: hexColor.optional(),
    /** Drawn behind the words. */
    highlight: hexColor.optional(),
    /** Drawn under the words. */
    underline: hexColor.optional(),
    /** Fonts of one weight ignore it. */
    fontWeight: fontWeight.optional(),
  })
  .refine(({ start, end }) => start < end, 'An emphasis must have words')
export type Emphasis = z.infer<typeof emphasisSchema>

export const textBoxSchema = z.object({
  id,
  text: z.string().max(MAX_BOX_TEXT).default(NEW_TEXT_BOX.text),
  x: coordinate.default(NEW_TEXT_BOX.x),
  y: coordinate.default(NEW_TEXT_BOX.y),
  width: length.default(NEW_TEXT_BOX.width),
  height: length.default(NEW_TEXT_BOX.height),
  fontSize: z.number().min(FONT_SIZE_MIN).max(TYPE_SIZE_MAX).default(NEW_TEXT_BOX.fontSize),
  /** CSS color of the fill in the outline styles: `white`, `black` or `#rrggbb`. */
  color: z
    .string()
    .regex(/^(white|black|#[0-9a-fA-F]{6})$/)
    .default(NEW_TEXT_BOX.color),
  fontWeight: fontWeight.default(NEW_TEXT_BOX.fontWeight),
  // Absent fields leave the look to the slide's text style; slides of earlier versions have none of them.
  textColor: hexColor.optional(),
  outlineColor: hexColor.optional(),
  /** No line round the letters, whatever the text style has. */
  noOutline: z.boolean().optional(),
  highlightColor: hexColor.optional(),
  font: fontSchema.optional(),
  italic: z.boolean().optional(),
  uppercase: z.boolean().optional(),
  align: z.enum(TEXT_ALIGNMENTS).optional(),
  lineHeight: within(BOX_RANGES.lineHeight).optional(),
  letterSpacing: within(BOX_RANGES.letterSpacing).optional(),
  rotation: within(BOX_RANGES.rotation).optional(),
  opacity: within(BOX_RANGES.opacity).optional(),
  shadow: shadowSchema.optional(),
  /** In the order of the text, without overlaps. Absent: none. */
  emphasis: z
    .array(emphasisSchema)
    .min(1)
    .max(EMPHASES_MAX)
    .refine((list) => list.every(({ start }, index) => start >= (list[index - 1]?.end ?? 0)), 'Emphases must not overlap')
    .optional(),
  /** The text is the slide's number, which follows the order of the slides. */
  pageNumber: z.enum(PAGE_NUMBERS).optional(),
  ...layerFields,
})
export type TextBox = z.infer<typeof textBoxSchema>

export const imageBoxSchema = z.object({
  id,
  /** Storage path of the picture (the specification's `imageUrl`). */
  imageUrl: filePathSchema,
  x: coordinate.default(NEW_IMAGE_BOX.x),
  y: coordinate.default(NEW_IMAGE_BOX.y),
  width: length.default(NEW_IMAGE_BOX.width),
  height: length.default(NEW_IMAGE_BOX.height),
  opacity: z.number().min(0).max(1).default(NEW_IMAGE_BOX.opacity),
  /** The part of the image that is shown, as shares of its width and height. */
  crop: z
    .object({ x: share, y: share, width: z.number().min(CROP_MIN).max(1), height: z.number().min(CROP_MIN).max(1) })
    .refine(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001, 'A crop must lie inside the image')
    .optional(),
  /** Mirrored from left to right. */
  flip: z.boolean().optional(),
  radius: within(BOX_RANGES.radius).optional(),
  border: strokeSchema.optional(),
  rotation: within(BOX_RANGES.rotation).optional(),
  shadow: shadowSchema.optional(),
  ...layerFields,
})
export type ImageBox = z.infer<typeof imageBoxSchema>

const dots = z.number().int().min(1).max(MAX_SLIDES)

export const shapeBoxSchema = z
  .object({
    id,
    shape: z.enum(SHAPES),
    x: coordinate,
    y: coordinate,
    width: length,
    height: length,
    /** Absent: not filled. Emoji have their own colors; lines, arrows and icons have only a stroke. */
    fill: hexColor.optional(),
    stroke: strokeSchema.optional(),
    radius: within(BOX_RANGES.radius).optional(),
    /** Key of an emoji, or name of an icon. */
    glyph: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, 'Not the name of an emoji or icon')
      .optional(),
    /** Dots of `progress`, and how many of them are full: both follow the order of the slides. */
    steps: dots.optional(),
    step: dots.optional(),
    flip: z.boolean().optional(),
    opacity: within(BOX_RANGES.opacity).optional(),
    rotation: within(BOX_RANGES.rotation).optional(),
    shadow: shadowSchema.optional(),
    ...layerFields,
  })
  .refine(({ shape, glyph }) => shape !== 'icon' || ICONS.includes(glyph ?? ''), 'There is no such icon')
export type ShapeBox = z.infer<typeof shapeBoxSchema>

export const logoPositionSchema = z.object({
  x: coordinate.default(LOGO_PLACE.x),
  y: coordinate.default(LOGO_PLACE.y),
  width: length.default(LOGO_PLACE.width),
  height: length.default(LOGO_PLACE.height),
  ...layerFields,
})
export type LogoPosition = z.infer<typeof logoPositionSchema>

export const slideInstructionsSchema = z.object({
  autoLinkedBackground: z.boolean().default(true),
  aiGeneratedText: z.boolean().default(true),
  numberOfTextBoxes: z.number().int().min(1).max(5).default(1),
  toneContext: z.string().max(1000).default(''),
})
export type SlideInstructions = z.infer<typeof slideInstructionsSchema>

/** Boxes of each kind, and the logo. */
const MAX_REFS = 3 * MAX_BOXES + 1

const frameFields = { x: coordinate, y: coordinate, width: length, height: length }

const placesSchema = z
  .record(id, z.object({ ...frameFields, fontSize: z.number().min(FONT_SIZE_MIN).max(TYPE_SIZE_MAX).optional() }))
  .refine((boxes) => Object.keys(boxes).length <= MAX_REFS, 'A slide does not have that many boxes')

/** Places of boxes, by reference, and the part of the photo that were set in one format. */
const formatOverridesSchema = z.object({
  boxes: placesSchema.optional(),
  photoPlacement: photoPlacementSchema.optional(),
})
export type FormatOverrides = z.infer<typeof formatOverridesSchema>

/** How a look lays a slide out in one format. */
const lookLayoutSchema = z.object({
  boxes: placesSchema,
  scrim: scrimSchema.optional(),
  photoPlacement: photoPlacementSchema.optional(),
  photoFocus: share.optional(),
})
export type LookLayout = z.infer<typeof lookLayoutSchema>

/** The look that placed a slide's boxes. Its layouts hold until one of them is moved. */
const slideLookSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'Not the name of a look'),
  layouts: z.partialRecord(z.enum(FORMATS), lookLayoutSchema),
})

const level = z.number().int().min(LEVEL_MIN).max(LEVEL_MAX).default(0)

export const slideSchema = z.object({
  id,
  title: z.string().max(300).default(''),
  description: z.string().max(4000).default(''),
  /** A description for screen readers. Absent: the texts of the slide. */
  altText: z.string().min(1).max(ALT_TEXT_MAX).optional(),
  textBoxes: z.array(textBoxSchema).max(MAX_BOXES).default([]),
  imageBoxes: z.array(imageBoxSchema).max(MAX_BOXES).default([]),
  /** Absent: none. */
  shapeBoxes: z.array(shapeBoxSchema).max(MAX_BOXES).optional(),
  /** References of boxes from back to front. Absent: images, logo, shapes, texts. A box that is not listed is in front of those that are. */
  layers: z.array(id).max(MAX_REFS).optional(),
  /** Storage path of the photo behind the slide; null paints the plain backdrop. */
  backgroundImage: filePathSchema.nullable().default(null),
  logoImage: filePathSchema.nullable().default(null),
  logoPosition: logoPositionSchema.nullable().default(null),
  textStyle: z.enum(TEXT_STYLES).default(EMPTY_SLIDE.textStyle),
  brightness: level,
  contrast: level,
  /** Absent: the product's own. */
  backdrop: backdropSchema.optional(),
  /** Absent: cropped to the slide, around its middle. */
  photoPlacement: photoPlacementSchema.optional(),
  photoEffects: photoEffectsSchema.optional(),
  /** Share of the photo's height that other formats keep in their middle. Absent: the middle. */
  photoFocus: share.optional(),
  /** Adjustments in one format; all else there follows from the slide. */
  formats: z.partialRecord(z.enum(OTHER_FORMATS), formatOverridesSchema).optional(),
  /** Absent: none, or that of an earlier version. */
  look: slideLookSchema.optional(),
  /** Custom modes only. */
  useAiGeneration: z.boolean().optional(),
  useRandomPhoto: z.boolean().optional(),
  instructions: slideInstructionsSchema.optional(),
})
/** `format` is only set on a slide as a format shows it (`inFormat`), which is never saved. */
export type Slide = z.infer<typeof slideSchema> & { format?: Format }

export const slidesSchema = z
  .array(slideSchema)
  .min(1)
  .max(MAX_SLIDES)
  .refine((slides) => new Set(slides.map((slide) => slide.id)).size === slides.length, 'Slide ids must be unique')
