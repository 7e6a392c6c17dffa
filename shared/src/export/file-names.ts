import { MAIN_FORMAT, type Format } from '../slide/formats.ts'

/** Characters of the title; some file systems allow 255 bytes in total. */
const TITLE_MAX = 60

/** A format in file and folder names: file systems forbid colons. */
export function formatName(format: Format): string {
  return format.replace(':', 'x')
}

/** The formats in a file name; the main one needs no mention. */
function formatsName([format, ...others]: readonly Format[]): string {
  if (others.length > 0) return 'all formats'
  return format === undefined || format === MAIN_FORMAT ? '' : formatName(format)
}

interface FileFacts {
  title: string
  /** Formats of its content. */
  formats: readonly Format[]
  ending: string
}

/** A portable file name from a project's title. */
export function fileNameOf({ title, formats, ending }: FileFacts): string {
  const clean = title
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const name = [...clean].slice(0, TITLE_MAX).join('').trim() || 'slideshow'
  return `${`${name} ${formatsName(formats)}`.trim()}.${ending}`
}

/** `name`, with the format unless it is the main one. */
function inFormatName(name: string, format: Format): string {
  return format === MAIN_FORMAT ? name : `${name}_${formatName(format)}`
}

/** `number` is 1-based. */
export function slideFileName({ number, format, fileType }: { number: number; format: Format; fileType: 'png' | 'jpeg' }): string {
  return `${inFormatName(`slide_${number}`, format)}.${fileType === 'jpeg' ? 'jpg' : 'png'}`
}

/** The specified name of a multi-photo video. */
export function multiPhotoFileName(format: Format): string {
  return `${inFormatName('multi_photo_video', format)}.mp4`
}
