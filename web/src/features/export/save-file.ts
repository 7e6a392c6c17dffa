import type { FileType } from '../../painter/export-messages.ts'

/** Characters before the extension; some file systems allow 255 bytes in total. */
const NAME_MAX = 60

/** A portable file name from a project's title. */
export function fileNameOf(title: string, ending: string): string {
  const clean = title
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${[...clean].slice(0, NAME_MAX).join('').trim() || 'slideshow'}.${ending}`
}

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Later, because the browser reads the file after the click handler.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** `number` is 1-based. */
export function slideFileName(number: number, fileType: FileType): string {
  return `slide_${number}.${fileType === 'jpeg' ? 'jpg' : 'png'}`
}

/** The specified name of a multi-photo video. */
export const VIDEO_FILE_NAME = 'multi_photo_video.mp4'
