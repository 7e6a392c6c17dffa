import type { ErrorCode, ErrorDetails } from '@ninesixteen/shared/errors'
import type { Beats } from '@ninesixteen/shared/sound/beats'

/** To the sound worker. */
export interface SoundRequest {
  file: Blob
}

/** From the sound worker. */
export type SoundReply =
  | { kind: 'progress'; share: number }
  /** An ADTS file. */
  | { kind: 'track'; file: Uint8Array<ArrayBuffer>; beats: Beats | null; lostSeconds: number }
  | { kind: 'refused'; code: ErrorCode; details: ErrorDetails }
  | { kind: 'failed'; detail: string }
