import { afterEach, expect, it, vi } from 'vitest'
import { holdHistory, isStepHeld, releaseHistory } from './held-history.ts'

afterEach(() => vi.unstubAllGlobals())

it('a step is held while a dialog has unsaved text, and continues when the user discards it', () => {
  const steps: number[] = []
  vi.stubGlobal('history', { go: (entries: number) => steps.push(entries) })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  let isDirty = false
  let leave = (): void => undefined
  const release = holdHistory({ isDirty: () => isDirty, ask: (next) => (leave = next) })
  expect(isStepHeld(-1)).toBe(false)

  isDirty = true
  expect(isStepHeld(-2)).toBe(true)
  expect(steps).toEqual([2])
  expect(isStepHeld(2), 'the step back to the entry').toBe(true)
  // Asked again after "Keep editing".
  expect(isStepHeld(-1)).toBe(true)
  expect(isStepHeld(1)).toBe(true)
  leave()
  expect(steps).toEqual([2, 1, -1])
  expect(isStepHeld(-1), 'the confirmed step').toBe(false)

  release()
  expect(isStepHeld(-1), 'no dialog is open').toBe(false)
  holdHistory({ isDirty: () => true, ask: () => undefined })
  releaseHistory()
  expect(isStepHeld(-1), 'the page reloads for another user').toBe(false)
})
