import { expect, test } from 'vitest'
import { createMoves, withMoves, type Move } from './moves.ts'
import { somePost } from './testing/some-post.ts'

const NINE = '2026-11-24T09:00:00.000Z'
const TEN = '2026-11-24T10:00:00.000Z'
const ELEVEN = '2026-11-24T11:00:00.000Z'

/** What was sent and said; each call is answered when the test says so. */
function observed() {
  const log: string[] = []
  const answers: { resolve(): void; reject(cause: Error): void }[] = []
  const text = (moves: readonly Move[]) => moves.map(({ from, to }) => `${from?.slice(11, 13)}-${to?.slice(11, 13)}`).join(' ')
  const moves = createMoves({
    send: (sent) => {
      log.push(`send ${text(sent)}`)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    done: (sent) => log.push(`done ${text(sent)}`),
    failed: (sent, cause) => log.push(`failed ${text(sent)}: ${String(cause)}`),
  })
  const shown = () => [...moves.store.getState().moves.values()].map(({ to }) => to)
  return { log, answers, moves, shown }
}

test('a post is shown where it goes at once, and the list is right again when the server has answered', async () => {
  const { log, answers, moves, shown } = observed()
  const post = somePost({ scheduledTime: NINE })
  moves.move([{ post, to: TEN }])
  expect(withMoves([post], moves.store.getState().moves).map(({ scheduledTime }) => scheduledTime)).toEqual([TEN])
  await expect.poll(() => log).toEqual(['send 09-10'])
  answers[0]?.resolve()
  await moves.flush()
  expect(log).toEqual(['send 09-10', 'done 09-10'])
  expect(shown()).toEqual([])
})

test('what fails goes back to where it was', async () => {
  const { log, answers, moves, shown } = observed()
  moves.move([{ post: somePost({ scheduledTime: NINE }), to: TEN }])
  await expect.poll(() => answers).toHaveLength(1)
  answers[0]?.reject(new Error('late'))
  await moves.flush()
  expect(log).toEqual(['send 09-10', 'failed 09-10: Error: late'])
  expect(shown()).toEqual([])
})

test('several steps become one move from where it began, and none when they lead back there', async () => {
  const { log, answers, moves, shown } = observed()
  const post = somePost({ scheduledTime: NINE })
  moves.move([{ post, to: TEN }], 60_000)
  moves.move([{ post: { ...post, scheduledTime: TEN }, to: ELEVEN }], 60_000)
  const sent = moves.flush()
  await expect.poll(() => log).toEqual(['send 09-11'])
  answers[0]?.resolve()
  await sent
  moves.move([{ post, to: TEN }], 60_000)
  moves.move([{ post: { ...post, scheduledTime: TEN }, to: NINE }], 60_000)
  await moves.flush()
  expect(log).toEqual(['send 09-11', 'done 09-11'])
  expect(shown()).toEqual([])
})

test('what is still gathered can be dropped, and nothing is sent', async () => {
  const { log, moves, shown } = observed()
  const post = somePost({ scheduledTime: NINE })
  expect(moves.drop()).toBe(false)
  moves.move([{ post, to: TEN }], 60_000)
  expect(moves.drop()).toBe(true)
  await moves.flush()
  expect([log, shown()]).toEqual([[], []])
})

test('a move during a call waits for it, and the answer of the first does not undo the second', async () => {
  const { log, answers, moves, shown } = observed()
  const post = somePost({ scheduledTime: NINE })
  moves.move([{ post, to: TEN }])
  await expect.poll(() => log).toHaveLength(1)
  moves.move([{ post: { ...post, scheduledTime: TEN }, to: ELEVEN }])
  answers[0]?.resolve()
  await expect.poll(() => log).toEqual(['send 09-10', 'done 09-10', 'send 10-11'])
  expect(shown()).toEqual([ELEVEN])
  answers[1]?.resolve()
  await moves.flush()
  expect(shown()).toEqual([])
})

test('a draft that gets a time waits for it, and what comes from another month is shown too', () => {
  const { moves } = observed()
  const draft = somePost({ scheduledTime: null, delivery: 'draft' })
  moves.move([{ post: draft, to: TEN }])
  const shown = withMoves([], moves.store.getState().moves)
  expect(shown).toMatchObject([{ id: draft.id, scheduledTime: TEN, delivery: 'waiting' }])
})
