import type { ErrorCode } from '@ninesixteen/shared/errors'
import type { ListedCut } from '@ninesixteen/shared/shaping/uploaded-font'

/** A font as it is stored: rebuilt, with the tables that slides need. */
export interface CheckedFont {
  cut: Omit<ListedCut, 'bytes'>
  bytes: Uint8Array
  /** The family by the font's own name table; empty without one. */
  name: string
}

/** The path of a font file that doesn't change meanwhile. */
export interface CheckJob {
  file: string
}

export type CheckReply = { font: CheckedFont } | { refused: ErrorCode; reason: string }
