import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const page = new EventTarget()
const network = { onLine: true }

beforeEach(() => {
  network.onLine = true
  vi.useFakeTimers()
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Load = () => Promise<string>
const missing: Load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

it('retries a chunk that failed to load', async () => {
  const { loadPart } = await import('./load-part.tsx')
  const load = vi.fn<Load>(() => Promise.resolve('menu')).mockImplementationOnce(missing)
  const part = loadPart(load)
  await vi.runAllTimersAsync()
  expect(await part).toBe('menu')
  expect(load).toHaveBeenCalledTimes(2)
})

it('fails when the chunk no longer exists', async () => {
  const { loadPart } = await import('./load-part.tsx')
  const load = vi.fn<Load>(missing)
  const outcome = loadPart(load).catch(String)
  await vi.runAllTimersAsync()
  expect(await outcome).toContain('dynamically imported')
  expect(load).toHaveBeenCalledTimes(4)
})

it('waits while the browser is offline, however long that takes', async () => {
  const { loadPart } = await import('./load-part.tsx')
  network.onLine = false
  const load = vi.fn<Load>(() => Promise.resolve('menu')).mockImplementationOnce(missing)
  const part = loadPart(load)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(load).toHaveBeenCalledTimes(1)
  network.onLine = true
  page.dispatchEvent(new Event('online'))
  expect(await part).toBe('menu')
})
