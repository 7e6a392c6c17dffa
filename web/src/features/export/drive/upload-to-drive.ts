import { sendDriveFile } from '../../../drive/drive-calls.ts'
import { driveAction, DriveError, testDrive, withDriveToken } from '../../../drive/drive-session.ts'
import { DRIVE_TEXTS } from '../../../drive/texts.ts'

/** Concurrent uploads, because small files mostly wait for Drive. */
const CONCURRENCY = 3

export interface DriveFile {
  name: string
  blob: Blob
  mimeType: string
}

export interface DriveProgress {
  /** Number of uploaded files. */
  done: number
  total: number
  /** Share of sent bytes, 0 to 1. */
  share: number
}

export interface DriveJob {
  folderName: string
  /** A function is called after the connection has been tested, to avoid a wasted render. */
  files: readonly DriveFile[] | (() => Promise<readonly DriveFile[]>)
}

export interface DriveOptions {
  signal: AbortSignal
  onProgress?(progress: DriveProgress): void
}

export interface DriveUploaded {
  uploaded: number
  /** URL of the folder; null if Drive didn't return one. */
  folderUrl: string | null
}

/** Uploads files into a new folder of the user's Drive. Throws a DriveError with the specified text, or the signal's reason. */
export async function uploadToDrive(job: DriveJob, options: DriveOptions): Promise<DriveUploaded> {
  const { signal } = options
  await testDrive(signal)
  const files = typeof job.files === 'function' ? await job.files() : job.files
  signal.throwIfAborted()
  const folder = await createFolder(job.folderName, { count: files.length, signal })
  await sendAll(files, { ...folder, ...options })
  return { uploaded: files.length, folderUrl: folder.folderUrl }
}

interface Folder {
  folderId: string
  folderUrl: string | null
  /** An id for each file, which makes retries idempotent. */
  fileIds: readonly string[]
}

async function createFolder(folderName: string, { count, signal }: { count: number; signal: AbortSignal }): Promise<Folder> {
  try {
    const { ids = [] } = await driveAction('folder', (accessToken) => ({ action: 'generate_ids', accessToken, count: count + 1 }), signal)
    const [wanted, ...fileIds] = ids
    const response = await driveAction(
      'folder',
      (accessToken) => ({ action: 'create_folder', accessToken, folderName, folderId: wanted }),
      signal,
    )
    if (!response.folderId) throw new DriveError('folder', DRIVE_TEXTS.folderFailed)
    return { folderId: response.folderId, folderUrl: response.folderUrl ?? null, fileIds }
  } catch (error) {
    signal.throwIfAborted()
    throw new DriveError('folder', DRIVE_TEXTS.folderFailed, { cause: error })
  }
}

async function sendAll(files: readonly DriveFile[], { folderId, fileIds, signal, onProgress }: Folder & DriveOptions): Promise<void> {
  const total = files.length
  const bytes = files.reduce((sum, file) => sum + file.blob.size, 0)
  const sent = files.map(() => 0)
  let done = 0
  const report = () => onProgress?.({ done, total, share: bytes > 0 ? sent.reduce((sum, part) => sum + part, 0) / bytes : 1 })
  // The first failure aborts the others, and all files are downloaded instead.
  const failed = new AbortController()
  const ended = AbortSignal.any([signal, failed.signal])
  const waiting = files.entries()

  const work = async (): Promise<void> => {
    for (const [index, file] of waiting) {
      ended.throwIfAborted()
      const onSent = (part: number) => {
        sent[index] = Math.min(part, file.blob.size)
        report()
      }
      await withDriveToken('upload', (accessToken) =>
        sendDriveFile({ ...file, accessToken, folderId, fileId: fileIds[index] }, { signal: ended, onSent }),
      )
      sent[index] = file.blob.size
      done += 1
      report()
    }
  }
  report()
  const workers = Array.from({ length: Math.min(CONCURRENCY, total) }, () =>
    work().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(workers)
  signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
}
