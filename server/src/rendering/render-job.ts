import type { UploadedFontId } from '@ninesixteen/shared/slide/fonts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SoundCut } from '@ninesixteen/shared/sound/video-sound'
import type { Insertion } from '@ninesixteen/shared/video/interleave'
import type { Mp4Stream } from '@ninesixteen/shared/video/mp4-header'
import type { QueuedTask } from '../fair-queue/fair-queue.ts'

/** A slide with the content of its files for a worker. Missing files are null. */
export interface SlideInput {
  slide: Slide
  /** The 1080 x 1920 cover rendition of the background photo, or its original if the slide places it. */
  photo: Uint8Array | null
  /** Originals of image boxes and logo, by storage path. */
  images: ReadonlyMap<string, Uint8Array | null>
  /** Files of uploaded fonts, by storage path. */
  fonts: ReadonlyMap<UploadedFontId, Uint8Array>
}

/** How a video uses a track. */
export interface TrackCut {
  file: Uint8Array
  cut: SoundCut
  /** Length of the video. */
  seconds: number
}

/** Jobs of a worker. */
export type RenderJob =
  | { kind: 'jpeg'; input: SlideInput; quality: number }
  /** `cover` is a WebP thumbnail. */
  | { kind: 'png' | 'cover' | 'rgba'; input: SlideInput }
  /** A slide as a key frame of a video. */
  | { kind: 'key-picture'; input: SlideInput }
  /** The encoded frames of a cross-fade between two slides. */
  | { kind: 'fade'; from: SlideInput; to: SlideInput; frames: number; motion: boolean }
  /** Encoded frames of a slide whose background zooms in for `of` frames, from the frame `from` on. */
  | { kind: 'move'; input: SlideInput; frames: number; from: number; of: number }
  /** The header of a video file, and its sound, cut from a track of ADTS. */
  | { kind: 'mp4-header'; stream: Mp4Stream; track: TrackCut | null }

/** The resulting files. `unreadable` distinguishes an undecodable image from other failures. */
export type RenderReply = { files: Uint8Array[]; sound?: Insertion[] } | { failure: string; unreadable: boolean }

/** Whose render it is, and how long the caller waits. */
export interface RenderCaller extends Pick<QueuedTask, 'userId' | 'signal'> {
  /** Idempotency key of the page's request. */
  idempotencyKey?: string | undefined
}

/** Runs a job in its turn. `makeJob` reads the slide's files only then, so that queued jobs hold no memory. */
export type Render = (makeJob: () => Promise<RenderJob>, turn: RenderCaller) => Promise<RenderReply>
