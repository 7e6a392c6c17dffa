import { slidesPdf, type PdfPage } from '@ninesixteen/shared/export/slides-pdf'
import { slideFileName } from '@ninesixteen/shared/export/file-names'
import { AppError } from '@ninesixteen/shared/errors'
import { proposeAltText } from '@ninesixteen/shared/publishing/alt-text'
import type { RenderType } from '@ninesixteen/shared/public-api/render-types'
import { exportSize } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { backgroundVideos } from '../rendering/background-videos.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { slideFiles } from '../rendering/slide-files.ts'
import { writeChunks } from '../rendering/write-chunks.ts'
import type { RenditionSource } from '../storage/renditions.ts'
import { zipStream, type ZipEntry } from '../storage/zip-stream.ts'
import type { RenderRun } from './render-kind.ts'

/** The files of each type of render. */
export const RENDER_FILES = {
  mp4: { extension: 'mp4', mimeType: 'video/mp4' },
  pdf: { extension: 'pdf', mimeType: 'application/pdf' },
  png: { extension: 'zip', mimeType: 'application/zip' },
  jpeg: { extension: 'zip', mimeType: 'application/zip' },
} as const satisfies Record<RenderType, { extension: string; mimeType: string }>

export interface FileRendering {
  /** The slideshow's, as its user named it; null if unknown. */
  language: string | null
  signal: AbortSignal
  /** Called with the slides or frames that are done, and all of them. */
  onProgress(done: number, total: number): void
}

interface Sources extends RenditionSource {
  renderer: Renderer
}

/** Renders a slideshow into a new local file. Returns its size in bytes. */
export async function renderFile(
  sources: Sources,
  render: RenderRun,
  { file, ...turn }: FileRendering & { file: string },
): Promise<number> {
  const slides = render.payload.slides.map((slide) => inFormat(slideSchema.parse(slide), render.input.format))
  if (slides.length === 0) throw new AppError('VIDEO_NO_SLIDE')
  const input = { sources, render, slides, ...turn }
  if (render.input.type === 'mp4') return renderVideo(input, file)
  const chunks = render.input.type === 'pdf' ? pdfChunks(input) : zipStream(zipEntries(input, render.input.type))
  const { bytes } = await writeChunks({ chunks, close: async () => undefined }, file)
  return bytes
}

interface RenderInput extends FileRendering {
  sources: Sources
  render: RenderRun
  /** In the render's format. */
  slides: readonly Slide[]
}

function renderVideo({ sources, render, slides, signal, onProgress }: RenderInput, file: string): Promise<number> {
  const { frames = [], crossFade = 0, motion = false, sound = null } = render.payload.video ?? {}
  const video = { pictures: slides.map((slide, index) => ({ slide, frames: frames[index] ?? 1 })), crossFade, motion, sound }
  const options = { userId: render.userId, signal, onProgress }
  return backgroundVideos.run(options, async () => {
    const { bytes } = await writeChunks(await sources.renderer.renderVideo(video, slideFiles(sources), options), file)
    return bytes
  })
}

/** One slide after the other, with one image in memory. */
async function* images(
  { sources, render, slides, signal, onProgress }: RenderInput,
  type: 'png' | 'jpeg',
): AsyncGenerator<[number, Buffer]> {
  for (const [index, slide] of slides.entries()) {
    signal.throwIfAborted()
    const rendered = sources.renderer.renderSlide(slide, slideFiles(sources), { userId: render.userId, signal })
    yield [index, await rendered[type]()]
    onProgress(index + 1, slides.length)
  }
}

function pdfChunks(input: RenderInput): AsyncIterable<Uint8Array> {
  const { title, createdAt } = input.render
  async function* pages(): AsyncGenerator<PdfPage> {
    for await (const [index, jpeg] of images(input, 'jpeg')) {
      const slide = input.slides[index]
      yield { jpeg, altText: (slide && proposeAltText(slide)) || `Slide ${index + 1}` }
    }
  }
  return slidesPdf({ title, language: input.language, size: exportSize(input.render.input.format), createdAt, pages: pages() })
}

async function* zipEntries(input: RenderInput, fileType: 'png' | 'jpeg'): AsyncGenerator<ZipEntry> {
  for await (const [index, bytes] of images(input, fileType)) {
    yield { name: slideFileName({ number: index + 1, format: input.render.input.format, fileType }), read: async () => bytes }
  }
}
