import { fileNameOf, formatName, slideFileName } from '@ninesixteen/shared/export/file-names'
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { fileUrl } from '../../api/file-urls.ts'
import type { FileType, SlideFile } from '../../painter/export-messages.ts'
import { exportSlides } from '../../painter/export-slides.ts'
import { storedZip } from '../../painter/export-zip.ts'
import type { ExportJob, ExportOutcome, ExportWork } from './export-job.ts'
import { saveFile } from '../../app/save-file.ts'
import { TARGETS } from './targets.ts'

/** Width of a thumbnail in the overlay in pixels, for a 2x screen. */
const THUMBNAIL = 140

function fileTypeOf({ target, options }: ExportJob): FileType {
  return TARGETS[target].fileType ?? options.fileType
}

/** Renders the slides of the job, format by format, and reports each one. */
export async function renderFiles({ job, signal, content, progress, drawn }: ExportWork): Promise<SlideFile[]> {
  const { slides, formats, scale } = await content()
  if (slides.length === 0) throw new Error('No slides to export')
  const shown = formats.flatMap((format) => slides.map((slide) => inFormat(slide, format)))
  const total = shown.length
  const report = (pictures: number): void =>
    progress({ words: `Exported ${pictures} / ${total} slides`, share: pictures / total, pictures })
  let done = 0
  report(done)
  const onFile = (index: number, file: SlideFile): void => {
    report(++done)
    drawn(index, file)
  }
  const fileType = fileTypeOf(job)
  const files = await exportSlides(shown, { resolveUrl: fileUrl, fileType, scale, thumbnail: THUMBNAIL, signal, onFile })
  signal.throwIfAborted()
  return files
}

/** The rendered slides with file names; those of several formats in a folder each. */
export function namedFiles(job: ExportJob, files: readonly SlideFile[]): { name: string; blob: Blob; checksum: number }[] {
  const fileType = fileTypeOf(job)
  return files.map(({ blob, checksum }, index) => {
    const number = job.firstNumber + (index % job.slides.length)
    const format = job.formats[Math.floor(index / job.slides.length)] ?? MAIN_FORMAT
    const name =
      job.formats.length > 1
        ? `${formatName(format)}/${slideFileName({ number, format: MAIN_FORMAT, fileType })}`
        : slideFileName({ number, format, fileType })
    return { name, blob, checksum }
  })
}

interface NamedFile {
  name: string
  blob: Blob
}

function zipOf(job: ExportJob, files: readonly SlideFile[]): NamedFile {
  return { name: fileNameOf({ ...job, ending: 'zip' }), blob: storedZip(namedFiles(job, files), new Date()) }
}

/** Renders the slides of the job as one ZIP. */
export async function makeZip(work: ExportWork): Promise<NamedFile> {
  return zipOf(work.job, await renderFiles(work))
}

/** Downloads the slides as one ZIP. */
export function saveSlides(job: ExportJob, files: readonly SlideFile[]): void {
  const { name, blob } = zipOf(job, files)
  saveFile(blob, name)
}

export async function runZip(work: ExportWork): Promise<ExportOutcome> {
  const files = await renderFiles(work)
  saveSlides(work.job, files)
  return { kind: 'done', title: 'Export Complete!', words: `Exported ${files.length} / ${files.length} slides` }
}

export async function runSlide(work: ExportWork): Promise<ExportOutcome> {
  const [file] = namedFiles(work.job, await renderFiles(work))
  if (file) saveFile(file.blob, file.name)
  return { kind: 'toast', words: `Saved to your downloads: ${file?.name}` }
}

/** Must run in the click handler, because browsers allow clipboard writes only there. The image itself can follow later. */
export async function runCopy(work: ExportWork): Promise<ExportOutcome> {
  const image = renderFiles(work).then(([file]) => file?.blob ?? Promise.reject(new Error('No slides to export')))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
  } catch (error) {
    // A rendering error explains more than the clipboard's.
    await image
    throw error
  }
  return { kind: 'toast', words: `Slide ${work.job.firstNumber} copied to the clipboard` }
}
