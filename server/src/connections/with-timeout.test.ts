import { expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('waits for what is quick, and leaves what is not to itself', async () => {
  vi.useFakeTimers()
  let isDone = false
  const slow = Promise.withResolvers<void>()
  const waited = withTimeout(slow.promise, 5000).then(() => (isDone = true))
  await vi.advanceTimersByTimeAsync(4999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await waited
  // A later failure is ignored.
  slow.reject(new Error('late'))
  await withTimeout(Promise.resolve(), 5000)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
