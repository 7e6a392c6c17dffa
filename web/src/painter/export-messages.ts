import type { Slide } from '@ninesixteen/shared/slide/model'

export type FileType = 'png' | 'jpeg'
/**
 * Scale of the exported file, relative to 1080 × 1920. The specification's max(device ratio, 2) is 2 almost everywhere. Screens with ratio 3 also
 * get 2: phone browsers cannot draw 3240 × 5760, and a slide gives the same file on all devices.
 */
export type ExportScale = 1 | 2

export interface SlideFileOptions {
  fileType: FileType
  scale: ExportScale
  /** Width of the thumbnail in pixels; no thumbnail without it. */
  thumbnail?: number
}

/** A rendered and encoded slide. */
export interface SlideFile {
  blob: Blob
  /** CRC-32 of the bytes for archives, computed in the worker. */
  checksum: number
  thumbnail: ImageBitmap | null
}

/** To an export worker: render one slide. The page resolves the URLs, because it has the session. */
export interface ExportRequest extends SlideFileOptions {
  id: number
  slide: Slide
  /** Keys are `variant path`. */
  urls: Record<string, string | null>
}

/** From an export worker. */
export type ExportReply =
  | { id: number; file: SlideFile }
  | { id: number; failure: string }
  /** Name of the lock that the worker holds while it is alive. */
  | { lock: string }

export const JPEG_QUALITY = 0.92
