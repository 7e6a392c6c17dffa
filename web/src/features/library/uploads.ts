import { useStore } from 'zustand'
import { useSessionGate } from '../../api/session-gate.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { paths } from '../../app/paths.ts'
import { beforeUserChange } from '../../app/unsaved-work.ts'
import { refreshLibrary } from './library-queries.ts'
import { createUploadQueue, isOpen, type Upload } from './upload-queue.ts'
import { removeStored, keep, readStored } from '../../app/browser-storage.ts'
import { deleteUnsavedWork } from '../../app/unsaved-work-list.ts'

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
beforeUserChange(async (userId) => {
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

/** A file that waits in this browser until its user signs in again. */
interface PendingUpload {
  id: string
  file: File
}

/** A flag in local storage, which avoids opening IndexedDB when there are none. */
const keyOf = (userId: string) => `ninesixteen.kept-photos.${userId}`

async function openStore() {
  const { createStore, del, get, set } = await import('idb-keyval')
  const store = createStore('ninesixteen-photos', 'waiting')
  return {
    get: (userId: string) => get<PendingUpload[]>(userId, store),
    set: (userId: string, waiting: PendingUpload[]) => set(userId, waiting, store),
    del: (userId: string) => del(userId, store),
  }
}

async function keepUploads(userId: string, waiting: readonly PendingUpload[]): Promise<void> {
  const pending = await openStore()
  await pending.set(userId, [...((await pending.get(userId)) ?? []), ...waiting])
  keep(keyOf(userId), true)
}

/** Removes and returns the user's pending uploads. */
async function takeUploads(userId: string): Promise<PendingUpload[]> {
  if (readStored(keyOf(userId), Boolean) !== true) return []
  const pending = await openStore()
  const waiting = (await pending.get(userId)) ?? []
  await pending.del(userId)
  removeStored(keyOf(userId))
  deleteUnsavedWork(userId, paths.photos)
  return waiting
}
