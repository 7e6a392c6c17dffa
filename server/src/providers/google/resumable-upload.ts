import { z } from 'zod'
import type { Fetch } from '../http.ts'
import { asPlatformError, PlatformError } from '../platform-error.ts'
import { parseJson } from '../read-response.ts'
import { driveError, readDriveAnswer } from './response.ts'
import { createByteWindow, type ByteWindow } from './byte-window.ts'
import { pauseAfter, withRetries, type RetryPolicy } from './retry-policy.ts'
import type { GoogleSettings } from './settings.ts'

/**
 * Bytes per request, buffered until Drive confirms them. Drive requires multiples of 262,144 for every chunk but the last.
 */
export const CHUNK_BYTES = 32 * 256 * 1024
/** How often an upload restarts because Drive lost its session. */
const SESSIONS_MAX = 3
/** Refusals that a new session wouldn't change. */
const FINAL = ['storageQuotaExceeded', 'insufficientPermissions', 'appNotAuthorizedToFile', 'fileIdInUse', 'dailyLimitExceeded']
const FIELDS = 'id,size,md5Checksum'

export interface DriveUpload {
  name: string
  mimeType: string
  folderId: string
  /** In bytes, at least one. */
  size: number
  /** The bytes; can be read once. */
  source: AsyncIterable<Uint8Array>
  /** A generated id. Two uploads with the same id leave one file. */
  fileId?: string | undefined
  signal: AbortSignal
}

const fileSchema = z.object({ id: z.string().min(1), size: z.string().optional(), md5Checksum: z.string().optional() })
type StoredFile = z.infer<typeof fileSchema>
type Progress = { stored: number } | { file: StoredFile }

interface Parts {
  fetch: Fetch
  retryPolicy: RetryPolicy
}

