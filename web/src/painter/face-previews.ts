import type { FontId } from '@ninesixteen/shared/slide/fonts'
import previews from '../../../shared/generated/painter/faces.svg?url'

/**
 * The name of a typeface in its own letters, as a symbol for `<svg><use href={...} /></svg>`: left-aligned in the element's box, in its text colour.
 * All typefaces share one file.
 */
export function facePreviewUrl(face: FontId | 'tiktok-sans'): string {
  return `${previews}#${face}`
}
