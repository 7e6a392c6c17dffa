import { createStore, delMany, entries } from 'idb-keyval'
import { deviceStorage } from '../../app/browser-storage.ts'

/** Storage keys with user data. The theme belongs to the device and stays. */
const APP_KEYS = /^ninesixteen\./
const THEME_KEY = 'ninesixteen.theme'
/** Prefixes of keys that end with the user's id. */
const USER_KEYS = /^ninesixteen\.(?:generator|ideas|company|company-drafts|kept-work|kept-photos)\.(.+)$/
const UNSAVED_PREFIX = 'ninesixteen.unsaved.'

/** Work stored without a user id may belong to this user, so it is deleted too. */
function belongsToOtherUser(entry: unknown, userId: string): boolean {
  const owner: unknown = typeof entry === 'object' && entry !== null && 'owner' in entry ? entry.owner : null
  return typeof owner === 'string' && owner !== userId
}

function isRetainedKey(storage: Storage, key: string, userId: string): boolean {
  if (!APP_KEYS.test(key) || key === THEME_KEY) return true
  if (key.startsWith(UNSAVED_PREFIX)) return belongsToOtherUser(JSON.parse(storage.getItem(key) ?? 'null'), userId)
  const owner = USER_KEYS.exec(key)?.[1]
  return owner !== undefined && owner !== userId
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    // A database that another page holds open is deleted when that page closes.
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}

/** By database: its store, and whether an entry is retained. */
const DATABASES: Record<string, { store: string; isRetained(key: IDBValidKey, entry: unknown, userId: string): boolean }> = {
  'ninesixteen-unsaved': { store: 'documents', isRetained: (_key, entry, userId) => belongsToOtherUser(entry, userId) },
  'ninesixteen-photos': { store: 'waiting', isRetained: (key, _entry, userId) => key !== userId },
}

/** Deletes the whole database if no other user has an entry. */
async function clearDatabase(name: string, userId: string): Promise<void> {
  const database = DATABASES[name]
  if (!database) return deleteDatabase(name)
  const store = createStore(name, database.store)
  const [ownKeys, otherKeys]: [IDBValidKey[], IDBValidKey[]] = [[], []]
  for (const [key, entry] of await entries(store)) (database.isRetained(key, entry, userId) ? otherKeys : ownKeys).push(key)
  if (otherKeys.length === 0) return deleteDatabase(name)
  await delMany(ownKeys, store)
}

/** Deletes the user's unsaved work, drafts and choices from this browser. Data of other users stays. */
export async function clearDevice(userId: string): Promise<void> {
  const storage = deviceStorage()
  for (const key of Object.keys(storage ?? {})) if (storage && !isRetainedKey(storage, key, userId)) storage.removeItem(key)
  const databases = await indexedDB.databases()
  await Promise.all(databases.flatMap(({ name }) => (name?.startsWith('ninesixteen-') ? [clearDatabase(name, userId)] : [])))
}