/** Resumable uploads of Drive v3: after an interruption, asks Drive what it has and sends the rest. */
export function createUploads({ apiUrl }: GoogleSettings, { fetch: request, retryPolicy }: Parts) {
  /** Returns the session's URL. The URL is a credential: it never appears in logs or errors. */
  async function begin(token: string, { name, mimeType, folderId, fileId, size, signal }: DriveUpload): Promise<string> {
    const response = await request(`${apiUrl}/upload/drive/v3/files?uploadType=resumable&fields=${FIELDS}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json; charset=UTF-8',
        'x-upload-content-type': mimeType,
        'x-upload-content-length': String(size),
      },
      body: JSON.stringify({ name, parents: [folderId], ...(fileId !== undefined && { id: fileId }) }),
      signal,
    })
    if (!response.ok) throw driveError(response, parseJson(await response.text()))
    await response.body?.cancel()
    const url = new URL(response.headers.get('location') ?? '', apiUrl)
    // Upload only to the origin that received the token, whatever the response says.
    if (url.origin !== new URL(apiUrl).origin) throw new PlatformError({ fault: 'refused', status: 200, code: 'foreign_session' })
    return url.href
  }

  async function put(session: string, range: string, given: { bytes?: Uint8Array<ArrayBuffer>; signal: AbortSignal }): Promise<Progress> {
    const { bytes = new Uint8Array(), signal } = given
    const response = await request(session, { method: 'PUT', headers: { 'content-range': range }, body: bytes, signal })
    if (response.status !== 308) return { file: await readDriveAnswer(response, fileSchema) }
    await response.body?.cancel()
    // `bytes=0-N` has arrived; without the header, nothing has.
    const last = /^bytes=0-(\d+)$/.exec(response.headers.get('range') ?? '')?.[1]
    return { stored: last === undefined ? 0 : Number(last) + 1 }
  }

  async function putChunk(session: string, bytes: ByteWindow, at: { stored: number; size: number; signal: AbortSignal }) {
    const { stored, size, signal } = at
    const chunk = await bytes.read(stored, CHUNK_BYTES)
    // Drive lost bytes that it had confirmed, and they are already released here.
    if (!chunk) throw new PlatformError({ fault: 'refused', status: 308, code: 'session_lost' })
    return asPlatformError(put(session, `bytes ${stored}-${stored + chunk.byteLength - 1}/${size}`, { bytes: chunk, signal }))
  }

  /** Sends what Drive doesn't have yet; gives up after several requests in a row without progress. */
  async function send(session: string, bytes: ByteWindow, { size, signal }: DriveUpload): Promise<StoredFile> {
    let stored = 0
    let fruitless = 0
    let isUnsure = false
    for (;;) {
      try {
        const progress = isUnsure
          ? await asPlatformError(put(session, `bytes */${size}`, { signal }))
          : await putChunk(session, bytes, { stored, size, signal })
        if ('file' in progress) return progress.file
        const isFurther = progress.stored > stored
        if (!isFurther && !isUnsure) throw new PlatformError({ fault: 'down', status: 308, code: 'no_progress' })
        if (isFurther) fruitless = 0
        isUnsure = false
        stored = progress.stored
        // A file of one chunk stays buffered, so it can be sent again when the session is lost.
        if (size > CHUNK_BYTES) bytes.forget(stored)
      } catch (thrown) {
        fruitless += 1
        isUnsure = true
        const ms = signal.aborted ? null : pauseAfter(thrown, fruitless, retryPolicy.random)
        if (ms === null) throw thrown
        await retryPolicy.pause(ms, signal)
      }
    }
  }

  async function find(token: string, { fileId = '', signal }: DriveUpload): Promise<StoredFile> {
    const url = `${apiUrl}/drive/v3/files/${encodeURIComponent(fileId)}?fields=${FIELDS}`
    const userInfoRequest = request(url, { headers: { authorization: `Bearer ${token}` }, signal })
    return asPlatformError(userInfoRequest.then((response) => readDriveAnswer(response, fileSchema)))
  }

  /** Deletes an incomplete upload, which Drive would otherwise hold for a week. */
  async function abandon(session: string): Promise<void> {
    await request(session, { method: 'DELETE' }).then(
      (response) => response.body?.cancel(),
      () => undefined,
    )
  }

  /** Runs one session; null if Drive lost it while all bytes are still buffered. */
  async function attempt(token: string, wanted: DriveUpload, bytes: ByteWindow): Promise<StoredFile | null> {
    const { fileId, signal } = wanted
    let session: string
    try {
      session = await withRetries(() => asPlatformError(begin(token, wanted)), retryPolicy, signal)
    } catch (thrown) {
      if (!isThere(thrown, fileId)) throw thrown
      return find(token, wanted)
    }
    try {
      return await send(session, bytes, wanted)
    } catch (thrown) {
      await abandon(session)
      if (isThere(thrown, fileId)) return find(token, wanted)
      if (!isLostSession(thrown)) throw thrown
      if (wanted.size <= CHUNK_BYTES) return null
      throw new PlatformError({ fault: 'down', status: thrown.status, code: 'session_lost' }, { cause: thrown })
    }
  }

  return {
    async upload(token: string, wanted: DriveUpload): Promise<string> {
      const bytes = createByteWindow(wanted.source, wanted.size)
      for (let sessions = 0; sessions < SESSIONS_MAX; sessions += 1) {
        const file = await attempt(token, wanted, bytes)
        if (file) return verified(file, wanted.size, await bytes.md5())
      }
      throw new PlatformError({ fault: 'down', status: 404, code: 'session_lost' })
    },
  }
}

/** With a generated id, "already exists" means that the upload succeeded and its response was lost, or a parallel one was faster. */
function isThere(thrown: unknown, fileId: string | undefined): boolean {
  return fileId !== undefined && thrown instanceof PlatformError && thrown.status === 409
}

/** 404 is an expired session; Drive's documentation recommends restarting after any other refusal, too. */
function isLostSession(thrown: unknown): thrown is PlatformError {
  return thrown instanceof PlatformError && thrown.fault === 'refused' && !FINAL.includes(thrown.code)
}

/** Throws unless Drive's checksum matches the sent file's. */
function verified(file: StoredFile, size: number, md5: string): string {
  const isSameSize = file.size === undefined || Number(file.size) === size
  const isSameSum = file.md5Checksum === undefined || file.md5Checksum === md5
  if (isSameSize && isSameSum) return file.id
  throw new PlatformError({ fault: 'down', status: 200, code: 'not_whole' })
}
