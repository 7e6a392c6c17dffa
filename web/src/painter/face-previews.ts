import type { FontId } from '@ninesixteen/shared/slide/fonts'

/**
 * The name of a typeface in its own letters, as a symbol for `<svg><use href={...} /></svg>`: left-aligned in the element's box, in its text color.
 * All names are in one file.
 */
export function facePreviewUrl(face: FontId | 'tiktok-sans'): string {
  return `/painter/faces.svg#${face}`
}
