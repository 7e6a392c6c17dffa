import { fileUrl } from '../../api/file-urls.ts'
import type { SlideFile } from '../../painter/export-messages.ts'
import { exportSlides } from '../../painter/export-slides.ts'
import { storedZip } from '../../painter/export-zip.ts'
import type { ExportOutcome, ExportWork } from './export-job.ts'
import { fileNameOf, saveFile, slideFileName } from './save-file.ts'

/** Width of a thumbnail in the overlay in pixels, for a 2x screen. */
const THUMBNAIL = 140

/** Renders the slides of the job and reports each one. */
export async function renderFiles({ job, signal, content, progress, drawn }: ExportWork): Promise<SlideFile[]> {
  const { slides } = await content()
  if (slides.length === 0) throw new Error('No slides to export')
  const { fileType, scale } = job.target === 'copy' ? { ...job.options, fileType: 'png' as const } : job.options
  const total = slides.length
  const report = (pictures: number): void =>
    progress({ words: `Exported ${pictures} / ${total} slides`, share: pictures / total, pictures })
  let done = 0
  report(done)
  const onFile = (index: number, file: SlideFile): void => {
    report(++done)
    drawn(index, file)
  }
  const files = await exportSlides(slides, { resolveUrl: fileUrl, fileType, scale, thumbnail: THUMBNAIL, signal, onFile })
  signal.throwIfAborted()
  return files
}

/** The rendered slides with file names. */
export function namedFiles(
  { job }: Pick<ExportWork, 'job'>,
  files: readonly SlideFile[],
): { name: string; blob: Blob; checksum: number }[] {
  return files.map(({ blob, checksum }, index) => ({ name: slideFileName(job.firstNumber + index, job.options.fileType), blob, checksum }))
}

/** Downloads the slides as one ZIP. */
export function saveSlides({ job }: Pick<ExportWork, 'job'>, files: readonly SlideFile[]): void {
  saveFile(storedZip(namedFiles({ job }, files), new Date()), fileNameOf(job.title, 'zip'))
}

export async function runZip(work: ExportWork): Promise<ExportOutcome> {
  const files = await renderFiles(work)
  saveSlides(work, files)
  return { kind: 'done', title: 'Export Complete!', words: `Exported ${files.length} / ${files.length} slides` }
}

export async function runSlide(work: ExportWork): Promise<ExportOutcome> {
  const [file] = namedFiles(work, await renderFiles(work))
  if (file) saveFile(file.blob, file.name)
  return { kind: 'toast', words: `Saved to your downloads: ${file?.name}` }
}

/** Must run in the click handler, because browsers allow clipboard writes only there. The image itself can follow later. */
export async function runCopy(work: ExportWork): Promise<ExportOutcome> {
  const image = renderFiles(work).then(([file]) => file?.blob ?? Promise.reject(new Error('No slides to export')))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
  } catch (cause) {
    // A rendering error explains more than the clipboard's.
    await image
    throw cause
  }
  return { kind: 'toast', words: `Slide ${work.job.firstNumber} copied to the clipboard` }
}
