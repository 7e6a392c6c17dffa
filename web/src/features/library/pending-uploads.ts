import { forgetKept, keep, readKept } from '../../app/browser-storage.ts'
import { dropKeptWork } from '../../app/unsaved-work-list.ts'
import { paths } from '../../app/paths.ts'

/** A file that waits in this browser until its user signs in again. */
export interface PendingUpload {
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
    set: (userId: string, uploads: PendingUpload[]) => set(userId, uploads, store),
    del: (userId: string) => del(userId, store),
  }
}

export async function keepUploads(userId: string, uploads: readonly PendingUpload[]): Promise<void> {
  const pending = await openStore()
  await pending.set(userId, [...((await pending.get(userId)) ?? []), ...uploads])
  keep(keyOf(userId), true)
}

/** Removes and returns the user's pending uploads. */
export async function takeUploads(userId: string): Promise<PendingUpload[]> {
  if (readKept(keyOf(userId), Boolean) !== true) return []
  const pending = await openStore()
  const uploads = (await pending.get(userId)) ?? []
  await pending.del(userId)
  forgetKept(keyOf(userId))
  dropKeptWork(userId, paths.photos)
  return uploads
}
