import { z } from 'zod'
import { createFetch, type Fetch } from '../http.ts'
import { asPlatformError, PlatformError } from '../platform-error.ts'
import { readDriveAnswer } from './answer.ts'
import { RETRY_POLICY, withRetries, type RetryPolicy } from './patience.ts'
import { createUploads, type DriveUpload } from './resumable-upload.ts'
import type { GoogleSettings } from './settings.ts'

const FOLDER = 'application/vnd.google-apps.folder'

export interface DriveUser {
  email: string
  name: string
}

export interface DriveFolder {
  id: string
  /** Where a person sees it; null where Drive did not say. */
  link: string | null
}

/** Drive v3 with one person's access token. Every failure is a PlatformError, an abort by the caller its own reason. */
export interface GoogleDrive {
  /** Whose Drive it is: the cheapest question that tells whether the token works. */
  about(token: string): Promise<DriveUser>
  /** Ids for files and folders to come. With one of them a creation that was answered by nobody can be repeated safely. */
  generateIds(token: string, count: number): Promise<string[]>
  /** Names need not be unique: without an id, a repeated call makes a second folder of the same name. */
  createFolder(token: string, folder: { name: string; id?: string | undefined }): Promise<DriveFolder>
  /** Gives the id of the file, which is whole in Drive then. */
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
  /** With time for a chunk of bytes on a slow line. */
  uploadFetch?: Fetch
  patience?: RetryPolicy
}

export function createGoogleDrive(settings: GoogleSettings, parts: DriveParts = {}): GoogleDrive {
  const { fetch: request = createFetch({ answerMs: 20_000, silenceMs: 20_000 }), patience = RETRY_POLICY } = parts
  const { uploadFetch = createFetch({ answerMs: 180_000, silenceMs: 20_000 }) } = parts
  const api = `${settings.apiUrl}/drive/v3`
  const uploads = createUploads(settings, { fetch: uploadFetch, patience })

  function call<T>(token: string, { path, body }: { path: string; body?: unknown }, schema: z.ZodType<T>): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body !== undefined) headers['content-type'] = 'application/json; charset=UTF-8'
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return asPlatformError(request(`${api}${path}`, init).then((response) => readDriveAnswer(response, schema)))
  }

  return {
    async about(token) {
      // `fields` is mandatory for this one method.
      const { user } = await withRetries(() => call(token, { path: '/about?fields=user' }, userSchema), patience)
      return { email: user.emailAddress, name: user.displayName }
    },
    async generateIds(token, count) {
      const path = `/files/generateIds?count=${count}&space=drive&type=files`
      const { ids } = await withRetries(() => call(token, { path }, idsSchema), patience)
      return ids
    },
    async createFolder(token, { name, id }) {
      const body = { name, mimeType: FOLDER, parents: ['root'], ...(id !== undefined && { id }) }
      const create = () => call(token, { path: '/files?fields=id,webViewLink', body }, folderSchema)
      try {
        // Without an id of its own a second try could make a second folder.
        const made = await (id === undefined ? create() : withRetries(create, patience))
        return { id: made.id, link: made.webViewLink ?? null }
      } catch (thrown) {
        const wasMade = id !== undefined && thrown instanceof PlatformError && thrown.status === 409
        if (!wasMade) throw thrown
        const found = await call(token, { path: `/files/${encodeURIComponent(id)}?fields=id,webViewLink` }, folderSchema)
        return { id: found.id, link: found.webViewLink ?? null }
      }
    },
    upload: uploads.upload,
  }
}
