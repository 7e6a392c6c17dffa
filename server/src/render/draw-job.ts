import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Turn } from '../fair-work/fair-queue.ts'

/** A slide with the bytes of its files, as a worker gets it. Files that are gone are null. */
export interface SlideInput {
  slide: Slide
  /** The 1080 x 1920 cover rendition of the photo behind the slide. */
  photo: Uint8Array | null
  /** Originals of image boxes and logo, by storage path. */
  pictures: ReadonlyMap<string, Uint8Array | null>
}

/** A run of frames of a video. Its pictures are H.264 byte streams with their parameter sets. */
export interface EncodedPart {
  /** One that is held for all frames, or one for each frame, of which the first is a key picture. */
  pictures: readonly Uint8Array[]
  frames: number
}

/** What a worker can be asked for. */
export type DrawJob =
  | { kind: 'jpeg'; input: SlideInput; quality: number }
  /** `cover` is the slide in small, as WebP. */
  | { kind: 'png' | 'cover' | 'rgba'; input: SlideInput }
  /** A slide as a key picture of a video. */
  | { kind: 'key-picture'; input: SlideInput }
  /** So many frames in which one slide turns into another, encoded. */
  | { kind: 'fade'; from: SlideInput; to: SlideInput; frames: number }
  /** The file of a film in pieces that follow each other. The parts are handed over, not copied. */
  | { kind: 'mp4'; parts: EncodedPart[] }

/** The files that were asked for. A picture that cannot be decoded is told apart from what else may fail. */
export type DrawReply = { files: Uint8Array[] } | { failure: string; unreadable: boolean }

/** For whom something is drawn, and until when they wait for it. */
export type DrawTurn = Pick<Turn, 'person' | 'signal'>

/** Gives a job its turn. Whoever waits has nothing in memory yet: the files of a slide are read when its turn has come. */
export type Draw = (makeJob: () => Promise<DrawJob>, turn: DrawTurn) => Promise<DrawReply>
