import { drawSlide } from './draw-slide.ts'
import type { ExportReply, ExportRequest } from './export-messages.ts'

async function answer({ id, slide, urls, format }: ExportRequest): Promise<ExportReply> {
  try {
    const resolveUrl = async (path: string, variant: string): Promise<string | null> => urls[`${variant} ${path}`] ?? null
    return { id, blob: await drawSlide(slide, { resolveUrl, format }) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', (event: MessageEvent<ExportRequest>) => {
  void answer(event.data).then((reply) => {
    postMessage(reply)
  })
})
