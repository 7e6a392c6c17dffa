import { beforeEach, expect, it, vi } from 'vitest'
import { beforeUserChange } from './unsaved-work.ts'
import { deleteUnsavedWork, storeUnsavedWork, readUnsavedWork } from './unsaved-work-list.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
})

it('stores the unsaved work of every part of the page under its user until it is dropped', async () => {
  const ends = [
    beforeUserChange(() => ({ what: 'slideshow', path: '/content_studio?project=1' })),
    beforeUserChange(async () => ({ what: 'photos', path: '/photos' })),
    beforeUserChange(() => null),
    beforeUserChange(() => Promise.reject(new Error('storage full'))),
  ]
  await storeUnsavedWork('ada')
  await storeUnsavedWork('ada')
  expect(readUnsavedWork('ada').map(({ path }) => path)).toEqual(['/content_studio?project=1', '/photos'])
  expect(readUnsavedWork('bo')).toEqual([])
  deleteUnsavedWork('ada', '/photos')
  expect(readUnsavedWork('ada')).toEqual([{ what: 'slideshow', path: '/content_studio?project=1' }])
  for (const end of ends) end()
  await storeUnsavedWork('bo')
  expect(readUnsavedWork('bo')).toEqual([])
})

it('does not wait for a storage that never responds', async () => {
  vi.useFakeTimers()
  const end = beforeUserChange(() => new Promise(() => undefined))
  const storing = storeUnsavedWork('ada')
  await vi.runAllTimersAsync()
  await storing
  end()
  vi.useRealTimers()
})
