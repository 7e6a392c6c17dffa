import { z } from 'zod'
import { EMPTY_SLIDE, LOGO_PLACE, NEW_IMAGE_BOX, NEW_TEXT_BOX } from './defaults.ts'
import { FONT_SIZE_MAX, FONT_SIZE_MIN, LEVEL_MAX, LEVEL_MIN, MAX_BOXES, MAX_BOX_TEXT, MAX_SLIDES, TEXT_STYLES } from './limits.ts'

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
