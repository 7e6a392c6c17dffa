import { z } from 'zod'
import { createFetch, type Fetch } from '../http.ts'
import { asPlatformError, PlatformError } from '../platform-error.ts'
import { readDriveAnswer } from './response.ts'
import { RETRY_POLICY, withRetries, type RetryPolicy } from './retry-policy.ts'
import { createUploads, type DriveUpload } from './resumable-upload.ts'
import type { GoogleSettings } from './settings.ts'

const FOLDER = 'application/vnd.google-apps.folder'

export interface DriveUser {
  email: string
  name: string
}

export interface DriveFolder {
  id: string
  /** URL for the user; null if Drive returned none. */
  link: string | null
}

/** Drive v3 with one user's access token. Throws PlatformError, or the caller's abort reason. */
export interface GoogleDrive {
  /** The Drive's owner: the cheapest request to check the token. */
  about(token: string): Promise<DriveUser>
  /** Generates ids for new files and folders. With one, a creation whose response was lost can be retried safely. */
  generateIds(token: string, count: number): Promise<string[]>
  /** Names aren't unique: without an id, a retry creates a second folder. */
  createFolder(token: string, folder: { name: string; id?: string | undefined }): Promise<DriveFolder>
  /** Returns the id of the complete file. */
  upload(token: string, upload: DriveUpload): Promise<string>
}

const userSchema = z.object({ user: z.object({ emailAddress: z.string().default(''), displayName: z.string().default('') }) })
const idsSchema = z.object({ ids: z.array(z.string().min(1)) })
const folderSchema = z.object({
  id: z.string().min(1),
  webViewLink: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
})

export interface DriveParts {
  fetch?: Fetch
  /** Leaves time for a chunk on a slow line. */
  uploadFetch?: Fetch
  retryPolicy?: RetryPolicy
}

export function createGoogleDrive(settings: GoogleSettings, parts: DriveParts = {}): GoogleDrive {
  const { fetch: request = createFetch({ answerMs: 20_000, silenceMs: 20_000 }), retryPolicy = RETRY_POLICY } = parts
  const { uploadFetch = createFetch({ answerMs: 180_000, silenceMs: 20_000 }) } = parts
  const api = `${settings.apiUrl}/drive/v3`
  const uploads = createUploads(settings, { fetch: uploadFetch, retryPolicy })

  function call<T>(token: string, { path, body }: { path: string; body?: unknown }, schema: z.ZodType<T>): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body !== undefined) headers['content-type'] = 'application/json; charset=UTF-8'
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return asPlatformError(request(`${api}${path}`, init).then((response) => readDriveAnswer(response, schema)))
  }

  return {
    async about(token) {
      // This method requires `fields`.
      const { user } = await withRetries(() => call(token, { path: '/about?fields=user' }, userSchema), retryPolicy)
      return { email: user.emailAddress, name: user.displayName }
    },
    async generateIds(token, count) {
      const path = `/files/generateIds?count=${count}&space=drive&type=files`
      const { ids } = await withRetries(() => call(token, { path }, idsSchema), retryPolicy)
      return ids
    },
    async createFolder(token, { name, id }) {
      const body = { name, mimeType: FOLDER, parents: ['root'], ...(id !== undefined && { id }) }
      const create = () => call(token, { path: '/files?fields=id,webViewLink', body }, folderSchema)
      try {
        // Without an id, a retry could create a second folder.
        const folder = await (id === undefined ? create() : withRetries(create, retryPolicy))
        return { id: folder.id, link: folder.webViewLink ?? null }
      } catch (thrown) {
        const alreadyExists = id !== undefined && thrown instanceof PlatformError && thrown.status === 409
        if (!alreadyExists) throw thrown
        const found = await call(token, { path: `/files/${encodeURIComponent(id)}?fields=id,webViewLink` }, folderSchema)
        return { id: found.id, link: found.webViewLink ?? null }
      }
    },
    upload: uploads.upload,
  }
}
