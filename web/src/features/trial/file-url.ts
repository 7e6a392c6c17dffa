import type { FileVariant } from '@ninesixteen/shared/api/media'
import { errorFromResponse } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/session-fetch.ts'

/** Signed URL of a picture behind a slide, of whom it belongs to. By a plain fetch: a stranger's slides have no pictures, and this page no client. */
export async function fileUrl(path: string, variant: FileVariant): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ paths: [path], variant })
  const response = await sessionFetch(new Request('/api/v1/files/urls', { method: 'POST', headers, body }))
  // Pictures are the studio's. A slideshow that is only shown is drawn without them.
  if (response.status === 403) return null
  if (!response.ok) throw await errorFromResponse(response)
  const [url]: (string | null)[] = await response.json()
  return url ?? null
}
