import { z } from 'zod'
import { MAIN_FORMAT } from '../slide/formats.ts'
import { videoSoundSchema } from '../sound/model.ts'
import { MAX_SLIDES, slideSchema } from '../slide/model.ts'
import { CROSS_FADE_FRAMES, VIDEO_FORMATS, videoInFormat, type VideoSpec } from '../video/video-spec.ts'
import { PICTURE_FRAMES_MAX } from './limits.ts'

/** Body of `POST /api/video`, which answers with an MP4: slides, and the frames of each. */
export const videoRequestSchema = z
  .object({
    slides: z.array(slideSchema).max(MAX_SLIDES),
    frames: z.array(z.int().min(1).max(PICTURE_FRAMES_MAX)).max(MAX_SLIDES),
    /** Frames in which a slide turns into the next one; 0 cuts. */
    crossFade: z.int().min(0).max(CROSS_FADE_FRAMES).default(0),
    /** Backgrounds zoom in slowly. */
    motion: z.boolean().default(false),
    sound: videoSoundSchema.nullish(),
    format: z.enum(VIDEO_FORMATS).default(MAIN_FORMAT),
  })
  .refine(({ slides, frames }) => slides.length === frames.length, { path: ['frames'], message: 'One number for each slide' })
export type VideoRequest = z.infer<typeof videoRequestSchema>

/** The requested video. */
export function requestedVideo({ slides, frames, crossFade, motion, sound, format }: VideoRequest): VideoSpec {
  const pictures = slides.map((slide, index) => ({ slide, frames: frames[index] ?? 1 }))
  return videoInFormat({ pictures, crossFade, motion, sound: sound ?? null }, format)
}
