import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../api/api-error.ts'
import { createUploadQueue, outcomeOf, progressOf } from './upload-queue.ts'

const photo = (name: string) => new File(['x'], name, { type: 'image/png' })
const stored = (filename: string, duplicate = false) => ({ filePath: `u/${filename}`, media: { filename }, duplicate }) as UploadedFile
const error = (code: ApiErrorCode, status: number) => new ApiError({ code, status, message: `${code} message` })

/** A queue whose requests the test answers, in the order of their start. */
function openQueue() {
  let ids = 0
  let added = 0
  const requests: {
    name: string
    id: string
    signal: AbortSignal
    onProgress(share: number): void
    finish(file?: UploadedFile): Promise<void>
    fail(error: ApiError): Promise<void>
  }[] = []
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0)
  }
  const queue = createUploadQueue({
    newId: () => `id${(ids += 1)}`,
    onAdded: () => (added += 1),
    upload: (file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(error('CANCELLED', 0)))
        const finish = (answer = stored(file.name)) => (resolve(answer), settled())
        requests.push({ ...options, name: file.name, finish, fail: (thrown) => (reject(thrown), settled()) })
      }),
  })
  const states = () => queue.store.getState().uploads.map(({ file, state }) => `${file.name} ${state}`)
  const request = (index: number) => {
    const found = requests[index]
    if (!found) throw new Error(`No request ${index}`)
    return found
  }
  return { queue, requests, request, states, added: () => added, names: () => requests.map(({ name }) => name) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('parallelism', () => {
  it('uploads three files at a time, in order', async () => {
    const { queue, names, request, states } = openQueue()
    queue.add(['a', 'b', 'c', 'd', 'e'].map(photo))
    expect(names()).toEqual(['a', 'b', 'c'])
    await request(1).finish()
    expect(names()).toEqual(['a', 'b', 'c', 'd'])
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending', 'e waiting'])
  })

  it('reports progress, new photos and duplicates', async () => {
    const { queue, request, added } = openQueue()
    queue.add([photo('a'), photo('b')])
    request(0).onProgress(0.5)
    expect(queue.store.getState().uploads[0]).toMatchObject({ state: 'sending', share: 0.5 })
    await request(0).finish()
    await request(1).finish(stored('first', true))
    const { uploads } = queue.store.getState()
    expect(uploads.map(({ state, note }) => [state, note])).toEqual([
      ['done', null],
      ['duplicate', 'Already in your library as "first"'],
    ])
    expect([added(), progressOf(uploads), outcomeOf(uploads)]).toEqual([1, '1 of 2 uploaded, 1 already in your library', null])
  })

  it('appends to a running batch and replaces a finished one', async () => {
    const { queue, request, states } = openQueue()
    queue.add([photo('a')])
    queue.add([photo('b')])
    await request(0).finish()
    await request(1).finish()
    expect(states()).toEqual(['a done', 'b done'])
    queue.add([photo('c')])
    expect(states()).toEqual(['c sending'])
  })

  it('rejects files without a request, and says why below the specified text', () => {
    const { queue, names, states } = openQueue()
    queue.add([
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      new File(['x'], 'moving.gif', { type: 'image/gif' }),
      new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }),
      new File([], 'empty.jpg', { type: 'image/jpeg' }),
    ])
    expect([names(), states()]).toEqual([[], ['notes.txt failed', 'moving.gif failed', 'drawing.svg failed', 'empty.jpg failed']])
    const { uploads } = queue.store.getState()
    expect(outcomeOf(uploads)).toBe('Failed to upload files. Please try again.')
    expect(uploads.map(({ note }) => note)).toEqual([
      'This file is not a supported image. Use PNG, JPEG, HEIC, WebP or AVIF.',
      'GIFs are not supported: slides do not move.',
      'This file is not a supported image. Use PNG, JPEG, HEIC, WebP or AVIF.',
      'This file is empty. Choose another one.',
    ])
    expect(uploads.map(({ isRetryable }) => isRetryable)).toEqual([false, false, false, false])
  })
})

