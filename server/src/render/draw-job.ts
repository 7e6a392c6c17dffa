import type { Slide } from '@ninesixteen/shared/slide/model'

/** A slide with the bytes of its files, as a worker gets it. Files that are gone are null. */
export interface SlideInput {
  slide: Slide
  /** The 1080 x 1920 cover rendition of the photo behind the slide. */
  photo: Uint8Array | null
  /** Originals of image boxes and logo, by storage path. */
  pictures: ReadonlyMap<string, Uint8Array | null>
}

/** What a worker makes of a drawn slide. */
export type DrawJob = { kind: 'jpeg'; input: SlideInput; quality: number } | { kind: 'png' | 'rgba'; input: SlideInput }

/** One file for each picture of the job. A picture that cannot be decoded is told apart from what else may fail. */
export type DrawReply = { files: Uint8Array[] } | { failure: string; unreadable: boolean }
