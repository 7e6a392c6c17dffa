import type { ManualPostingFile } from '@ninesixteen/shared/api/manual-posting'
import { expect, test, vi } from 'vitest'
import { createFileLoader, type LoaderWays } from './file-loader.ts'

const filesOf = (count: number): ManualPostingFile[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `slide_${at + 1}.jpg`,
    url: `/files/${at}`,
    mimeType: 'image/jpeg',
    bytes: 3,
    width: 1080,
    height: 1920,
  }))

type Answer = () => Response | Promise<Response>
const ok: Answer = () => new Response('abc')
const cut: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** A network that answers each file in turn, and repeats the last answer. */
function line(answers: Record<string, Answer[]> = {}) {
  const asked: string[] = []
  const pauses: number[] = []
  const shown: string[] = []
  const released: string[] = []
  const ways: LoaderWays = {
    fetch: (async (url: string) => {
      asked.push(url)
      const left = answers[url] ?? [ok]
      const answer = left.length > 1 ? left.shift() : left[0]
      return (answer ?? ok)()
    }) as typeof fetch,
    pause: async (ms) => void pauses.push(ms),
    urlOf: (blob) => {
      const url = `blob:${(blob as File).name}`
      shown.push(url)
      return url
    },
    release: (url) => void released.push(url),
  }
  return { ways, asked, pauses, shown, released }
}

test('files load in order, under their names', async () => {
  const { ways, asked } = line()
  const loader = createFileLoader(filesOf(5), ways)
  loader.subscribe(() => undefined)
  await vi.waitUntil(() => loader.files().every(({ state }) => state === 'ready'))
  expect(asked).toEqual(['/files/0', '/files/1', '/files/2', '/files/3', '/files/4'])
  const [first] = loader.files()
  expect(first).toMatchObject({ shownUrl: 'blob:slide_1.jpg', blob: { name: 'slide_1.jpg', type: 'image/jpeg', size: 3 } })
})

test('three files load at a time, and a second call starts no more', async () => {
  const held = Promise.withResolvers<Response>()
  const { ways, asked } = line({ '/files/0': [() => held.promise], '/files/1': [() => held.promise], '/files/2': [() => held.promise] })
  const loader = createFileLoader(filesOf(6), ways)
  loader.subscribe(() => undefined)
  loader.retry()
  await vi.waitUntil(() => asked.length >= 3)
  expect(loader.files().map(({ state }) => state)).toEqual(['loading', 'loading', 'loading', 'waiting', 'waiting', 'waiting'])
  held.resolve(new Response('abc'))
  await vi.waitUntil(() => loader.files().some(({ state }) => state === 'ready'))
})

test('a lost request is retried with growing pauses', async () => {
  const { ways, pauses } = line({ '/files/0': [cut, () => new Response(null, { status: 503 }), ok] })
  const loader = createFileLoader(filesOf(1), ways)
  loader.subscribe(() => undefined)
  await vi.waitUntil(() => loader.files()[0]?.state === 'ready')
  expect(pauses).toEqual([500, 1500])
})

test('a failed file is marked, and loads on retry', async () => {
  const { ways, pauses } = line({ '/files/1': [cut, cut, cut, cut, ok] })
  const loader = createFileLoader(filesOf(2), ways)
  const changed = vi.fn<() => void>()
  loader.subscribe(changed)
  await vi.waitUntil(() => loader.files()[1]?.state === 'failed')
  expect([pauses, loader.files()[0]?.state]).toEqual([[500, 1500, 4000], 'ready'])
  loader.retry()
  await vi.waitUntil(() => loader.files().every(({ state }) => state === 'ready'))
  expect(changed).toHaveBeenCalled()
})

test('a missing file is not retried', async () => {
  const { ways, asked } = line({ '/files/0': [() => new Response(null, { status: 404 })] })
  const loader = createFileLoader(filesOf(1), ways)
  loader.subscribe(() => undefined)
  await vi.waitUntil(() => loader.files()[0]?.state === 'failed')
  expect(asked).toHaveLength(1)
})

test('leaving the page releases the files, and returning loads them again', async () => {
  const { ways, asked, released } = line()
  const loader = createFileLoader(filesOf(2), ways)
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
  expect(asked).toHaveLength(4)
})

test('a file that arrives after leaving is discarded', async () => {
  const held = Promise.withResolvers<Response>()
  const { ways, shown } = line({ '/files/0': [() => held.promise] })
  const loader = createFileLoader(filesOf(1), ways)
  const changed = vi.fn<() => void>()
  const leave = loader.subscribe(changed)
  leave()
  const calls = changed.mock.calls.length
  held.resolve(new Response('abc'))
  // A later response has been read, so this one has been handled.
  await new Response('later').blob()
  await new Response('and one more').blob()
  expect([changed.mock.calls.length - calls, shown, loader.files()[0]?.state]).toEqual([0, [], 'waiting'])
})
