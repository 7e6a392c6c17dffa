import type { ExportFormat } from '../../painter/export-messages.ts'

/** Longest file name before its ending; some systems refuse more than 255 bytes in all. */
const NAME_MAX = 60

/** A file name that every system takes, from a project's title. */
export function fileNameOf(title: string, ending: string): string {
  const clean = title
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${[...clean].slice(0, NAME_MAX).join('').trim() || 'slideshow'}.${ending}`
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the file after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Name of an exported slide, counted from 1. */
export function slideFileName(number: number, format: ExportFormat): string {
  return `slide_${number}.${format === 'jpeg' ? 'jpg' : 'png'}`
}

/** Name of an exported video, whatever the project is called. */
export const VIDEO_FILE_NAME = 'multi_photo_video.mp4'
