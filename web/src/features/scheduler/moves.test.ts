import { expect, test } from 'vitest'
import { createMoves, withMoves, type Move } from './moves.ts'
import { somePost } from './testing/some-post.ts'

const NINE = '2026-11-24T09:00:00.000Z'
const TEN = '2026-11-24T10:00:00.000Z'
const ELEVEN = '2026-11-24T11:00:00.000Z'

/** Logs requests and results; the test answers each request. */
function createTestMoves() {
  const log: string[] = []
  const requests: { resolve(): void; reject(cause: Error): void }[] = []
  const text = (moves: readonly Move[]) => moves.map(({ from, to }) => `${from?.slice(11, 13)}-${to?.slice(11, 13)}`).join(' ')
  const moves = createMoves({
    send: (sent) => {
      log.push(`send ${text(sent)}`)
      return new Promise((resolve, reject) => requests.push({ resolve, reject }))
    },
    done: (sent) => log.push(`done ${text(sent)}`),
    failed: (sent, cause) => log.push(`failed ${text(sent)}: ${String(cause)}`),
  })
  const pendingTimes = () => [...moves.store.getState().moves.values()].map(({ to }) => to)
  return { log, requests, moves, pendingTimes }
}

test('a moved post is shown at its new time at once, until the server responds', async () => {
  const { log, requests, moves, pendingTimes } = createTestMoves()
  const post = somePost({ scheduledTime: NINE })
  moves.move([{ post, to: TEN }])
  expect(withMoves([post], moves.store.getState().moves).map(({ scheduledTime }) => scheduledTime)).toEqual([TEN])
  await expect.poll(() => log).toEqual(['send 09-10'])
  requests[0]?.resolve()
  await moves.flush()
  expect(log).toEqual(['send 09-10', 'done 09-10'])
  expect(pendingTimes()).toEqual([])
})

test('a failed move is reverted', async () => {
  const { log, requests, moves, pendingTimes } = createTestMoves()
  moves.move([{ post: somePost({ scheduledTime: NINE }), to: TEN }])
  await expect.poll(() => requests).toHaveLength(1)
  requests[0]?.reject(new Error('late'))
  await moves.flush()
  expect(log).toEqual(['send 09-10', 'failed 09-10: Error: late'])
  expect(pendingTimes()).toEqual([])
})

test('several steps are sent as one move, or none if they lead back to the start', async () => {
  const { log, requests, moves, pendingTimes } = createTestMoves()
  const post = somePost({ scheduledTime: NINE })
  moves.move([{ post, to: TEN }], 60_000)
  moves.move([{ post: { ...post, scheduledTime: TEN }, to: ELEVEN }], 60_000)
  const sent = moves.flush()
  await expect.poll(() => log).toEqual(['send 09-11'])
  requests[0]?.resolve()
  await sent
  moves.move([{ post, to: TEN }], 60_000)
  moves.move([{ post: { ...post, scheduledTime: TEN }, to: NINE }], 60_000)
  await moves.flush()
  expect(log).toEqual(['send 09-11', 'done 09-11'])
  expect(pendingTimes()).toEqual([])
})

test('drop discards unsent moves', async () => {
  const { log, moves, pendingTimes } = createTestMoves()
  const post = somePost({ scheduledTime: NINE })
  expect(moves.drop()).toBe(false)
  moves.move([{ post, to: TEN }], 60_000)
  expect(moves.drop()).toBe(true)
  await moves.flush()
  expect([log, pendingTimes()]).toEqual([[], []])
})

test('a move made during a request is sent afterwards and survives the first response', async () => {
  const { log, requests, moves, pendingTimes } = createTestMoves()
  const post = somePost({ scheduledTime: NINE })
  moves.move([{ post, to: TEN }])
  await expect.poll(() => log).toHaveLength(1)
  moves.move([{ post: { ...post, scheduledTime: TEN }, to: ELEVEN }])
  requests[0]?.resolve()
  await expect.poll(() => log).toEqual(['send 09-10', 'done 09-10', 'send 10-11'])
  expect(pendingTimes()).toEqual([ELEVEN])
  requests[1]?.resolve()
  await moves.flush()
  expect(pendingTimes()).toEqual([])
})

test('a draft with a time becomes a waiting post, and posts from other months are shown', () => {
  const { moves } = createTestMoves()
  const draft = somePost({ scheduledTime: null, delivery: 'draft' })
  moves.move([{ post: draft, to: TEN }])
  const shown = withMoves([], moves.store.getState().moves)
  expect(shown).toMatchObject([{ id: draft.id, scheduledTime: TEN, delivery: 'waiting' }])
})
