import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A load that takes 300 ms, and when its runs began. */
function slowLoad() {
  const startedAt: number[] = []
  const begin = Date.now()
  const load = () => {
    startedAt.push(Date.now() - begin)
    return new Promise((resolve) => setTimeout(resolve, 300))
  }
  return { load, startedAt }
}

test('a call loads at once, and calls meanwhile load once more after the pause', async () => {
  const { load, startedAt } = slowLoad()
  const changed = coalesce(load, 500)
  changed()
  await vi.advanceTimersByTimeAsync(100)
  changed()
  changed()
  await vi.advanceTimersByTimeAsync(500)
  changed()
  await vi.runAllTimersAsync()
  expect(startedAt).toEqual([0, 800])
  changed()
  expect(startedAt).toHaveLength(3)
})

test('changes that keep coming are loaded in turn, and the last one is not lost', async () => {
  const { load, startedAt } = slowLoad()
  const changed = coalesce(load, 500)
  for (let at = 0; at < 2000; at += 50) {
    changed()
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.runAllTimersAsync()
  expect(startedAt).toEqual([0, 800, 1600, 2400])
})
