import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { sameData } from '@ninesixteen/shared/slide/merge'
import type { JournalEntry, Save, StoredDocument } from './save-state.ts'

export interface Reopened {
  /** The version that the work goes on from; the server may have a newer one to be joined. */
  start: StoredDocument
  /** Work to be put on top of it; null when there is none. */
  work: SlideDocument | null
  /** What the earlier page sent, when it is not known whether it was taken. */
  unanswered: Save | null
}

/** How a project is opened when an earlier page left unsaved work behind. What that page itself sent last is no one else's change. */
export function reopen(left: JournalEntry | undefined, server: StoredDocument): Reopened {
  if (!left || sameData(left.doc, server.doc)) return { start: server, work: null, unanswered: null }
  const { unanswered } = left
  if (unanswered && sameData(unanswered.doc, server.doc)) return { start: server, work: left.doc, unanswered: null }
  return { start: left.base, work: left.doc, unanswered }
}
