import { z } from 'zod'
import { EMPTY_SLIDE, LOGO_PLACE, NEW_IMAGE_BOX, NEW_TEXT_BOX } from './defaults.ts'
import { FONT_IDS } from './fonts.ts'
import {
  BOX_RANGES,
  EFFECT_MAX,
  FONT_SIZE_MAX,
  FONT_SIZE_MIN,
  LEVEL_MAX,
  LEVEL_MIN,
  MAX_BOXES,
  MAX_BOX_TEXT,
  MAX_SLIDES,
  PHOTO_FILTERS,
  PHOTO_FITS,
  PHOTO_ZOOM_MAX,
  SHADOW_REACH_MAX,
  TEXT_ALIGNMENTS,
  TEXT_STYLES,
} from './limits.ts'

export * from './limits.ts'

/** Boxes may hang over the edge while dragging, yet never get lost: coordinates stay within one slide's size around it. */
const coordinate = z.number().min(-512).max(1024)
const length = z.number().min(1).max(1024)
const id = z.string().min(1).max(64)

/** A storage key such as `{userId}/{timestamp}_{random}.jpg`; never a URL. */
export const filePathSchema = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+\.[a-z0-9]{2,5}$/, 'Not a storage path')

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Not a colour such as #ff8800')

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

export const textBoxSchema = z.object({
  id,
  text: z.string().max(MAX_BOX_TEXT).default(NEW_TEXT_BOX.text),
  x: coordinate.default(NEW_TEXT_BOX.x),
  y: coordinate.default(NEW_TEXT_BOX.y),
  width: length.default(NEW_TEXT_BOX.width),
  height: length.default(NEW_TEXT_BOX.height),
  fontSize: z.number().min(FONT_SIZE_MIN).max(FONT_SIZE_MAX).default(NEW_TEXT_BOX.fontSize),
  /** CSS colour of the fill in the outline styles: `white`, `black` or `#rrggbb`. */
  color: z
    .string()
    .regex(/^(white|black|#[0-9a-fA-F]{6})$/)
    .default(NEW_TEXT_BOX.color),
  fontWeight: z.number().int().min(300).max(900).default(NEW_TEXT_BOX.fontWeight),
  // Absent fields leave the look to the slide's text style; slides of earlier versions have none of them.
  textColor: hexColor.optional(),
  outlineColor: hexColor.optional(),
  highlightColor: hexColor.optional(),
  font: z.enum(FONT_IDS).optional(),
  italic: z.boolean().optional(),
  uppercase: z.boolean().optional(),
  align: z.enum(TEXT_ALIGNMENTS).optional(),
  lineHeight: within(BOX_RANGES.lineHeight).optional(),
  letterSpacing: within(BOX_RANGES.letterSpacing).optional(),
  rotation: within(BOX_RANGES.rotation).optional(),
  opacity: within(BOX_RANGES.opacity).optional(),
  shadow: shadowSchema.optional(),
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
})
export type ImageBox = z.infer<typeof imageBoxSchema>

export const logoPositionSchema = z.object({
  x: coordinate.default(LOGO_PLACE.x),
  y: coordinate.default(LOGO_PLACE.y),
  width: length.default(LOGO_PLACE.width),
  height: length.default(LOGO_PLACE.height),
})
export type LogoPosition = z.infer<typeof logoPositionSchema>

export const slideInstructionsSchema = z.object({
  autoLinkedBackground: z.boolean().default(true),
  aiGeneratedText: z.boolean().default(true),
  numberOfTextBoxes: z.number().int().min(1).max(5).default(1),
  toneContext: z.string().max(1000).default(''),
})
export type SlideInstructions = z.infer<typeof slideInstructionsSchema>

/** The background of a slide without a photo. Angles are in degrees as in CSS: at 90, a gradient runs from left to right, at 180 downwards. */
export const backdropSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), color: hexColor }),
  z.object({ kind: z.literal('gradient'), from: hexColor, to: hexColor, angle: z.number().int().min(0).max(359) }),
])
export type Backdrop = z.infer<typeof backdropSchema>

/** The visible part of the photo: its middle, as shares of the photo's width and height after flip and turns. */
export const photoPlacementSchema = z.object({
  fit: z.enum(PHOTO_FITS),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  zoom: z.number().min(1).max(PHOTO_ZOOM_MAX),
  /** Mirrored from left to right. */
  flip: z.boolean(),
  /** Quarter turns clockwise, after the flip. */
  turns: z.number().int().min(0).max(3),
})
export type PhotoPlacement = z.infer<typeof photoPlacementSchema>

const effect = z.number().int().min(0).max(EFFECT_MAX)

export const photoEffectsSchema = z.object({
  filter: z.enum(PHOTO_FILTERS).optional(),
  blur: effect.optional(),
  vignette: effect.optional(),
  tint: z.object({ color: hexColor, amount: effect }).optional(),
})
export type PhotoEffects = z.infer<typeof photoEffectsSchema>

const level = z.number().int().min(LEVEL_MIN).max(LEVEL_MAX).default(0)

export const slideSchema = z.object({
  id,
  title: z.string().max(300).default(''),
  description: z.string().max(4000).default(''),
  textBoxes: z.array(textBoxSchema).max(MAX_BOXES).default([]),
  imageBoxes: z.array(imageBoxSchema).max(MAX_BOXES).default([]),
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
  /** Custom modes only. */
  useAiGeneration: z.boolean().optional(),
  useRandomPhoto: z.boolean().optional(),
  instructions: slideInstructionsSchema.optional(),
})
export type Slide = z.infer<typeof slideSchema>

export const slidesSchema = z
  .array(slideSchema)
  .min(1)
  .max(MAX_SLIDES)
  .refine((slides) => new Set(slides.map((slide) => slide.id)).size === slides.length, 'Slide ids must be unique')
