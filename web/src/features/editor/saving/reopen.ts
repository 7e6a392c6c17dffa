import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import type { JournalEntry, Save, StoredDocument } from './save-state.ts'

export interface Reopened {
  /** The version that the work is based on; the server may have a newer one to merge. */
  start: StoredDocument
  /** Unsaved work on top of it; null without any. */
  work: SlideDocument | null
  /** The earlier tab's save if its outcome is unknown. */
  unanswered: Save | null
}

/** Decides what to open after an earlier tab left unsaved work. A server version equal to that tab's last save is no remote change. */
export function reopen(left: JournalEntry | undefined, server: StoredDocument): Reopened {
  if (!left || sameData(left.doc, server.doc)) return { start: server, work: null, unanswered: null }
  const { unanswered } = left
  if (unanswered && sameData(unanswered.doc, server.doc)) return { start: server, work: left.doc, unanswered: null }
  return { start: left.base, work: left.doc, unanswered }
}
