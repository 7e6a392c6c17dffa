import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import type { ExportFormat, ExportScale } from '../../painter/export-messages.ts'

/** How slides and videos are wanted; the same the next time, in this browser. */
export interface ExportOptions {
  format: ExportFormat
  scale: ExportScale
  /** Seconds each slide stands in a slideshow's video. */
  seconds: number
  /** Slides of such a video fade into each other instead of changing at once. */
  crossFade: boolean
}

export const NORMAL: ExportOptions = { format: 'png', scale: 1, seconds: SLIDE_SECONDS.normal, crossFade: false }

/** What was kept, as far as it is sound. */
export function parseOptions(value: unknown): ExportOptions {
  const kept = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const seconds = Number(kept['seconds'] ?? NORMAL.seconds)
  return {
    format: kept['format'] === 'jpeg' ? 'jpeg' : NORMAL.format,
    scale: kept['scale'] === 2 ? 2 : NORMAL.scale,
    seconds: seconds >= SLIDE_SECONDS.min && seconds <= SLIDE_SECONDS.max ? seconds : NORMAL.seconds,
    crossFade: kept['crossFade'] === true,
  }
}

/** The size of an exported slide, in words. */
export function pixelsOf({ format, scale }: Pick<ExportOptions, 'format' | 'scale'>): string {
  return `${format.toUpperCase()}, ${EXPORT_WIDTH * scale} × ${EXPORT_HEIGHT * scale}`
}
