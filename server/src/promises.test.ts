import { expect, test, vi } from 'vitest'
import { withTimeout } from './promises.ts'

test('withTimeout returns the fallback after the timeout and ignores a later failure', async () => {
  vi.useFakeTimers()
  let isDone = false
  const slow = Promise.withResolvers<void>()
  const waited = withTimeout(slow.promise, 5000, () => 'late').then((outcome) => {
    isDone = true
    return outcome
  })
  await vi.advanceTimersByTimeAsync(4999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waited).toBe('late')
  // A later failure is ignored.
  slow.reject(new Error('late'))
  expect(await withTimeout(Promise.resolve('done'), 5000, () => 'late')).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
