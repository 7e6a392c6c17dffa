import { createStore, delMany, entries } from 'idb-keyval'
import { deviceStorage } from '../../app/browser-storage.ts'

/** Keys of this browser's storage that hold something of a person; the theme stays, it is this device's. */
const OWN = /^ninesixteen\./
const OF_THE_DEVICE = 'ninesixteen.theme'
/** Of these each person has their own: the last part says whose it is. */
const OF_ONE = /^ninesixteen\.(?:generator|ideas|company|company-drafts|kept-work|kept-photos)\.(.+)$/
const UNSAVED = 'ninesixteen.unsaved.'

/** Work from before it said whose it is may be anybody's: what is deleted must not stay for being unsigned. */
function isAnothers(entry: unknown, userId: string): boolean {
  const owner: unknown = typeof entry === 'object' && entry !== null && 'owner' in entry ? entry.owner : null
  return typeof owner === 'string' && owner !== userId
}

function staysInStorage(storage: Storage, key: string, userId: string): boolean {
  if (!OWN.test(key) || key === OF_THE_DEVICE) return true
  if (key.startsWith(UNSAVED)) return isAnothers(JSON.parse(storage.getItem(key) ?? 'null'), userId)
  const owner = OF_ONE.exec(key)?.[1]
  return owner !== undefined && owner !== userId
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    // One that another page holds open goes when that page does.
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}

/** By database: the store in it, and which of its entries stay. */
const DATABASES: Record<string, { store: string; stays(key: IDBValidKey, entry: unknown, userId: string): boolean }> = {
  'ninesixteen-unsaved': { store: 'documents', stays: (_key, entry, userId) => isAnothers(entry, userId) },
  'ninesixteen-photos': { store: 'waiting', stays: (key, _entry, userId) => key !== userId },
}

/** Without an entry of anybody else the whole database goes. */
async function forgetIn(name: string, userId: string): Promise<void> {
  const database = DATABASES[name]
  if (!database) return deleteDatabase(name)
  const store = createStore(name, database.store)
  const [mine, others]: [IDBValidKey[], IDBValidKey[]] = [[], []]
  for (const [key, entry] of await entries(store)) (database.stays(key, entry, userId) ? others : mine).push(key)
  if (others.length === 0) return deleteDatabase(name)
  await delMany(mine, store)
}

/** Takes everything of a person off this device: unsaved work, drafts, choices. What others keep in this browser stays theirs. */
export async function clearDevice(userId: string): Promise<void> {
  const storage = deviceStorage()
  for (const key of Object.keys(storage ?? {})) if (storage && !staysInStorage(storage, key, userId)) storage.removeItem(key)
  const databases = await indexedDB.databases()
  await Promise.all(databases.flatMap(({ name }) => (name?.startsWith('ninesixteen-') ? [forgetIn(name, userId)] : [])))
}
