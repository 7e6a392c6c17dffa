import { expect, test } from 'vitest'
import { loadNeeded } from './load-needed.ts'
import type { NeededAssets } from './shaper.ts'

const NOTHING: NeededAssets = { fonts: [], emoji: [], tables: [], uploads: [], bidi: false }

test('loads round by round until nothing is needed', async () => {
  const rounds: NeededAssets[] = [
    { ...NOTHING, tables: ['han'] },
    { ...NOTHING, tables: ['jp'] },
    { ...NOTHING, fonts: ['jp-1'] },
    { ...NOTHING, uploads: ['user/1_a.font'] },
    { ...NOTHING, bidi: true },
  ]
  const loaded: NeededAssets[] = []
  await loadNeeded(
    () => rounds[loaded.length] ?? NOTHING,
    async (needed) => void loaded.push(needed),
  )
  expect(loaded).toEqual(rounds)
})

test('gives up on what does not come, and passes a failure on', async () => {
  const needs = (): NeededAssets => ({ ...NOTHING, fonts: ['jp-1'] })
  await expect(loadNeeded(needs, async () => undefined)).rejects.toThrow('did not load')
  await expect(loadNeeded(needs, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
})
