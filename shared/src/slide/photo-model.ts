import { z } from 'zod'
import { EFFECT_MAX, PHOTO_FILTERS, PHOTO_FITS, PHOTO_ZOOM_MAX } from './limits.ts'

export const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Not a color such as #ff8800')

export const share = z.number().min(0).max(1)

/** The background of a slide without a photo. Angles are in degrees as in CSS: at 90, a gradient runs from left to right, at 180 downwards. */
export const backdropSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), color: hexColor }),
  z.object({ kind: z.literal('gradient'), from: hexColor, to: hexColor, angle: z.number().int().min(0).max(359) }),
])
export type Backdrop = z.infer<typeof backdropSchema>

/** The visible part of the photo: its middle, as shares of the photo's width and height after flip and turns. */
export const photoPlacementSchema = z.object({
  fit: z.enum(PHOTO_FITS),
  x: share,
  y: share,
  zoom: z.number().min(1).max(PHOTO_ZOOM_MAX),
  /** Mirrored from left to right. */
  flip: z.boolean(),
  /** Quarter turns clockwise, after the flip. */
  turns: z.number().int().min(0).max(3),
})
export type PhotoPlacement = z.infer<typeof photoPlacementSchema>

const effect = z.number().int().min(0).max(EFFECT_MAX)

/** A color over the photo from the slide's edge as far as `full`, and from there to `end` ever less of it: shares of the slide's height. */
export const scrimSchema = z.object({ color: hexColor, amount: effect, full: share, end: share })

export const photoEffectsSchema = z.object({
  filter: z.enum(PHOTO_FILTERS).optional(),
  blur: effect.optional(),
  vignette: effect.optional(),
  tint: z.object({ color: hexColor, amount: effect }).optional(),
  scrim: scrimSchema.optional(),
})
export type PhotoEffects = z.infer<typeof photoEffectsSchema>
