import { expect, test, vi } from 'vitest'
import { reloadOnce } from './reload-once.ts'

function windowOfBrowser() {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

test('a page whose part is gone is loaded anew once for each build, and not for ever', () => {
  const [storage, reload] = [windowOfBrowser(), vi.fn<() => void>()]
  expect(reloadOnce(storage, '/assets/index-one.js', reload)).toBe(true)
  expect(reloadOnce(storage, '/assets/index-one.js', reload)).toBe(false)
  // After the next update in the same tab.
  expect(reloadOnce(storage, '/assets/index-two.js', reload)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('it is not where nothing can be noted', () => {
  const reload = vi.fn<() => void>()
  expect(reloadOnce(null, '/assets/index-one.js', reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
