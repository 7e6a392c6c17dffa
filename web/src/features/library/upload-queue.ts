import { UPLOAD_MAX_BYTES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { create } from 'zustand'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { isPhotoFile } from '../../api/photo-file.ts'
import { useSessionGate } from '../../api/session-gate.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { whenTakenOver } from '../../app/unsaved-work.ts'
import { paths } from '../../app/paths.ts'
import { keepUploads, takeUploads } from './pending-uploads.ts'
import { refreshLibrary } from './library-queries.ts'

export type UploadState = 'waiting' | 'sending' | 'done' | 'duplicate' | 'failed'

export interface Upload {
  /** The photo's id in the library, which makes retries idempotent. */
  id: string
  file: File
  state: UploadState
  /** Share of sent bytes, 0 to 1. */
  share: number
  /** Why it failed or waits, or which photo it duplicates. */
  note: string | null
  /** False if a retry of the same file would fail again. */
  isRetryable: boolean
}

/** Concurrent uploads. Browsers open six connections per server, and thumbnails need some of them. */
const CONCURRENCY = 3
/** Delays of automatic retries after a lost connection. The browser's `online` event retries at once. */
const RETRY_DELAYS_MS = [1000, 4000, 10_000]

/** Uploads continue on other pages. The list stays until the user dismisses it. */
export const useUploadQueue = create<{ uploads: Upload[] }>(() => ({ uploads: [] }))

const senders = new Map<string, AbortController>()
const tries = new Map<string, number>()
const pauses = new Map<string, ReturnType<typeof setTimeout>>()

function uploads(): Upload[] {
  return useUploadQueue.getState().uploads
}

function patch(id: string, changes: Partial<Upload>): void {
  useUploadQueue.setState({ uploads: uploads().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)) })
}

/** Why the file is rejected before uploading, or null. */
function refusal(file: File): string | null {
  if (file.type === 'image/gif') return new AppError('UPLOAD_GIF').message
  if (file.type !== '' && !isPhotoFile(file)) return new AppError('UPLOAD_NOT_IMAGE').message
  if (file.size > UPLOAD_MAX_BYTES) return new AppError('UPLOAD_TOO_LARGE', { limit: `${UPLOAD_MAX_BYTES / 1024 / 1024} MB` }).message
  return null
}

function proceed(): void {
  const next = uploads().filter((upload) => upload.state === 'waiting' && !pauses.has(upload.id))
  for (const upload of next.slice(0, Math.max(0, CONCURRENCY - senders.size))) void send(upload)
}

async function send({ id, file }: Upload): Promise<void> {
  const sender = new AbortController()
  senders.set(id, sender)
  patch(id, { state: 'sending', share: 0, note: null })
  try {
    const options = { id, signal: sender.signal, onProgress: (share: number) => patch(id, { share }) }
    const { media, duplicate } = await uploadFile(file, 'media', options)
    if (media && !duplicate) void refreshLibrary()
    const note = duplicate && media ? `Already in your library as "${media.filename}"` : null
    patch(id, { state: duplicate ? 'duplicate' : 'done', share: 1, note })
  } catch (cause) {
    fail(id, toApiError(cause))
  } finally {
    senders.delete(id)
    proceed()
  }
}

function fail(id: string, error: ApiError): void {
  // Cancelled uploads are no longer in the list.
  if (error.code === 'CANCELLED') return
  const tried = tries.get(id) ?? 0
  const pause = RETRY_DELAYS_MS[tried]
  if (error.code === 'OFFLINE' && pause !== undefined) {
    tries.set(id, tried + 1)
    pauses.set(
      id,
      setTimeout(() => resume(id), pause),
    )
    return patch(id, { state: 'waiting', share: 0, note: 'Connection lost. Retrying...' })
  }
  const isFinal = error.status === 415 || error.status === 413
  patch(id, { state: 'failed', note: error.code === 'INTERNAL' ? 'Failed to save media item' : error.message, isRetryable: !isFinal })
}

function resume(id: string): void {
  clearTimeout(pauses.get(id))
  pauses.delete(id)
  proceed()
}

function drop(ids: readonly string[]): void {
  for (const id of ids) {
    clearTimeout(pauses.get(id))
    pauses.delete(id)
    tries.delete(id)
    senders.get(id)?.abort()
  }
  useUploadQueue.setState({ uploads: uploads().filter((upload) => !ids.includes(upload.id)) })
}

export function isOpen(upload: Upload): boolean {
  return upload.state === 'waiting' || upload.state === 'sending'
}

export const uploadQueue = {
  add(files: readonly File[]): void {
    // A new batch replaces a finished one.
    const before = uploads().some(isOpen) ? uploads() : []
    const added = files.map((file): Upload => {
      const note = refusal(file)
      return { id: crypto.randomUUID(), file, state: note === null ? 'waiting' : 'failed', share: 0, note, isRetryable: note === null }
    })
    useUploadQueue.setState({ uploads: [...before, ...added] })
    proceed()
  },
  /** Lists the files that this user couldn't upload earlier. They wait for a retry by the user. */
  async restorePending(userId: string): Promise<void> {
    const back = await takeUploads(userId)
    const note = 'Not uploaded: another user signed in.'
    const added = back.map(({ id, file }): Upload => ({ id, file, state: 'failed', share: 0, note, isRetryable: true }))
    if (added.length > 0) useUploadQueue.setState({ uploads: [...uploads(), ...added] })
  },
  cancel: (id: string) => drop([id]),
  cancelAll: () =>
    drop(
      uploads()
        .filter(isOpen)
        .map((upload) => upload.id),
    ),
  dismiss: () => drop(uploads().map((upload) => upload.id)),
  retry(ids: readonly string[]): void {
    for (const id of ids) {
      tries.delete(id)
      patch(id, { state: 'waiting', share: 0, note: null })
    }
    proceed()
  },
}

addEventListener('online', () => [...pauses.keys()].forEach(resume))
addEventListener('beforeunload', (event) => {
  if (uploads().some(isOpen)) event.preventDefault()
})
// When another user signs in, the open files are stored until their own user returns. Signing out discards them.
whenTakenOver(async (userId) => {
  const open = uploads().filter((upload) => isOpen(upload) || (upload.state === 'failed' && upload.isRetryable))
  uploadQueue.dismiss()
  if (open.length === 0) return null
  await keepUploads(
    userId,
    open.map(({ id, file }) => ({ id, file })),
  )
  return { what: 'photos', path: paths.photos }
})
useSessionGate.subscribe(({ left }) => {
  if (left === 'signed-out') uploadQueue.dismiss()
})

/** The specified text for a finished batch with failures, else null. */
export function outcomeOf(batch: readonly Upload[]): string | null {
  const failed = batch.filter((upload) => upload.state === 'failed')
  if (failed.length === 0 || batch.some(isOpen)) return null
  const done = batch.filter((upload) => upload.state === 'done').length
  if (done === 0) return 'Failed to upload files. Please try again.'
  return `Successfully uploaded ${done} files. Failed to upload: ${failed.map((upload) => upload.file.name).join(', ')}`
}

/** Progress of a batch in one line. */
export function progressOf(batch: readonly Upload[]): string {
  const count = (state: UploadState) => batch.filter((upload) => upload.state === state).length
  const open = batch.filter(isOpen).length
  if (open > 0) return `Uploading: ${batch.length - open} of ${batch.length} done`
  const there = count('duplicate')
  return `${count('done')} of ${batch.length} uploaded${there > 0 ? `, ${there} already in your library` : ''}`
}
