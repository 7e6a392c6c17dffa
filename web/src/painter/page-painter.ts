import { getPainter as getThreadPainter } from './painter.ts'
import type { Painter } from './painter.ts'
import { readInWorker } from './image-thread.ts'

/**
 * The studio's painter. It draws on the page's thread and decodes images in a worker, because each would block the page for about 30 ms. Public
 * pages, whose policy forbids workers, use `getPainter` directly.
 */
export function getPainter(): Promise<Painter> {
  return getThreadPainter(readInWorker)
}
