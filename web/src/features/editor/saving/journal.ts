import { DOCUMENT_TITLE_MAX } from '@ninesixteen/shared/slide/edit'
import { slidesSchema } from '@ninesixteen/shared/slide/model'
import { createStore, del, entries, set } from 'idb-keyval'
import { z } from 'zod'
import type { JournalEntry } from './save-state.ts'

const documentSchema = z.object({ title: z.string().max(DOCUMENT_TITLE_MAX), slides: slidesSchema })
const entrySchema = z.object({
  base: z.object({ version: z.number().int(), doc: documentSchema }),
  doc: documentSchema,
  keptAt: z.number(),
})

export interface KeptWork {
  key: string
  entry: JournalEntry
}

export interface Journal {
  keep(entry: JournalEntry): void
  forget(): void
  /** Work which pages that are gone left behind for this project, the oldest first. */
  leftBehind(isOpen: (tabId: string) => boolean): Promise<KeptWork[]>
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
    keep: (entry) => inOrder(() => set(key, entry, store)),
    forget: () => inOrder(() => del(key, store)),
    remove: (other) => del(other, store),
    async leftBehind(isOpen) {
      const all = await entries<string, unknown>(store)
      return all
        .filter(([other]) => other.startsWith(`${projectId}/`) && other !== key && !isOpen(other.slice(projectId.length + 1)))
        .flatMap(([other, value]) => {
          // An entry written by another release of the product may not fit any more; the server's version then stands.
          const parsed = entrySchema.safeParse(value)
          return parsed.success ? [{ key: other, entry: parsed.data }] : []
        })
        .toSorted((a, b) => a.entry.keptAt - b.entry.keptAt)
    },
  }
}
