import { getPainter as getThreadPainter } from './painter.ts'
import type { Painter } from './painter.ts'
import { readInWorker } from './image-thread.ts'

/**
 * The studio's painter. It draws in the page, and has its pictures read elsewhere: each would stop the page for some 30 ms. The public pages, whose
 * policy lets no worker be made, take the thread's own.
 */
export function getPainter(): Promise<Painter> {
  return getThreadPainter(readInWorker)
}
