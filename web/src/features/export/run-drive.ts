import { orpc } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { exportToDrive, type DriveExport, type DriveOutcome } from './drive/export-to-drive.ts'
import { driveFolderName } from './drive/export-to-drive.ts'
import type { ExportOutcome, ExportProgress, ExportWork } from './export-job.ts'
import { makePdf } from './run-pdf.ts'
import { makeZip, renderFiles, namedFiles, saveSlides } from './run-slides.ts'
import { makeVideo } from './run-video.ts'
import { saveFile } from '../../app/save-file.ts'
import type { SlideFile } from '../../painter/export-messages.ts'

/** Share of the progress bar for rendering; the rest is for uploading. */
const RENDER_SHARE = 0.4

async function companyName(companyId: string | null): Promise<string | null> {
  if (companyId === null) return null
  const companies = await queryClient.ensureQueryData(orpc.companies.list.queryOptions())
  return companies.find((company) => company.id === companyId)?.name ?? null
}

/** Scales progress to the rendering part. */
function renderPart(work: ExportWork): ExportWork {
  return { ...work, progress: (progress) => work.progress({ ...progress, share: progress.share * RENDER_SHARE }) }
}

function ended({ title, words, failed, folderUrl }: DriveOutcome): ExportOutcome {
  return { kind: 'message', title, words, failed, folderUrl, toSettings: words.includes('in Settings') }
}

const UNITS: Record<DriveExport['content'], string> = { slides: 'slides', zip: 'ZIPs', pdf: 'PDFs', video: 'videos' }

async function send(work: ExportWork, parts: Pick<DriveExport, 'content' | 'files' | 'saveLocally'>): Promise<ExportOutcome> {
  const { job, signal } = work
  const folderName = driveFolderName({ company: await companyName(job.companyId), isVideo: parts.content === 'video' })
  const onProgress = ({ done, total, share }: { done: number; total: number; share: number }): void => {
    const sending: ExportProgress = {
      words: `Uploaded ${done} / ${total} ${UNITS[parts.content]}`,
      share: RENDER_SHARE + share * (1 - RENDER_SHARE),
      pictures: Infinity,
    }
    work.progress(sending)
  }
  return ended(await exportToDrive({ ...parts, folderName }, { signal, onProgress }))
}

export function runDriveSlides(work: ExportWork): Promise<ExportOutcome> {
  let rendered: readonly SlideFile[] = []
  return send(work, {
    content: 'slides',
    async files() {
      rendered = await renderFiles(renderPart(work))
      return namedFiles(work.job, rendered).map(({ name, blob }) => ({ name, blob, mimeType: blob.type }))
    },
    saveLocally: async () => saveSlides(work.job, rendered),
  })
}

/** Sends one file, which `make` renders. */
function sendFile(
  work: ExportWork,
  content: 'zip' | 'pdf' | 'video',
  make: (work: ExportWork) => Promise<{ name: string; blob: Blob }>,
): Promise<ExportOutcome> {
  return send(work, {
    content,
    async files() {
      const { name, blob } = await make(renderPart(work))
      return [{ name, blob, mimeType: blob.type }]
    },
    async saveLocally(files) {
      for (const { name, blob } of files) saveFile(blob, name)
    },
  })
}

/** One ZIP with a folder for each format. */
export function runDriveAllFormats(work: ExportWork): Promise<ExportOutcome> {
  return sendFile(work, 'zip', makeZip)
}

export function runDrivePdf(work: ExportWork): Promise<ExportOutcome> {
  return sendFile(work, 'pdf', makePdf)
}

export function runDriveVideo(work: ExportWork): Promise<ExportOutcome> {
  return sendFile(work, 'video', makeVideo)
}
