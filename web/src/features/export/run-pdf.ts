import { proposeAltText } from '@ninesixteen/shared/publishing/alt-text'
import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { ExportOutcome, ExportWork } from './export-job.ts'
import { renderFiles } from './run-slides.ts'
import { fileNameOf, saveFile } from './save-file.ts'

const loadSlidesPdf = () => import('./pdf/slides-pdf.ts')

/** Renders the job's slides as the pages of a PDF and names its file. */
export async function makePdf(work: ExportWork): Promise<{ name: string; blob: Blob; pages: number }> {
  const { job, signal } = work
  const [files, { slidesPdf }] = await Promise.all([renderFiles(work), loadSlidesPdf()])
  const pages = files.map(({ blob }, index) => {
    const slide = job.slides[index]
    return { jpeg: blob, altText: (slide && proposeAltText(slide)) || `Slide ${job.firstNumber + index}` }
  })
  const blob = await slidesPdf({ title: job.title, size: exportSize(job.formats[0] ?? MAIN_FORMAT), pages })
  signal.throwIfAborted()
  return { name: fileNameOf({ ...job, ending: 'pdf' }), blob, pages: pages.length }
}

export async function runPdf(work: ExportWork): Promise<ExportOutcome> {
  const { name, blob, pages } = await makePdf(work)
  saveFile(blob, name)
  return { kind: 'done', title: 'Export Complete!', words: `Exported ${pages} / ${pages} slides` }
}
