import type { Slide } from '@ninesixteen/shared/slide/model'
import { getImages, getPainter as getThreadPainter } from './painter.ts'
import type { Painter } from './painter.ts'
import type { ResolveUrl } from './images.ts'
import { readInWorker } from './image-thread.ts'

/**
 * The studio's painter. It draws on the page's thread and decodes images in a worker, because each would block the page for about 30 ms. Public
 * pages, whose policy forbids workers, use `getPainter` directly.
 */
export function getPainter(): Promise<Painter> {
  return getThreadPainter(readInWorker)
}

/** Loads the images of a slide for the studio's painter, along with its fonts. */
export function loadImages(slide: Slide, resolveUrl: ResolveUrl): Promise<void> {
  return getImages(readInWorker).load(slide, resolveUrl)
}
