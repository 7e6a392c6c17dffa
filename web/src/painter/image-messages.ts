import type { ImageForm, ReadPixels } from './decode-image.ts'

/** To the page's picture worker. Links are resolved in the page, which holds the session. */
export interface ImageRequest {
  id: number
  url: string
  form: ImageForm
}

export type ImageReply =
  | { id: number; picture: ReadPixels | null }
  | { id: number; failure: string }
  /** It holds the lock of this name as long as it lives. */
  | { lock: string }
