import { UPLOAD_MAX_BYTES } from '@ninesixteen/shared/api/limits'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ApiError, toApiError } from '../../api/api-error.ts'
import { isPhotoFile } from '../../api/upload-file.ts'

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

export interface UploadQueueDeps {
  /** Uploads one file to the library. Rejects with an ApiError. */
  upload(file: File, options: { id: string; signal: AbortSignal; onProgress(share: number): void }): Promise<UploadedFile>
  /** The library has a new photo. */
  onAdded(): void
  newId(): string
}

export interface UploadQueue {
  store: StoreApi<{ uploads: Upload[] }>
  add(files: readonly File[]): void
  /** Lists files that wait for a retry by the user. */
  addFailed(files: readonly { id: string; file: File }[], note: string): void
  cancel(ids: readonly string[]): void
  cancelAll(): void
  dismiss(): void
  retry(ids: readonly string[]): void
  /** Retries uploads that wait for the connection. */
  resumeAll(): void
}

/** Uploads files, a few at a time, and retries lost connections. */
export function createUploadQueue({ upload, onAdded, newId }: UploadQueueDeps): UploadQueue {
  const store = createStore<{ uploads: Upload[] }>(() => ({ uploads: [] }))
  const senders = new Map<string, AbortController>()
  const tries = new Map<string, number>()
  const pauses = new Map<string, ReturnType<typeof setTimeout>>()
  const uploads = (): Upload[] => store.getState().uploads

  const patch = (id: string, changes: Partial<Upload>): void =>
    store.setState({ uploads: uploads().map((one) => (one.id === id ? { ...one, ...changes } : one)) })

  function proceed(): void {
    const next = uploads().filter(({ id, state }) => state === 'waiting' && !pauses.has(id))
    for (const one of next.slice(0, Math.max(0, CONCURRENCY - senders.size))) void send(one)
  }

  async function send({ id, file }: Upload): Promise<void> {
    const sender = new AbortController()
    senders.set(id, sender)
    patch(id, { state: 'sending', share: 0, note: null })
    try {
      const { media, duplicate } = await upload(file, { id, signal: sender.signal, onProgress: (share) => patch(id, { share }) })
      if (media && !duplicate) onAdded()
      const note = duplicate && media ? `Already in your library as "${media.filename}"` : null
      patch(id, { state: duplicate ? 'duplicate' : 'done', share: 1, note })
    } catch (error) {
      fail(id, toApiError(error))
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
    store.setState({ uploads: uploads().filter(({ id }) => !ids.includes(id)) })
  }

  const idsOf = (list: readonly Upload[]): string[] => list.map(({ id }) => id)
  return {
    store,
    add(files) {
      // A new batch replaces a finished one.
      const before = uploads().some(isOpen) ? uploads() : []
      const added = files.map((file): Upload => {
        const note = refusal(file)
        return { id: newId(), file, state: note === null ? 'waiting' : 'failed', share: 0, note, isRetryable: note === null }
      })
      store.setState({ uploads: [...before, ...added] })
      proceed()
    },
    addFailed(files, note) {
      const added = files.map(({ id, file }): Upload => ({ id, file, state: 'failed', share: 0, note, isRetryable: true }))
      if (added.length > 0) store.setState({ uploads: [...uploads(), ...added] })
    },
    cancel: drop,
    cancelAll: () => drop(idsOf(uploads().filter(isOpen))),
    dismiss: () => drop(idsOf(uploads())),
    retry(ids) {
      for (const id of ids) {
        tries.delete(id)
        patch(id, { state: 'waiting', share: 0, note: null })
      }
      proceed()
    },
    resumeAll: () => [...pauses.keys()].forEach(resume),
  }
}

/** Why the file is rejected before uploading, or null. */
function refusal(file: File): string | null {
  if (file.size === 0) return new AppError('UPLOAD_EMPTY').message
  if (file.type === 'image/gif') return new AppError('UPLOAD_GIF').message
  if (file.type !== '' && !isPhotoFile(file)) return new AppError('UPLOAD_NOT_IMAGE').message
  if (file.size > UPLOAD_MAX_BYTES) return new AppError('UPLOAD_TOO_LARGE', { limit: `${UPLOAD_MAX_BYTES / 1024 / 1024} MB` }).message
  return null
}

export function isOpen({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

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
