import { exportSize, FORMATS, type Format } from '@ninesixteen/shared/slide/formats'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import type { ExportScale, FileType } from '../../painter/export-messages.ts'

/** File, format and video options, stored in this browser. */
export interface ExportOptions {
  fileType: FileType
  scale: ExportScale
  /** Chosen formats, by the one that the editor shows; absent: the same. */
  formats: Partial<Record<Format, Format>>
  /** Seconds per slide in a video. */
  seconds: number
  /** Slides of a video fade into each other. */
  crossFade: boolean
  /** Backgrounds zoom in slowly. */
  motion: boolean
}

export const NORMAL: ExportOptions = {
  fileType: 'png',
  scale: 1,
  formats: {},
  seconds: SLIDE_SECONDS.normal,
  crossFade: false,
  motion: false,
}

/** Parses stored options and replaces invalid fields by defaults. */
export function parseOptions(value: unknown): ExportOptions {
  const stored = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const seconds = Number(stored['seconds'] ?? NORMAL.seconds)
  return {
    // Earlier versions stored it as `format`.
    fileType: (stored['fileType'] ?? stored['format']) === 'jpeg' ? 'jpeg' : NORMAL.fileType,
    scale: stored['scale'] === 2 ? 2 : NORMAL.scale,
    formats: parseFormats(stored['formats']),
    seconds: seconds >= SLIDE_SECONDS.min && seconds <= SLIDE_SECONDS.max ? seconds : NORMAL.seconds,
    crossFade: stored['crossFade'] === true,
    motion: stored['motion'] === true,
  }
}

function parseFormats(value: unknown): ExportOptions['formats'] {
  const stored = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return Object.fromEntries(
    FORMATS.flatMap((shown) => FORMATS.filter((format) => format === stored[shown]).map((format) => [shown, format])),
  )
}

/** The format of exports while the editor shows `shown`. */
export function exportFormat({ formats }: Pick<ExportOptions, 'formats'>, shown: Format): Format {
  return formats[shown] ?? shown
}

/** Like `1080 × 1920`. */
export function sizeText(format: Format, scale: ExportScale = 1): string {
  const { width, height } = exportSize(format)
  return `${width * scale} × ${height * scale}`
}

/** Like `PNG, 1080 × 1920`. */
export function pixelsOf({ fileType, scale }: Pick<ExportOptions, 'fileType' | 'scale'>, format: Format): string {
  return `${fileType.toUpperCase()}, ${sizeText(format, scale)}`
}
