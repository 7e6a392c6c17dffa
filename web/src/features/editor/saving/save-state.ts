import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import type { Overlap } from '@ninesixteen/shared/slide/merge'

/** A document as stored on the server. */
export interface StoredDocument {
  version: number
  doc: SlideDocument
}

/** A save request. Idempotent: the server answers a retry with the same id like the first time. */
export interface Save {
  saveId: string
  /** The version that the change is based on. */
  version: number
  doc: SlideDocument
}

export type SaveOutcome =
  | { kind: 'saved'; version: number }
  /** `isTaken`: this save was stored, its response was lost, and another save followed. */
  | { kind: 'conflict'; current: StoredDocument; isTaken: boolean }
  /** Network or server error: retry the same save later. */
  | { kind: 'retry'; offline: boolean; message: string }
  | { kind: 'signed-out' }
  | { kind: 'gone' }
  /** The server rejected this document; a retry wouldn't help. */
  | { kind: 'refused'; message: string }

/** Both sides changed the same thing, so the user has to choose. */
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

/** Unsaved work stored on the device until the server acknowledges it. */
export interface JournalEntry {
  /** The version and document that the unsaved work is based on. */
  base: StoredDocument
  doc: SlideDocument
  /** The last save without a response; the next tab retries it to learn its outcome. */
  unanswered: Save | null
  /** Milliseconds since 1970. */
  keptAt: number
}
