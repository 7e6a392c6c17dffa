import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import type { ExportScale, FileType } from '../../painter/export-messages.ts'

/** File and video options, stored in this browser. */
export interface ExportOptions {
  fileType: FileType
  scale: ExportScale
  /** Seconds per slide in a video. */
  seconds: number
  /** Slides of a video fade into each other. */
  crossFade: boolean
}

export const NORMAL: ExportOptions = { fileType: 'png', scale: 1, seconds: SLIDE_SECONDS.normal, crossFade: false }

/** Parses stored options and replaces invalid fields by defaults. */
export function parseOptions(value: unknown): ExportOptions {
  const stored = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const seconds = Number(stored['seconds'] ?? NORMAL.seconds)
  return {
    // Earlier versions stored it as `format`.
    fileType: (stored['fileType'] ?? stored['format']) === 'jpeg' ? 'jpeg' : NORMAL.fileType,
    scale: stored['scale'] === 2 ? 2 : NORMAL.scale,
    seconds: seconds >= SLIDE_SECONDS.min && seconds <= SLIDE_SECONDS.max ? seconds : NORMAL.seconds,
    crossFade: stored['crossFade'] === true,
  }
}

/** Like `PNG, 1080 × 1920`. */
export function pixelsOf({ fileType, scale }: Pick<ExportOptions, 'fileType' | 'scale'>): string {
  return `${fileType.toUpperCase()}, ${EXPORT_WIDTH * scale} × ${EXPORT_HEIGHT * scale}`
}
