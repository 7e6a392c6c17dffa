import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROCESSOR_INTERVAL_MS, startProcessor } from './post-processor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs at once, then every two minutes until it is stopped', async () => {
  const process = vi.fn<() => Promise<void>>(async () => undefined)
  const { stop } = startProcessor({ process })
  expect(process).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(process).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(process).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(10 * PROCESSOR_INTERVAL_MS)
  expect(process).toHaveBeenCalledTimes(2)
})

test('ignores a second start while running, and continues after a failure', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const ends: ((error?: Error) => void)[] = []
  const process = vi.fn<() => Promise<void>>(
    () => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  )
  const { stop } = startProcessor({ process })
  await vi.advanceTimersByTimeAsync(3 * PROCESSOR_INTERVAL_MS)
  expect(process).toHaveBeenCalledTimes(1)
  ends[0]?.(new Error('no network'))
  await vi.advanceTimersByTimeAsync(PROCESSOR_INTERVAL_MS)
  expect(process).toHaveBeenCalledTimes(2)
  expect(logged).toHaveBeenCalledTimes(1)
  logged.mockRestore()
  stop()
})
