import { createStore, del, entries, set } from 'idb-keyval'
import { useSessionGate } from '../../../api/session-gate.ts'
import { deviceStorage } from '../../../app/browser-storage.ts'
import type { OpenTabs } from './open-tabs.ts'
import type { JournalEntry } from './save-state.ts'

/** Prefix of entries in local storage, whose writes are synchronous: a closing tab has no time for IndexedDB. */
const SYNC_PREFIX = 'ninesixteen.unsaved.'

function writeSync(key: string, entry: JournalEntry & { owner: string | null }): void {
  try {
    deviceStorage()?.setItem(SYNC_PREFIX + key, JSON.stringify(entry))
  } catch (error) {
    // Too large, or refused: IndexedDB has the state of at most 150 ms ago.
    console.info('Could not store the latest unsaved changes.', error)
  }
}

function readSync(): [string, unknown][] {
  const storage = deviceStorage()
  if (!storage) return []
  return Object.keys(storage)
    .filter((name) => name.startsWith(SYNC_PREFIX))
    .map((name) => [name.slice(SYNC_PREFIX.length), JSON.parse(storage.getItem(name) ?? 'null')])
}

/** The newest valid entry by key. Skips entries that another release wrote in another format. */
async function newestOf(all: readonly [string, unknown][]): Promise<UnsavedWork[]> {
  // Usually there are no entries, and zod isn't loaded.
  if (all.length === 0) return []
  const { entrySchema } = await import('./journal-schema.ts')
  const newest = new Map<string, JournalEntry>()
  for (const [key, value] of all) {
    const parsed = entrySchema.safeParse(value)
    if (parsed.success && parsed.data.keptAt >= (newest.get(key)?.keptAt ?? 0)) newest.set(key, parsed.data)
  }
  return Array.from(newest, ([key, entry]) => ({ key, entry }))
}

export interface UnsavedWork {
  key: string
  entry: JournalEntry
}

export interface Journal {
  write(entry: JournalEntry, closing: boolean): void
  clear(): void
  /** Unsaved work of closed tabs for this project, oldest first. */
  abandoned(tabs: Pick<OpenTabs, 'ready' | 'isOpen'>): Promise<UnsavedWork[]>
  remove(key: string): Promise<void>
}

/**
 * Stores unsaved work on this device, one entry per tab. Calls `onBlocked` once when the browser refuses to store it (private
 * window, full disk); saving to the server continues.
 */
export function openJournal(projectId: string, tabId: string, onBlocked: () => void): Journal {
  const store = createStore('ninesixteen-unsaved', 'documents')
  const key = `${projectId}/${tabId}`
  let last: Promise<void> = Promise.resolve()
  let blocked = false
  // In order, so that a late write can't follow the removal of its entry.
  const inOrder = (work: () => Promise<void>): void => {
    last = last.then(work).catch(() => {
      if (!blocked) onBlocked()
      blocked = true
    })
  }
  return {
    write(entry, closing) {
      const owned = { ...entry, owner: useSessionGate.getState().userId }
      if (closing) writeSync(key, owned)
      inOrder(() => set(key, owned, store))
    },
    clear() {
      deviceStorage()?.removeItem(SYNC_PREFIX + key)
      inOrder(() => del(key, store))
    },
    async remove(other) {
      deviceStorage()?.removeItem(SYNC_PREFIX + other)
      await del(other, store)
    },
    async abandoned(tabs) {
      const all = [...(await entries<string, unknown>(store)), ...readSync()]
      const ofOthers = all.filter(([other]) => other.startsWith(`${projectId}/`) && other !== key)
      // Usually there are no entries, and opening needn't wait for other tabs to respond.
      if (ofOthers.length === 0) return []
      await tabs.ready
      const ofGone = ofOthers.filter(([other]) => !tabs.isOpen(other.slice(projectId.length + 1)))
      return (await newestOf(ofGone)).toSorted((a, b) => a.entry.keptAt - b.entry.keptAt)
    },
  }
}
