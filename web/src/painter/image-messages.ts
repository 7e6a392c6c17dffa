import type { PictureForm, ReadPixels } from './decode-image.ts'

/** To the page's picture worker. Links are resolved in the page, which holds the session. */
export interface PictureRequest {
  id: number
  url: string
  form: PictureForm
}

export type PictureReply =
  | { id: number; picture: ReadPixels | null }
  | { id: number; failure: string }
  /** It holds the lock of this name as long as it lives. */
  | { lock: string }
