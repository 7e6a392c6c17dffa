import { createStore, delMany, entries } from 'idb-keyval'
import { deviceStorage } from '../../app/browser-storage.ts'

/** Storage keys with user data. The theme belongs to the device and stays. */
const OWN = /^ninesixteen\./
const OF_THE_DEVICE = 'ninesixteen.theme'
/** Prefixes of keys that end with the user's id. */
const OF_ONE = /^ninesixteen\.(?:generator|ideas|company|company-drafts|kept-work|kept-photos)\.(.+)$/
const UNSAVED = 'ninesixteen.unsaved.'

/** Work stored without a user id may belong to this user, so it is deleted too. */
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
    // A database that another page holds open is deleted when that page closes.
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}

/** By database: its store, and which entries stay. */
const DATABASES: Record<string, { store: string; stays(key: IDBValidKey, entry: unknown, userId: string): boolean }> = {
  'ninesixteen-unsaved': { store: 'documents', stays: (_key, entry, userId) => isAnothers(entry, userId) },
  'ninesixteen-photos': { store: 'waiting', stays: (key, _entry, userId) => key !== userId },
}

/** Deletes the whole database if no other user has an entry. */
async function forgetIn(name: string, userId: string): Promise<void> {
  const database = DATABASES[name]
  if (!database) return deleteDatabase(name)
  const store = createStore(name, database.store)
  const [mine, others]: [IDBValidKey[], IDBValidKey[]] = [[], []]
  for (const [key, entry] of await entries(store)) (database.stays(key, entry, userId) ? others : mine).push(key)
  if (others.length === 0) return deleteDatabase(name)
  await delMany(mine, store)
}

/** Deletes the user's unsaved work, drafts and choices from this browser. Data of other users stays. */
export async function clearDevice(userId: string): Promise<void> {
  const storage = deviceStorage()
  for (const key of Object.keys(storage ?? {})) if (storage && !staysInStorage(storage, key, userId)) storage.removeItem(key)
  const databases = await indexedDB.databases()
  await Promise.all(databases.flatMap(({ name }) => (name?.startsWith('ninesixteen-') ? [forgetIn(name, userId)] : [])))
}
