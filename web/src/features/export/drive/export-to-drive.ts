import { errorText } from '../../../api/api-error.ts'
import { DriveError } from '../../../drive/drive-session.ts'
import { uploadToDrive, type DriveFile, type DriveOptions } from './upload-to-drive.ts'

export interface DriveExport {
  folderName: string
  isVideo: boolean
  /** Draws what is sent. Called once, when Drive is known to take it. */
  files(): Promise<readonly DriveFile[]>
  /** Hands the files to the browser's downloads instead. */
  saveLocally(files: readonly DriveFile[]): Promise<void>
}

/** What is to be read when it is over. */
export interface DriveOutcome {
  title: string
  words: string
  /** Drive has nothing, or not all of it. */
  failed: boolean
  /** Address of the folder in Drive. */
  folderUrl: string | null
}

/** Sends an export to Drive; when that fails on the way, the same files are downloaded, and the outcome says so. */
export async function exportToDrive(wanted: DriveExport, options: DriveOptions): Promise<DriveOutcome> {
  let drawn: readonly DriveFile[] = []
  let drawing: unknown
  const files = async () => {
    try {
      drawn = await wanted.files()
      return drawn
    } catch (cause) {
      drawing = cause
      throw cause
    }
  }
  try {
    const { uploaded, folderUrl } = await uploadToDrive({ folderName: wanted.folderName, files }, options)
    return { ...completed(uploaded, wanted.isVideo), failed: false, folderUrl }
  } catch (cause) {
    options.signal.throwIfAborted()
    // What could not be drawn has nothing to do with Drive, and neither is there a file: the caller says so.
    if (cause === drawing || isFolder(cause)) throw cause
    if (cause instanceof DriveError && cause.fault === 'alert') {
      return { title: 'Google Drive', words: cause.message, failed: true, folderUrl: null }
    }
    await wanted.saveLocally(drawn)
    return { title: 'Export Failed', words: failedWords(errorText(cause)), failed: true, folderUrl: null }
  }
}

/** Without a folder the export is aborted: its words are those of every failed export. */
function isFolder(cause: unknown): boolean {
  return cause instanceof DriveError && cause.fault === 'folder'
}

function completed(uploaded: number, isVideo: boolean): Pick<DriveOutcome, 'title' | 'words'> {
  if (isVideo) {
    const words = 'Successfully uploaded your video to Google Drive. You can find it in your Google Drive folder.'
    return { title: 'Video Export Complete!', words }
  }
  const words =
    uploaded === 1
      ? 'Successfully uploaded 1 slide to Google Drive. You can find it in your Google Drive folder.'
      : `Successfully uploaded ${uploaded} slides to Google Drive. You can find them in your Google Drive folder.`
  return { title: 'Export Complete!', words }
}

/** Two sentences, each on a line of its own: the first may end without a stop. */
export function failedWords(message: string): string {
  return `Failed to upload to Google Drive: ${message}\nThe file will be downloaded locally instead.`
}
