import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createToastTimers, TOAST_RECHECK_MS } from './toast-timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function someTimers() {
  const state = { isInUse: false, dismissed: [] as (string | number)[] }
  const timers = createToastTimers({ isInUse: () => state.isInUse, dismiss: (id) => state.dismissed.push(id) })
  return { state, timers }
}

it('a toast leaves after its time', () => {
  const { state, timers } = someTimers()
  timers.start('moved', 4000)
  vi.advanceTimersByTime(3999)
  expect(state.dismissed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(state.dismissed).toEqual(['moved'])
})

it('a toast in use leaves soon after its use ends', () => {
  const { state, timers } = someTimers()
  state.isInUse = true
  timers.start('moved', 4000)
  vi.advanceTimersByTime(60_000)
  expect(state.dismissed).toEqual([])
  state.isInUse = false
  vi.advanceTimersByTime(TOAST_RECHECK_MS)
  expect(state.dismissed).toEqual(['moved'])
})

it('a repeated toast starts its time again', () => {
  const { state, timers } = someTimers()
  timers.start('saved', 4000)
  vi.advanceTimersByTime(3000)
  timers.start('saved', 4000)
  vi.advanceTimersByTime(3999)
  expect(state.dismissed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(state.dismissed).toEqual(['saved'])
})
