import { createStore, del, entries, set } from 'idb-keyval'
import { useSessionGate } from '../../../api/session-gate.ts'
import { deviceStorage } from '../../../app/browser-storage.ts'
import type { OpenTabs } from './open-tabs.ts'
import type { JournalEntry } from './save-state.ts'

/** A closing page has no time for the database. What it writes here is written when the call returns. */
const AT_ONCE = 'ninesixteen.unsaved.'

function keepAtOnce(key: string, entry: JournalEntry & { owner: string | null }): void {
  try {
    deviceStorage()?.setItem(AT_ONCE + key, JSON.stringify(entry))
  } catch (cause) {
    // Too large, or refused: the database has the state of a moment ago.
    console.info('The last moment of the unsaved work could not be kept.', cause)
  }
}

function keptAtOnce(): [string, unknown][] {
  const storage = deviceStorage()
  if (!storage) return []
  return Object.keys(storage)
    .filter((name) => name.startsWith(AT_ONCE))
    .map((name) => [name.slice(AT_ONCE.length), JSON.parse(storage.getItem(name) ?? 'null')])
}

/** The newer of both places, by key. An entry which another release of the product wrote may not fit any more: the server's version stands. */
async function newestOf(all: readonly [string, unknown][]): Promise<KeptWork[]> {
  // Mostly nothing was left behind: then zod is not loaded for it.
  if (all.length === 0) return []
  const { entrySchema } = await import('./journal-schema.ts')
  const newest = new Map<string, JournalEntry>()
  for (const [key, value] of all) {
    const parsed = entrySchema.safeParse(value)
    if (parsed.success && parsed.data.keptAt >= (newest.get(key)?.keptAt ?? 0)) newest.set(key, parsed.data)
  }
  return Array.from(newest, ([key, entry]) => ({ key, entry }))
}

export interface KeptWork {
  key: string
  entry: JournalEntry
}

export interface Journal {
  keep(entry: JournalEntry, closing: boolean): void
  forget(): void
  /** Work which pages that are gone left behind for this project, the oldest first. */
  leftBehind(tabs: Pick<OpenTabs, 'ready' | 'isOpen'>): Promise<KeptWork[]>
  remove(key: string): Promise<void>
}

/**
 * Unsaved work on this device, one entry a page. `onBlocked` hears once when the browser refuses to keep anything
 * (private window, full disk): saving to the server goes on all the same.
 */
export function openJournal(projectId: string, tabId: string, onBlocked: () => void): Journal {
  const store = createStore('ninesixteen-unsaved', 'documents')
  const key = `${projectId}/${tabId}`
  let last: Promise<void> = Promise.resolve()
  let blocked = false
  // One after the other, so that a late write never comes behind the removal it preceded.
  const inOrder = (work: () => Promise<void>): void => {
    last = last.then(work).catch(() => {
      if (!blocked) onBlocked()
      blocked = true
    })
  }
  return {
    keep(entry, closing) {
      const owned = { ...entry, owner: useSessionGate.getState().userId }
      if (closing) keepAtOnce(key, owned)
      inOrder(() => set(key, owned, store))
    },
    forget() {
      deviceStorage()?.removeItem(AT_ONCE + key)
      inOrder(() => del(key, store))
    },
    async remove(other) {
      deviceStorage()?.removeItem(AT_ONCE + other)
      await del(other, store)
    },
    async leftBehind(tabs) {
      const all = [...(await entries<string, unknown>(store)), ...keptAtOnce()]
      const ofOthers = all.filter(([other]) => other.startsWith(`${projectId}/`) && other !== key)
      // Mostly there is nothing, and opening need not wait for pages to say that they are still there.
      if (ofOthers.length === 0) return []
      await tabs.ready
      const ofGone = ofOthers.filter(([other]) => !tabs.isOpen(other.slice(projectId.length + 1)))
      return (await newestOf(ofGone)).toSorted((a, b) => a.entry.keptAt - b.entry.keptAt)
    },
  }
}
