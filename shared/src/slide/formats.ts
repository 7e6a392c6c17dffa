import { SLIDE_WIDTH } from './limits.ts'

/** Shape of the pictures that a slideshow is shown, exported or published in, as width to height. */
export const FORMATS = ['9:16', '4:5', '3:4', '1:1', '2:3'] as const
export type Format = (typeof FORMATS)[number]

/** The format that slides are stored in; the others follow from it. */
export const MAIN_FORMAT = '9:16' satisfies Format
export const OTHER_FORMATS = ['4:5', '3:4', '1:1', '2:3'] as const satisfies readonly Format[]
export type OtherFormat = (typeof OTHER_FORMATS)[number]

export interface Size {
  width: number
  height: number
}

/** Pixels of an exported slide. */
const EXPORT_SIZES: Record<Format, Size> = {
  '9:16': { width: 1080, height: 1920 },
  '4:5': { width: 1080, height: 1350 },
  '3:4': { width: 1080, height: 1440 },
  '1:1': { width: 1080, height: 1080 },
  '2:3': { width: 1000, height: 1500 },
}

/** Pixels of an exported slide in a format. */
export const exportSize = (format: Format): Size => EXPORT_SIZES[format]

/** Pixels of an exported slide, which may be one as a format shows it. */
export const slideSize = ({ format = MAIN_FORMAT }: { format?: Format }): Size => EXPORT_SIZES[format]

/** CSS aspect ratio of a slide. */
export function aspectRatio(slide: { format?: Format }): string {
  const { width, height } = slideSize(slide)
  return `${width} / ${height}`
}

/** Pixels of an exported slide per unit of a stored coordinate. */
export const pixelsPerUnit = (format: Format): number => EXPORT_SIZES[format].width / SLIDE_WIDTH

/** Height of a slide in slide units; each format is SLIDE_WIDTH wide. */
export function slideHeight(format: Format): number {
  const { width, height } = EXPORT_SIZES[format]
  return (SLIDE_WIDTH * height) / width
}
