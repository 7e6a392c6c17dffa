import { z } from 'zod'
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
  text: z.string().max(MAX_BOX_TEXT).default('New text'),
  x: coordinate.default(38),
  y: coordinate.default(200),
  width: length.default(180),
  height: length.default(70),
  fontSize: z.number().min(FONT_SIZE_MIN).max(FONT_SIZE_MAX).default(8),
  /** CSS colour of the fill in the outline styles: `white`, `black` or `#rrggbb`. */
  color: z
    .string()
    .regex(/^(white|black|#[0-9a-fA-F]{6})$/)
    .default('white'),
  fontWeight: z.number().int().min(300).max(900).default(400),
})
export type TextBox = z.infer<typeof textBoxSchema>

export const imageBoxSchema = z.object({
  id,
  /** Storage path of the picture (the specification's `imageUrl`). */
  imageUrl: filePathSchema,
  x: coordinate.default(78),
  y: coordinate.default(100),
  width: length.default(100),
  height: length.default(100),
  opacity: z.number().min(0).max(1).default(1),
})
export type ImageBox = z.infer<typeof imageBoxSchema>

export const logoPositionSchema = z.object({
  x: coordinate.default(28),
  y: coordinate.default(290),
  width: length.default(200),
  height: length.default(50),
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
  textStyle: z.enum(TEXT_STYLES).default('outline'),
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
