import { expect, test, vi } from 'vitest'
import { reloadOnce } from './error-boundary.tsx'

function fakeStorage() {
  const items = new Map<string, string>()
  return { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) }
}

test('reloads a page with a missing chunk once per build', () => {
  const [storage, reload] = [fakeStorage(), vi.fn<() => void>()]
  expect(reloadOnce(storage, '/assets/index-one.js', reload)).toBe(true)
  expect(reloadOnce(storage, '/assets/index-one.js', reload)).toBe(false)
  // After the next update in the same tab.
  expect(reloadOnce(storage, '/assets/index-two.js', reload)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('does not reload without storage', () => {
  const reload = vi.fn<() => void>()
  expect(reloadOnce(null, '/assets/index-one.js', reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
