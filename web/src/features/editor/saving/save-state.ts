import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import type { Overlap } from '@ninesixteen/shared/slide/merge'

/** A document as the server holds it. */
export interface StoredDocument {
  version: number
  doc: SlideDocument
}

/** One save as it is sent. Repeating it with the same id is harmless: the server answers as the first time. */
export interface Save {
  saveId: string
  /** The version the change was made on. */
  version: number
  doc: SlideDocument
}

export type SaveOutcome =
  | { kind: 'saved'; version: number }
  /** `isTaken`: somebody else saved after this very save, whose answer was lost. */
  | { kind: 'conflict'; current: StoredDocument; isTaken: boolean }
  /** Nobody was reached, or the server had a problem of its own: the same save is sent again later. */
  | { kind: 'retry'; offline: boolean; message: string }
  | { kind: 'signed-out' }
  | { kind: 'gone' }
  /** The server refuses this document; sending the same again would not help. */
  | { kind: 'refused'; message: string }

/** Both sides changed the same thing, and a person chooses. */
export interface SaveConflict {
  theirs: StoredDocument
  overlaps: Overlap[]
}

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'failed'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'gone' }
  | { kind: 'conflict'; conflict: SaveConflict }

/** What the device keeps until the server has acknowledged it. */
export interface JournalEntry {
  /** The version and document which the unsaved work was made on. */
  base: StoredDocument
  doc: SlideDocument
  /** What was sent last and not answered yet: the next page repeats it, and learns whether it was taken. */
  unanswered: Save | null
  /** Milliseconds since 1970. */
  keptAt: number
}
