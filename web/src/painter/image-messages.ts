import type { ImageForm, ReadPixels } from './decode-image.ts'

/** To the page's image worker. The page resolves the URLs, because it has the session. */
export interface ImageRequest {
  id: number
  url: string
  form: ImageForm
}

export type ImageReply =
  | { id: number; picture: ReadPixels | null }
  | { id: number; failure: string }
  /** Name of the lock that the worker holds while it is alive. */
  | { lock: string }
