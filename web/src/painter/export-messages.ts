import type { Slide } from '@ninesixteen/shared/slide/model'

export type ExportFormat = 'png' | 'jpeg'

/** To an export worker: draw and encode one slide. Links are resolved in the page, which holds the session. */
export interface ExportRequest {
  id: number
  slide: Slide
  /** By `variant path`. */
  urls: Record<string, string | null>
  format: ExportFormat
}

/** From an export worker. */
export type ExportReply = { id: number; blob: Blob } | { id: number; failure: string }

export const JPEG_QUALITY = 0.92
