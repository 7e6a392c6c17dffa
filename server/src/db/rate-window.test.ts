import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { countUse } from './rate-window.ts'

test('first uses that come at once are all counted, each once', async () => {
  const { db, drop } = await testDatabase()
  try {
    // One statement with "on conflict" of one column failed in one round of twenty.
    for (let round = 0; round < 150; round++) {
      const counted = await Promise.all(Array.from({ length: 10 }, () => countUse(db, `key-${round}`, 60_000)))
      expect(counted.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, at) => at + 1))
    }
  } finally {
    await drop()
  }
})

test('a window that is over begins anew', async () => {
  const { db, drop } = await testDatabase()
  try {
    await countUse(db, 'key', 60_000)
    expect(await countUse(db, 'key', 60_000)).toMatchObject({ count: 2 })
    expect(await countUse(db, 'key', 0)).toEqual({ count: 1, secondsLeft: 1 })
  } finally {
    await drop()
  }
})
