import { beforeEach, expect, test, vi } from 'vitest'
import { aiLabelOf, withAiLabel } from './ai-label.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test('the AI label of a slideshow applies to all accounts and later posts', () => {
  const choices = { a: { aiGenerated: false }, b: { aiGenerated: false, story: true }, c: { blog: 'moss' } }
  expect(aiLabelOf({ projectId: 'p' })).toEqual({})
  expect(withAiLabel(choices, { aiGenerated: true }, { projectId: 'p' })).toEqual({
    a: { aiGenerated: true },
    b: { aiGenerated: true, story: true },
    c: { blog: 'moss' },
  })
  expect(aiLabelOf({ projectId: 'p' })).toEqual({ aiGenerated: true })
  expect(aiLabelOf({ projectId: 'other' })).toEqual({})
  withAiLabel(choices, { aiGenerated: false }, { projectId: 'p' })
  expect(aiLabelOf({ projectId: 'p' })).toEqual({})
})

test('a slideshow with AI photos has the label, unless the user decided otherwise', () => {
  expect(aiLabelOf({ projectId: 'p' }, true)).toEqual({ aiGenerated: true })
  expect(aiLabelOf({ projectId: 'p' }, false)).toEqual({})
  withAiLabel({ a: { aiGenerated: true } }, { aiGenerated: false }, { projectId: 'p' })
  expect(aiLabelOf({ projectId: 'p' }, true)).toEqual({})
})

test('other choices apply to their account only', () => {
  const choices = { a: { aiGenerated: false } }
  expect(withAiLabel(choices, { story: true }, { projectId: 'p' })).toBe(choices)
})
