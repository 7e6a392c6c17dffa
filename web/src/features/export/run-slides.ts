import { fileUrl } from '../../api/file-urls.ts'
import type { SlideFile } from '../../painter/export-messages.ts'
import { exportSlides } from '../../painter/export-slides.ts'
import { storedZip } from '../../painter/export-zip.ts'
import type { ExportOutcome, ExportWork } from './export-job.ts'
import { fileNameOf, saveFile, slideFileName } from './save-file.ts'

/** Pixels across of a slide in the progress overlay, on a screen of double density. */
const THUMBNAIL = 140

/** The slides of the job as files, told one by one. */
export async function drawFiles({ job, signal, content, progress, drawn }: ExportWork): Promise<SlideFile[]> {
  const { slides } = await content()
  if (slides.length === 0) throw new Error('There are no slides')
  const { format, scale } = job.target === 'copy' ? { ...job.options, format: 'png' as const } : job.options
  const total = slides.length
  const tell = (pictures: number): void => progress({ words: `Exported ${pictures} / ${total} slides`, share: pictures / total, pictures })
  let done = 0
  tell(done)
  const onFile = (index: number, file: SlideFile): void => {
    tell(++done)
    drawn(index, file)
  }
  const files = await exportSlides(slides, { resolveUrl: fileUrl, format, scale, thumbnail: THUMBNAIL, signal, onFile })
  signal.throwIfAborted()
  return files
}

/** Files of the slides under their names. */
export function namedFiles(
  { job }: Pick<ExportWork, 'job'>,
  files: readonly SlideFile[],
): { name: string; blob: Blob; checksum: number }[] {
  return files.map(({ blob, checksum }, index) => ({ name: slideFileName(job.firstNumber + index, job.options.format), blob, checksum }))
}

/** Puts the slides into the browser's downloads, as one archive. */
export function saveSlides({ job }: Pick<ExportWork, 'job'>, files: readonly SlideFile[]): void {
  saveFile(storedZip(namedFiles({ job }, files), new Date()), fileNameOf(job.title, 'zip'))
}

export async function runZip(work: ExportWork): Promise<ExportOutcome> {
  const files = await drawFiles(work)
  saveSlides(work, files)
  return { kind: 'done', title: 'Export Complete!', words: `Exported ${files.length} / ${files.length} slides` }
}

export async function runSlide(work: ExportWork): Promise<ExportOutcome> {
  const [file] = namedFiles(work, await drawFiles(work))
  if (file) saveFile(file.blob, file.name)
  return { kind: 'told', words: `Saved to your downloads: ${file?.name}` }
}

/** Must begin within the click that asked for it: later no browser lets a page write to the clipboard. The picture itself may follow. */
export async function runCopy(work: ExportWork): Promise<ExportOutcome> {
  const picture = drawFiles(work).then(([file]) => file?.blob ?? Promise.reject(new Error('There are no slides')))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  } catch (cause) {
    // A picture that did not come about says more than the clipboard that waited for it.
    await picture
    throw cause
  }
  return { kind: 'told', words: `Slide ${work.job.firstNumber} copied to the clipboard` }
}
