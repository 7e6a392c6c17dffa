// Compares many slides with the server's by hashes: sending and comparing 8 MB takes longer than drawing most of them.
import type { Format } from '@ninesixteen/shared/slide/formats'
import { differenceOf, fetchSlide, hashOf, paintSlide, pixelsOf, serverHash, serverPixels } from './lab-slides.ts'
import type { Difference } from './lab-slides.ts'

/** A slide of a set as a format shows it. */
export interface SlideView {
  set: string
  index: number
  format: Format
}

interface DifferingSlide extends SlideView, Pick<Difference, 'bytes' | 'largest'> {}

/** Slides that the server draws while the page draws earlier ones. */
const AHEAD = 3

/** The slides that this browser draws differently from the server, with the bytes that differ. */
async function differingFromServer(views: readonly SlideView[]): Promise<DifferingSlide[]> {
  const hashes: Promise<string>[] = []
  const requestHashes = (end: number): void => {
    for (const view of views.slice(hashes.length, end)) hashes.push(serverHash(view, view.index))
  }
  const compared: Promise<DifferingSlide[]>[] = []
  for (const [at, view] of views.entries()) {
    requestHashes(at + AHEAD)
    const pixels = pixelsOf(await paintSlide(await fetchSlide(view.set, view.index, view.format)))
    // The browser hashes on another thread while the next slide is drawn.
    compared.push(compareHashes(view, pixels, hashes[at]))
    await compared.at(-AHEAD)
  }
  return (await Promise.all(compared)).flat()
}

async function compareHashes(
  view: SlideView,
  pixels: Uint8ClampedArray<ArrayBuffer>,
  expected: Promise<string> | undefined,
): Promise<DifferingSlide[]> {
  const [own, servers] = await Promise.all([hashOf(pixels), expected])
  if (own === servers) return []
  const { bytes, largest } = differenceOf(pixels, await serverPixels(view, view.index))
  return [{ ...view, bytes, largest }]
}

export const hashLab = { differingFromServer }
