import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Mp4Stream } from '@ninesixteen/shared/video/mp4-header'
import type { QueuedTask } from '../fair-queue/fair-queue.ts'

/** A slide with the bytes of its files, as a worker gets it. Files that are gone are null. */
export interface SlideInput {
  slide: Slide
  /** The 1080 x 1920 cover rendition of the photo behind the slide. */
  photo: Uint8Array | null
  /** Originals of image boxes and logo, by storage path. */
  pictures: ReadonlyMap<string, Uint8Array | null>
}

/** What a worker can be asked for. */
export type RenderJob =
  | { kind: 'jpeg'; input: SlideInput; quality: number }
  /** `cover` is the slide in small, as WebP. */
  | { kind: 'png' | 'cover' | 'rgba'; input: SlideInput }
  /** A slide as a key picture of a video. */
  | { kind: 'key-picture'; input: SlideInput }
  /** So many frames in which one slide turns into another, encoded. */
  | { kind: 'fade'; from: SlideInput; to: SlideInput; frames: number }
  /** What stands before the frames in the file of a film. */
  | { kind: 'mp4-header'; stream: Mp4Stream }

/** The files that were asked for. A picture that cannot be decoded is told apart from what else may fail. */
export type RenderReply = { files: Uint8Array[] } | { failure: string; unreadable: boolean }

/** For whom something is drawn, and until when they wait for it. */
export interface RenderTurn extends Pick<QueuedTask, 'person' | 'signal'> {
  /** The key under which their page may ask for it once more. */
  wish?: string | undefined
}

/** Gives a job its turn. Whoever waits has nothing in memory yet: the files of a slide are read when its turn has come. */
export type Render = (makeJob: () => Promise<RenderJob>, turn: RenderTurn) => Promise<RenderReply>
