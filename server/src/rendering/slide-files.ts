import { readVariant, type RenditionSource } from '../storage/renditions.ts'
import type { SlideFiles } from './slide-input.ts'

export const COVER_MIME_TYPE = 'image/webp'

/** A user's files as images for the painter. */
export function slideFiles(from: RenditionSource): SlideFiles {
  return {
    loadCover: (path) => readVariant(from, path, 'cover'),
    loadOriginal: (path) => readVariant(from, path, 'original'),
    loadSound: (path) => from.store.read(path),
  }
}
