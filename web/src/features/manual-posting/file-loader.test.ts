import type { ManualPostingFile } from '@ninesixteen/shared/api/manual-posting'
import { expect, test, vi } from 'vitest'
import { createFileLoader, type BrowserFunctions } from './file-loader.ts'

const filesOf = (count: number): ManualPostingFile[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `slide_${at + 1}.jpg`,
    url: `/files/${at}`,
    mimeType: 'image/jpeg',
    bytes: 3,
    width: 1080,
    height: 1920,
  }))

type RespondWith = () => Response | Promise<Response>
const ok: RespondWith = () => new Response('abc')
const connectionLost: RespondWith = () => Promise.reject(new TypeError('Failed to fetch'))

/** Responds to each URL in turn, and repeats the last response. */
function createTestNetwork(responses: Record<string, RespondWith[]> = {}) {
  const requestedUrls: string[] = []
  const pauses: number[] = []
  const createdUrls: string[] = []
  const released: string[] = []
  const browser: BrowserFunctions = {
    fetch: (async (url: string) => {
      requestedUrls.push(url)
      const remaining = responses[url] ?? [ok]
      const respond = remaining.length > 1 ? remaining.shift() : remaining[0]
      return (respond ?? ok)()
    }) as typeof fetch,
    pause: async (ms) => void pauses.push(ms),
    urlOf: (blob) => {
      const url = `blob:${(blob as File).name}`
      createdUrls.push(url)
      return url
    },
    release: (url) => void released.push(url),
  }
  return { browser, requestedUrls, pauses, createdUrls, released }
}

test('files load in order and retain their names', async () => {
  const { browser, requestedUrls } = createTestNetwork()
  const loader = createFileLoader(filesOf(5), browser)
  loader.subscribe(() => undefined)
  await vi.waitUntil(() => loader.files().every(({ state }) => state === 'ready'))
  expect(requestedUrls).toEqual(['/files/0', '/files/1', '/files/2', '/files/3', '/files/4'])
  const [first] = loader.files()
  expect(first).toMatchObject({ shownUrl: 'blob:slide_1.jpg', blob: { name: 'slide_1.jpg', type: 'image/jpeg', size: 3 } })
})

test('at most three files load at a time, even after a retry', async () => {
  const pending = Promise.withResolvers<Response>()
  const { browser, requestedUrls } = createTestNetwork({
    '/files/0': [() => pending.promise],
    '/files/1': [() => pending.promise],
    '/files/2': [() => pending.promise],
  })
  const loader = createFileLoader(filesOf(6), browser)
  loader.subscribe(() => undefined)
  loader.retry()
  await vi.waitUntil(() => requestedUrls.length >= 3)
  expect(loader.files().map(({ state }) => state)).toEqual(['loading', 'loading', 'loading', 'waiting', 'waiting', 'waiting'])
  pending.resolve(new Response('abc'))
  await vi.waitUntil(() => loader.files().some(({ state }) => state === 'ready'))
})

test('a failed request is retried with increasing pauses', async () => {
  const { browser, pauses } = createTestNetwork({ '/files/0': [connectionLost, () => new Response(null, { status: 503 }), ok] })
  const loader = createFileLoader(filesOf(1), browser)
  loader.subscribe(() => undefined)
  await vi.waitUntil(() => loader.files()[0]?.state === 'ready')
  expect(pauses).toEqual([500, 1500])
})

test('a file fails after three retries and loads on a manual retry', async () => {
  const { browser, pauses } = createTestNetwork({ '/files/1': [connectionLost, connectionLost, connectionLost, connectionLost, ok] })
  const loader = createFileLoader(filesOf(2), browser)
  const listener = vi.fn<() => void>()
  loader.subscribe(listener)
  await vi.waitUntil(() => loader.files()[1]?.state === 'failed')
  expect([pauses, loader.files()[0]?.state]).toEqual([[500, 1500, 4000], 'ready'])
  loader.retry()
  await vi.waitUntil(() => loader.files().every(({ state }) => state === 'ready'))
  expect(listener).toHaveBeenCalled()
})

test('a missing file is not retried', async () => {
  const { browser, requestedUrls } = createTestNetwork({ '/files/0': [() => new Response(null, { status: 404 })] })
  const loader = createFileLoader(filesOf(1), browser)
  loader.subscribe(() => undefined)
  await vi.waitUntil(() => loader.files()[0]?.state === 'failed')
  expect(requestedUrls).toHaveLength(1)
})

test('unsubscribing releases the files, and subscribing loads them again', async () => {
  const { browser, requestedUrls, released } = createTestNetwork()
  const loader = createFileLoader(filesOf(2), browser)
  const areReady = () => loader.files().every(({ state }) => state === 'ready')
  const leave = loader.subscribe(() => undefined)
  await vi.waitUntil(areReady)
  leave()
  expect(released).toEqual(['blob:slide_1.jpg', 'blob:slide_2.jpg'])
  expect(loader.files().map(({ state, shownUrl }) => [state, shownUrl])).toEqual([
    ['waiting', null],
    ['waiting', null],
  ])
  loader.subscribe(() => undefined)
  await vi.waitUntil(areReady)
  expect(requestedUrls).toHaveLength(4)
})

test('a file that arrives after unsubscribing is discarded', async () => {
  const pending = Promise.withResolvers<Response>()
  const { browser, createdUrls } = createTestNetwork({ '/files/0': [() => pending.promise] })
  const loader = createFileLoader(filesOf(1), browser)
  const listener = vi.fn<() => void>()
  const leave = loader.subscribe(listener)
  leave()
  const calls = listener.mock.calls.length
  pending.resolve(new Response('abc'))
  // A later response has been read, so this one has been handled.
  await new Response('later').blob()
  await new Response('and one more').blob()
  expect([listener.mock.calls.length - calls, createdUrls, loader.files()[0]?.state]).toEqual([0, [], 'waiting'])
})
