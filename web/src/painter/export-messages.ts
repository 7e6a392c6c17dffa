import type { Slide } from '@ninesixteen/shared/slide/model'

export type ExportFormat = 'png' | 'jpeg'
/**
 * Pixels of the file for each pixel of 1080 x 1920. Two is what the specification's max(device ratio, 2) is nearly everywhere; screens of
 * three get two as well, because 3240 x 5760 is more than the browsers of phones draw, and so that one slide is one file on all devices.
 */
export type ExportScale = 1 | 2

/** What is wanted of a slide. */
export interface SlideFileOptions {
  format: ExportFormat
  scale: ExportScale
  /** Pixels across of the small picture; none without it. */
  thumbnail?: number
}

/** A drawn and encoded slide. */
export interface SlideFile {
  blob: Blob
  /** CRC-32 of the bytes: archives want it, and where the slide is encoded it costs the page nothing. */
  checksum: number
  thumbnail: ImageBitmap | null
}

/** To an export worker: draw and encode one slide. Links are resolved in the page, which holds the session. */
export interface ExportRequest extends SlideFileOptions {
  id: number
  slide: Slide
  /** By `variant path`. */
  urls: Record<string, string | null>
}

/** From an export worker. */
export type ExportReply =
  | { id: number; file: SlideFile }
  | { id: number; failure: string }
  /** It holds the lock of this name as long as it lives. */
  | { lock: string }

export const JPEG_QUALITY = 0.92
