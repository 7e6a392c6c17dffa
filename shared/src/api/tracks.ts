import { oc } from '@orpc/contract'
import { z } from 'zod'
import { filePathSchema } from '../slide/model.ts'
import { soundCutSchema } from '../sound/model.ts'
import { creditSchema } from '../stock/credit-schema.ts'
import { TRACK_SECONDS_MAX } from '../sound/video-sound.ts'

/** Tracks of a user. */
export const TRACKS_MAX = 200
/** Longest name of a track. */
export const TRACK_NAME_MAX = 200
/** Ten minutes, and the headers of its packets. */
export const TRACK_BYTES_MAX = 18 * 1024 * 1024

const beats = {
  /** Beats per minute; null for a track without a steady beat. */
  bpm: z.number().min(30).max(300).nullable(),
  /** Seconds until the first beat. */
  beatOffset: z.number().min(0).max(10),
}

export const trackSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The stored ADTS file. */
  filePath: filePathSchema,
  fileSize: z.int(),
  seconds: z.number().max(TRACK_SECONDS_MAX),
  ...beats,
  /** Null for tracks that weren't found. */
  credit: creditSchema.nullable(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type Track = z.infer<typeof trackSchema>

const name = z.string().trim().min(1).max(TRACK_NAME_MAX)

/** Query of an upload to TRACKS_PATH, whose body is the file. A repeated id answers the stored track. */
export const newTrackSchema = z.object({
  id: z.uuid(),
  name,
  bpm: z.preprocess((value) => (value === undefined ? null : Number(value)), beats.bpm),
  beatOffset: z.coerce.number().pipe(beats.beatOffset),
  /** That of a found sound, which has a credit. */
  token: z.string().min(1).max(10_000).optional(),
})
export type NewTrack = z.infer<typeof newTrackSchema>

export const tracksContract = {
  /** All of them, the newest first. */
  list: oc.route({ method: 'GET', path: '/tracks' }).output(z.array(trackSchema)),
  rename: oc
    .route({ method: 'PATCH', path: '/tracks/{id}' })
    .input(z.object({ id: z.uuid(), name }))
    .output(trackSchema),
  /** Slideshows with this sound have none afterwards; scheduled posts keep it. */
  remove: oc.route({ method: 'DELETE', path: '/tracks/{id}' }).input(z.object({ id: z.uuid() })),
}

/** The sound of a slideshow's videos. */
export const slideshowSoundSchema = soundCutSchema.extend({
  trackId: z.uuid(),
  /** Slides change on beats, where the track has a tempo. */
  onBeats: z.boolean().default(false),
})
export type SlideshowSound = z.infer<typeof slideshowSoundSchema>

export const soundsContract = {
  /** Null without sound. */
  read: oc
    .route({ method: 'GET', path: '/projects/{id}/sound' })
    .input(z.object({ id: z.uuid() }))
    .output(slideshowSoundSchema.nullable()),
  write: oc
    .route({ method: 'PUT', path: '/projects/{id}/sound' })
    .input(z.object({ id: z.uuid(), sound: slideshowSoundSchema.nullable() })),
}
