import { REMOTE_IMPORT_PATH } from '@ninesixteen/shared/api/limits'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import type { RemoteImport } from '@ninesixteen/shared/api/remote-photos'
import { errorFromResponse, toApiError } from './api-error.ts'
import { sessionFetch } from './expected-user.ts'

/** Copies a photo of a blog, given by this server's URL for it, into the user's files. Throws an ApiError. */
export async function importPhoto(input: RemoteImport): Promise<UploadedFile> {
  try {
    const response = await sessionFetch(
      new Request(REMOTE_IMPORT_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    )
    if (!response.ok) throw await errorFromResponse(response)
    // Typed by the same contract the server parses with.
    return (await response.json()) as UploadedFile
  } catch (error) {
    throw toApiError(error)
  }
}
