import { drawSlide } from './draw-slide.ts'
import { getPainter } from './painter.ts'
import type { ExportReply, ExportRequest } from './export-messages.ts'
import { holdLock } from './worker-life.ts'

async function drawnReply({ id, slide, urls, ...wanted }: ExportRequest): Promise<ExportReply> {
  try {
    const resolveUrl = (path: string, variant: string): Promise<string | null> => Promise.resolve(urls[`${variant} ${path}`] ?? null)
    return { id, file: await drawSlide(slide, { ...wanted, resolveUrl }) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

async function answer(request: ExportRequest): Promise<void> {
  const reply = await drawnReply(request)
  const bitmap = 'file' in reply ? reply.file.thumbnail : null
  postMessage(reply, { transfer: bitmap ? [bitmap] : [] })
}

// Loading starts with the worker. A failure is retried, and reported, with the first slide.
getPainter().catch(() => undefined)
void holdLock('slide export', (lock) => postMessage({ lock } satisfies ExportReply))

addEventListener('message', (event: MessageEvent<ExportRequest>) => void answer(event.data))
