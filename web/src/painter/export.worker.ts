import { drawSlide } from './draw-slide.ts'
import { getPainter } from './painter.ts'
import type { ExportReply, ExportRequest } from './export-messages.ts'

async function drawnReply({ id, slide, urls, format }: ExportRequest): Promise<ExportReply> {
  try {
    const resolveUrl = (path: string, variant: string): Promise<string | null> => Promise.resolve(urls[`${variant} ${path}`] ?? null)
    return { id, blob: await drawSlide(slide, { resolveUrl, format }) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

async function answer(request: ExportRequest): Promise<void> {
  postMessage(await drawnReply(request))
}

// Loading starts with the worker. What fails now is tried again with the first slide, and told then.
getPainter().catch(() => undefined)

addEventListener('message', (event: MessageEvent<ExportRequest>) => void answer(event.data))
