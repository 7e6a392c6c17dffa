import { useStore } from 'zustand'
import { useSessionGate } from '../../api/session-gate.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { paths } from '../../app/paths.ts'
import { whenTakenOver } from '../../app/unsaved-work.ts'
import { refreshLibrary } from './library-queries.ts'
import { keepUploads, takeUploads } from './pending-uploads.ts'
import { createUploadQueue, isOpen, type Upload } from './upload-queue.ts'

/** The page's upload queue. Uploads continue on other pages, and the list stays until the user dismisses it. */
export const uploadQueue = createUploadQueue({
  upload: (file, options) => uploadFile(file, 'media', options),
  onAdded: () => void refreshLibrary(),
  newId: () => crypto.randomUUID(),
})

export const useUploads = (): readonly Upload[] => useStore(uploadQueue.store, ({ uploads }) => uploads)

/** Lists the files that this user couldn't upload earlier. */
export async function restorePendingUploads(userId: string): Promise<void> {
  uploadQueue.addFailed(await takeUploads(userId), 'Not uploaded: another user signed in.')
}

const uploads = () => uploadQueue.store.getState().uploads

addEventListener('online', uploadQueue.resumeAll)
addEventListener('beforeunload', (event) => {
  if (uploads().some(isOpen)) event.preventDefault()
})
// When another user signs in, the open files are stored until their own user returns. Signing out discards them.
whenTakenOver(async (userId) => {
  const open = uploads().filter((upload) => isOpen(upload) || (upload.state === 'failed' && upload.isRetryable))
  uploadQueue.dismiss()
  if (open.length === 0) return null
  await keepUploads(
    userId,
    open.map(({ id, file }) => ({ id, file })),
  )
  return { what: 'photos', path: paths.photos }
})
useSessionGate.subscribe(({ left }) => {
  if (left === 'signed-out') uploadQueue.dismiss()
})
