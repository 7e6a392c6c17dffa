import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPerUserLimit } from './per-user-limit.ts'

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}

test('a user has a limited number of running tasks, in order, while others pass', async () => {
  const shared = createPerUserLimit({ atOnce: 2, waiting: 10, waitMs: 60_000 })
  const done: string[] = []
  const hold = gate()
  const ann = [1, 2, 3, 4].map((n) =>
    shared('ann', async () => {
      done.push(`ann ${n} begins`)
      await hold.promise
    }),
  )
  await shared('bob', async () => done.push('bob'))
  expect(done).toEqual(['ann 1 begins', 'ann 2 begins', 'bob'])
  hold.open()
  await Promise.all(ann)
  expect(done).toEqual(['ann 1 begins', 'ann 2 begins', 'bob', 'ann 3 begins', 'ann 4 begins'])
})

test('tasks beyond the queue are rejected at once, and a failed task frees its slot', async () => {
  const shared = createPerUserLimit({ atOnce: 1, waiting: 1, waitMs: 60_000 })
  const hold = gate()
  const first = shared('ann', async () => {
    await hold.promise
    throw new Error('changed my mind')
  })
  const second = shared('ann', async () => 'second')
  await expect(shared('ann', async () => 'third')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { seconds: 2 } })
  hold.open()
  await expect(first).rejects.toThrow('changed my mind')
  expect(await second).toBe('second')
  await nextTurn()
  expect(await shared('ann', async () => 'fourth')).toBe('fourth')
})

test('a task that waits too long is rejected and holds no slot', async () => {
  const shared = createPerUserLimit({ atOnce: 1, waiting: 5, waitMs: 5 })
  const hold = gate()
  const first = shared('ann', () => hold.promise)
  await expect(shared('ann', async () => 'late')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  hold.open()
  await first
  expect(await shared('ann', async () => 'next')).toBe('next')
})
