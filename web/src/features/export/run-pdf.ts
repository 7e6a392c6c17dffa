import { fileNameOf } from '@ninesixteen/shared/export/file-names'
import type { PdfPage } from '@ninesixteen/shared/export/slides-pdf'
import { proposeAltText } from '@ninesixteen/shared/publishing/alt-text'
import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { SlideFile } from '../../painter/export-messages.ts'
import type { ExportJob, ExportOutcome, ExportWork } from './export-job.ts'
import { renderFiles } from './run-slides.ts'
import { saveFile } from '../../app/save-file.ts'

const loadSlidesPdf = () => import('@ninesixteen/shared/export/slides-pdf')

async function* pagesOf({ slides, firstNumber }: ExportJob, files: readonly SlideFile[]): AsyncGenerator<PdfPage> {
  for (const [index, { blob }] of files.entries()) {
    const slide = slides[index]
    const altText = (slide && proposeAltText(slide)) || `Slide ${firstNumber + index}`
    yield { jpeg: new Uint8Array(await blob.arrayBuffer()), altText }
  }
}

/** Renders the job's slides as the pages of a PDF and names its file. */
export async function makePdf(work: ExportWork): Promise<{ name: string; blob: Blob; pages: number }> {
  const { job, signal } = work
  const [files, { slidesPdf }] = await Promise.all([renderFiles(work), loadSlidesPdf()])
  const { title, language } = job
  const size = exportSize(job.formats[0] ?? MAIN_FORMAT)
  const pdf = { title, language, size, createdAt: new Date(), pages: pagesOf(job, files) }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of slidesPdf(pdf)) chunks.push(chunk)
  const blob = new Blob(chunks, { type: 'application/pdf' })
  signal.throwIfAborted()
  return { name: fileNameOf({ ...job, ending: 'pdf' }), blob, pages: files.length }
}

export async function runPdf(work: ExportWork): Promise<ExportOutcome> {
  const { name, blob, pages } = await makePdf(work)
  saveFile(blob, name)
  return { kind: 'done', title: 'Export Complete!', words: `Exported ${pages} / ${pages} slides` }
}
