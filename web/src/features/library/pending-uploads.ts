import { forgetKept, keep, readKept } from '../../app/browser-storage.ts'
import { dropKeptWork } from '../../app/unsaved-work-list.ts'
import { paths } from '../../app/paths.ts'

/** A photo that waits in this browser for its person, who has to sign in first. */
export interface KeptUpload {
  id: string
  file: File
}

/** Says that there are some: the database is not opened for nothing. */
const keyOf = (userId: string) => `ninesixteen.kept-photos.${userId}`

async function openKept() {
  const { createStore, del, get, set } = await import('idb-keyval')
  const store = createStore('ninesixteen-photos', 'waiting')
  return {
    get: (userId: string) => get<KeptUpload[]>(userId, store),
    set: (userId: string, uploads: KeptUpload[]) => set(userId, uploads, store),
    del: (userId: string) => del(userId, store),
  }
}

export async function keepUploads(userId: string, uploads: readonly KeptUpload[]): Promise<void> {
  const kept = await openKept()
  await kept.set(userId, [...((await kept.get(userId)) ?? []), ...uploads])
  keep(keyOf(userId), true)
}

/** What waits for this person; from then on it is in the hands of the caller. */
export async function takeUploads(userId: string): Promise<KeptUpload[]> {
  if (readKept(keyOf(userId), Boolean) !== true) return []
  const kept = await openKept()
  const uploads = (await kept.get(userId)) ?? []
  await kept.del(userId)
  forgetKept(keyOf(userId))
  dropKeptWork(userId, paths.photos)
  return uploads
}
