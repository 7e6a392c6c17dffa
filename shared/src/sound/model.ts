import { z } from 'zod'
import { filePathSchema } from '../slide/model.ts'
import { FADE_SECONDS_MAX, NEW_CUT, TRACK_SECONDS_MAX } from './video-sound.ts'

const fade = z.number().min(0).max(FADE_SECONDS_MAX)

export const soundCutSchema = z.object({
  start: z.number().min(0).max(TRACK_SECONDS_MAX).default(NEW_CUT.start),
  fadeIn: fade.default(NEW_CUT.fadeIn),
  fadeOut: fade.default(NEW_CUT.fadeOut),
  volume: z.number().min(0).max(1).default(NEW_CUT.volume),
})

/** Only tracks have this ending, and each was verified when it was stored. */
export const videoSoundSchema = soundCutSchema.extend({ path: filePathSchema.endsWith('.aac') })
