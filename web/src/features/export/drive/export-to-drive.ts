import { errorText } from '../../../api/api-error.ts'
import { DriveError } from '../../../drive/drive-session.ts'
import { uploadToDrive, type DriveFile, type DriveOptions } from './upload-to-drive.ts'

export interface DriveExport {
  folderName: string
  content: 'slides' | 'zip' | 'pdf' | 'video'
  /** Renders the files. Called once, after the connection to Drive has been tested. */
  files(): Promise<readonly DriveFile[]>
  /** Downloads the files instead. */
  saveLocally(files: readonly DriveFile[]): Promise<void>
}

/** The message shown at the end. */
export interface DriveOutcome {
  title: string
  words: string
  /** Not all files are in Drive. */
  failed: boolean
  /** URL of the folder in Drive. */
  folderUrl: string | null
}

/** Uploads an export to Drive. If the upload fails, downloads the same files instead. */
export async function exportToDrive(wanted: DriveExport, options: DriveOptions): Promise<DriveOutcome> {
  let rendered: readonly DriveFile[] = []
  let renderError: unknown
  const files = async () => {
    try {
      rendered = await wanted.files()
      return rendered
    } catch (error) {
      renderError = error
      throw error
    }
  }
  try {
    const { uploaded, folderUrl } = await uploadToDrive({ folderName: wanted.folderName, files }, options)
    return { ...completed(uploaded, wanted.content), failed: false, folderUrl }
  } catch (thrown) {
    options.signal.throwIfAborted()
    // Rendering failed, so there are no files to download. The caller reports it.
    if (thrown === renderError || isFolder(thrown)) throw thrown
    if (thrown instanceof DriveError && thrown.fault === 'alert') {
      return { title: 'Google Drive', words: thrown.message, failed: true, folderUrl: null }
    }
    await wanted.saveLocally(rendered)
    return { title: 'Export Failed', words: failureText(errorText(thrown)), failed: true, folderUrl: null }
  }
}

/** Without a folder, the export fails like any other. */
function isFolder(error: unknown): boolean {
  return error instanceof DriveError && error.fault === 'folder'
}

function completed(uploaded: number, content: DriveExport['content']): Pick<DriveOutcome, 'title' | 'words'> {
  if (content === 'video') {
    const words = 'Successfully uploaded your video to Google Drive. You can find it in your Google Drive folder.'
    return { title: 'Video Export Complete!', words }
  }
  if (content === 'pdf' || content === 'zip') {
    const words = `Successfully uploaded your ${content.toUpperCase()} to Google Drive. You can find it in your Google Drive folder.`
    return { title: 'Export Complete!', words }
  }
  const words =
    uploaded === 1
      ? 'Successfully uploaded 1 slide to Google Drive. You can find it in your Google Drive folder.'
      : `Successfully uploaded ${uploaded} slides to Google Drive. You can find them in your Google Drive folder.`
  return { title: 'Export Complete!', words }
}

/** On two lines, because the first sentence may end without a period. */
export function failureText(message: string): string {
  return `Failed to upload to Google Drive: ${message}\nThe file will be downloaded locally instead.`
}

/** `{company or Slideshow/Video} {YYYY-MM-DD}`, in the browser's time zone. */
export function driveFolderName(of: { company: string | null; isVideo: boolean }, now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${of.company?.trim() || (of.isVideo ? 'Video' : 'Slideshow')} ${day}`
}
