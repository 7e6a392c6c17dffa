// Slide exports, for the tests and the bench.
import type { Format } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { FileType, SlideFile } from '../export-messages.ts'
import { exportSlides } from '../export-slides.ts'
import { storedZip } from '../export-zip.ts'
import { decodeImage } from '../decode-image.ts'
import { differenceOf, fetchSlides, paintSlide, pixelsOf, resolveUrl, serverPixels } from './lab-slides.ts'
import type { Difference } from './lab-slides.ts'
import { watchFrames } from './video-lab.ts'

const PNG = { resolveUrl, fileType: 'png', scale: 1 } as const
const JPEG = { resolveUrl, fileType: 'jpeg', scale: 1 } as const

async function filePixels(file: SlideFile): Promise<Uint8ClampedArray> {
  const { data } = await decodeImage(file.blob)
  return new Uint8ClampedArray(data)
}

/** Per slide, the number of bytes in which the exported PNG differs from other pixels. */
async function compareFiles(
  slides: readonly Slide[],
  pixels: (slide: Slide, index: number) => Promise<Uint8ClampedArray>,
): Promise<Difference[]> {
  const files = await exportSlides(slides, PNG)
  const differences: Difference[] = []
  for (const [index, slide] of slides.entries()) {
    const file = files[index]
    if (!file) throw new Error(`Slide ${index} was not exported`)
    differences.push(differenceOf(await pixels(slide, index), await filePixels(file)))
  }
  return differences
}

/** Per slide, the number of bytes in which the export differs from the preview. */
async function compareWithExport(set: string): Promise<Difference[]> {
  return compareFiles(await fetchSlides(set), async (slide) => pixelsOf(await paintSlide(slide)))
}

interface SlideRange {
  set: string
  from: number
  to: number
  format: Format
}

/** Per slide of a set, the number of bytes in which the export differs from the server's rendering. */
async function compareExportWithServer(range: SlideRange): Promise<Difference[]> {
  const { set, from, to, format } = range
  const slides = (await fetchSlides(set, format)).slice(from, to)
  const drawn = slides.map((_, index) => serverPixels(range, from + index))
  const [differences] = await Promise.all([compareFiles(slides, (_, index) => drawn[index] ?? serverPixels(range, from + index)), ...drawn])
  return differences
}

/** Cancels an export after its first slide. Returns its error, and whether another export then works. */
async function cancelExport(set: string): Promise<{ reason: string; drawn: number; filesAfterwards: number }> {
  const slides = await fetchSlides(set)
  const controller = new AbortController()
  let drawn = 0
  const onFile = (): void => {
    drawn += 1
    controller.abort(new Error('enough'))
  }
  const ended = await exportSlides(slides, { ...JPEG, onFile, signal: controller.signal }).then(
    () => 'finished',
    (error: unknown) => String(error),
  )
  const files = await exportSlides(slides.slice(0, 3), JPEG)
  return { reason: ended, drawn, filesAfterwards: files.length }
}

/** The error of an export whose images cannot be fetched or no longer exist. */
async function exportWithout(set: string, how: 'network' | 'file'): Promise<string> {
  const url = how === 'network' ? 'http://127.0.0.1:1/' : null
  return exportSlides(await fetchSlides(set), { ...JPEG, resolveUrl: async () => url }).then(
    (files) => `${files.length} files`,
    (error: unknown) => String(error),
  )
}

/** Duration of an export in milliseconds, and its bytes. The first one starts the workers, later ones reuse them. */
async function measureExport(set: string, fileType: FileType, format?: Format): Promise<{ ms: number; bytes: number }> {
  const slides = await fetchSlides(set, format)
  const start = performance.now()
  const files = await exportSlides(slides, { ...PNG, fileType })
  return { ms: performance.now() - start, bytes: files.reduce((sum, file) => sum + file.blob.size, 0) }
}

/** Exports a set as one ZIP: duration and longest block of the page in milliseconds, and bytes. */
async function measureZip(set: string): Promise<{ ms: number; bytes: number; longestGap: number }> {
  const slides = await fetchSlides(set)
  const frames = watchFrames()
  const start = performance.now()
  const files = await exportSlides(slides, { ...PNG, thumbnail: 140 })
  const zip = storedZip(
    files.map(({ blob, checksum }, index) => ({ name: `slide_${index + 1}.png`, blob, checksum })),
    new Date(),
  )
  return { ms: performance.now() - start, bytes: zip.size, longestGap: frames.longestGap() }
}

export const exportLab = { compareWithExport, compareExportWithServer, cancelExport, exportWithout, measureExport, measureZip }