describe('retries', () => {
  it('retries a lost connection after 1, 4 and 10 seconds under the same id, then fails', async () => {
    const { queue, requests, request, states } = openQueue()
    queue.add([photo('a')])
    for (const [index, delay] of [1000, 4000, 10_000].entries()) {
      await request(index).fail(error('OFFLINE', 0))
      expect(states()).toEqual(['a waiting'])
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(requests).toHaveLength(index + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(requests).toHaveLength(index + 2)
    }
    await request(3).fail(error('OFFLINE', 0))
    expect(states()).toEqual(['a failed'])
    expect(requests.map(({ id }) => id)).toEqual(['id1', 'id1', 'id1', 'id1'])
    queue.retry(['id1'])
    await request(4).fail(error('OFFLINE', 0))
    await vi.advanceTimersByTimeAsync(1000)
    expect(requests).toHaveLength(6)
  })

  it('lets other files pass while one waits, and resumes it when the connection is back', async () => {
    const { queue, request, names, states } = openQueue()
    queue.add(['a', 'b', 'c', 'd'].map(photo))
    await request(0).fail(error('OFFLINE', 0))
    expect(names()).toEqual(['a', 'b', 'c', 'd'])
    queue.resumeAll()
    expect(states()).toEqual(['a waiting', 'b sending', 'c sending', 'd sending'])
    await request(1).finish()
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'a'])
  })

  it.each([
    ['UPLOAD_TOO_LARGE', 413, false, 'UPLOAD_TOO_LARGE message'],
    ['UPLOAD_NOT_IMAGE', 415, false, 'UPLOAD_NOT_IMAGE message'],
    ['STORAGE_FULL', 507, true, 'STORAGE_FULL message'],
    ['INTERNAL', 500, true, 'Failed to save media item'],
  ] as const)('fails at once on %s', async (code, status, isRetryable, note) => {
    const { queue, request, requests } = openQueue()
    queue.add([photo('a')])
    await request(0).fail(error(code, status))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(1)
    const { uploads } = queue.store.getState()
    expect(uploads[0]).toMatchObject({ state: 'failed', note, isRetryable })
    expect(outcomeOf(uploads)).toBe('Failed to upload files. Please try again.')
  })

  it('lists files of an earlier page until the user retries them under their ids', () => {
    const { queue, requests, states } = openQueue()
    queue.addFailed([{ id: 'earlier', file: photo('a') }], 'Not uploaded.')
    expect([states(), requests.length]).toEqual([['a failed'], 0])
    queue.retry(['earlier'])
    expect(requests.map(({ id }) => id)).toEqual(['earlier'])
  })
})

describe('cancelling', () => {
  it('aborts the request, removes the file and starts the next', async () => {
    const { queue, request, names, states } = openQueue()
    queue.add(['a', 'b', 'c', 'd'].map(photo))
    queue.cancel(['id1'])
    await vi.advanceTimersByTimeAsync(0)
    expect(request(0).signal.aborted).toBe(true)
    expect(names()).toEqual(['a', 'b', 'c', 'd'])
    expect(states()).toEqual(['b sending', 'c sending', 'd sending'])
  })

  it('forgets scheduled retries', async () => {
    const { queue, request, requests, states } = openQueue()
    queue.add([photo('a')])
    await request(0).fail(error('OFFLINE', 0))
    queue.cancel(['id1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([requests.length, states()]).toEqual([1, []])
  })

  it('cancels all open files and keeps finished ones', async () => {
    const { queue, request, states } = openQueue()
    queue.add(['a', 'b', 'c', 'd'].map(photo))
    await request(0).finish()
    queue.cancelAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(states()).toEqual(['a done'])
    queue.dismiss()
    expect(states()).toEqual([])
  })
})

it('names the failed files of a finished batch', async () => {
  const { queue, request } = openQueue()
  queue.add(['a', 'b', 'c'].map(photo))
  await request(0).finish()
  await request(1).fail(error('INTERNAL', 500))
  expect(outcomeOf(queue.store.getState().uploads)).toBeNull()
  expect(progressOf(queue.store.getState().uploads)).toBe('Uploading: 2 of 3 done')
  await request(2).finish()
  expect(outcomeOf(queue.store.getState().uploads)).toBe('Successfully uploaded 2 files. Failed to upload: b')
})
