import { orpc } from '../../../api/client.ts'
import { queryClient } from '../../../app/query-client.ts'
import type { ExportOutcome, ExportWork } from '../export-job.ts'
import { drawFiles, namedFiles, saveZip } from '../run-slides.ts'
import { makeVideo } from '../run-video.ts'
import { saveFile } from '../save-file.ts'
import { driveFolderName } from './folder-name.ts'
import type { DriveFile, DriveProgress } from './upload-to-drive.ts'

/** Loaded with the first export to Drive. */
const loadDrive = () => import('./export-to-drive.ts')

async function companyOf({ job }: ExportWork): Promise<string | null> {
  if (job.companyId === null) return null
  const companies = await queryClient.ensureQueryData(orpc.companies.list.queryOptions())
  return companies.find(({ id }) => id === job.companyId)?.name ?? null
}

interface Sending {
  isVideo: boolean
  /** Draws what is sent. */
  files(): Promise<DriveFile[]>
  /** Puts what was drawn into the downloads instead. */
  saveLocally(): void
  words(progress: DriveProgress): string
}

async function run(work: ExportWork, { isVideo, files, saveLocally, words }: Sending): Promise<ExportOutcome> {
  const [{ exportToDrive }, company] = await Promise.all([loadDrive(), companyOf(work)])
  const onProgress = (progress: DriveProgress) =>
    work.progress({ words: words(progress), done: progress.share * progress.total, total: progress.total })
  work.progress({ words: 'Asking Google Drive', done: 0, total: 1 })
  const wanted = { folderName: driveFolderName({ company, isVideo }), isVideo, files, saveLocally: async () => saveLocally() }
  const { title, words: text, failed } = await exportToDrive(wanted, { signal: work.signal, onProgress })
  return { kind: 'read', title, words: text, failed }
}

/** All slides, each as a file, into a folder of its own. */
export async function runDrive(work: ExportWork): Promise<ExportOutcome> {
  let slides: Awaited<ReturnType<typeof drawFiles>> = []
  return run(work, {
    isVideo: false,
    async files() {
      // What counts as exported is in Drive; until then slides are only drawn.
      const progress: ExportWork['progress'] = ({ done, total }) =>
        work.progress({ words: `Drawing ${done} / ${total} slides`, done: 0, total })
      slides = await drawFiles({ ...work, progress })
      return namedFiles(work, slides).map(({ name, blob }) => ({ name, blob, mimeType: blob.type || 'image/png' }))
    },
    saveLocally: () => saveZip(work, slides),
    words: ({ done, total }) => `Exported ${done} / ${total} slides`,
  })
}

/** The video, into a folder of its own. */
export async function runDriveVideo(work: ExportWork): Promise<ExportOutcome> {
  let video: Awaited<ReturnType<typeof makeVideo>> | null = null
  return run(work, {
    isVideo: true,
    async files() {
      video = await makeVideo(work)
      return [{ ...video, mimeType: 'video/mp4' }]
    },
    saveLocally: () => video && saveFile(video.blob, video.name),
    words: ({ share }) => `Uploading to Google Drive: ${Math.floor(share * 100)} %`,
  })
}
