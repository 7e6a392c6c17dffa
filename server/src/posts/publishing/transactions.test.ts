import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultBench } from '../../testing/publishing-faults.ts'
import {
  countTransactions,
  leaveUnconfirmed,
  TRANSACTIONS_PER_POLL_MAX,
  TRANSACTIONS_TO_ACCEPT_MAX,
} from '../../testing/publish-transactions.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { postState } from '../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('accepting and polling a TikTok photo post takes few transactions', async () => {
  const bench = await startFaultBench(sandbox)
  await leaveUnconfirmed(sandbox)
  const post = await bench.post('tiktok')
  const { toAccept, perPoll } = await countTransactions({ db: bench.app.services.db, publisher: bench.publisher }, post)
  expect(toAccept).toBeLessThanOrEqual(TRANSACTIONS_TO_ACCEPT_MAX)
  expect(perPoll).toBeLessThanOrEqual(TRANSACTIONS_PER_POLL_MAX)
  expect((await postState(bench.app.services, post.id)).post).toMatchObject({
    delivery: 'accepted',
    leaseUntil: null,
    waitsFor: 'platform',
  })
})
