// @module-tag long

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../../account/delete-account.ts'
import { expectPlain, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { livePosts, postState } from '../../../testing/scheduled.ts'
import { postingFetches } from '../../../platforms/posting-fetches.ts'
import { createTumblrPosting } from '../../../platforms/tumblr/posting/client.ts'
import { createPublisherFromServices } from '../create-publishing.ts'
import type { Stage } from '../publisher-deps.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

/** A bench in which the account of a post is lost when a worker reaches this stage of it. */
async function startAndLose(stage: Stage, lose: (bench: FaultBench, post: FaultPost) => Promise<unknown>) {
  const posts = new Map<string, FaultPost>()
  const bench: FaultBench = await startFaultBench(sandbox, {
    async onStage(reached, id) {
      const post = posts.get(id)
      if (reached !== stage || !post) return
      posts.delete(id)
      await lose(bench, post)
    },
  })
  const loseAccountOf = (post: FaultPost) => void posts.set(post.id, post)
  return { bench, loseAccountOf }
}

const disconnect = ({ app }: FaultBench, { userId, account }: FaultPost) =>
  app.services.connections.accounts.disconnect(userId, account.rowId)

describe.each(['instagram', 'threads', 'tumblr'] as const)('a post to %s', (platform) => {
  test('fails, and can be tried again, when its account is disconnected before it is public', async () => {
    const { bench, loseAccountOf } = await startAndLose('recorded', disconnect)
    const post = await bench.post(platform)
    loseAccountOf(post)
    bench.work()
    await bench.waitForEnd([post])
    expect(await bench.verdict(post)).toEqual({ delivery: 'failed', live: 0, attempts: 1 })
    const { post: row, events } = await postState(bench.app.services, post.id)
    expect(row.errorCode).toBe('disconnected')
    expect(row.errorMessage).toBe(
      `@${post.account.username} was disconnected before it was published; nothing was posted. Connect it again, then reschedule this post.`,
    )
    expect(events).toContain('disconnected')
  })

  test('ends unconfirmed when its account is disconnected after it was asked to be public', async () => {
    const bench = await startFaultBench(sandbox)
    const path = { instagram: '/media_publish', threads: '/threads_publish', tumblr: 'posts/75' }[platform]
    // More than the worker asks for until it has stopped.
    await bench.fault(platform, ...Array.from({ length: 20 }, () => ({ kind: 'dropped', path })))
    const post = await bench.post(platform)
    const hasAsked = async () => {
      const { attempts } = await postState(bench.app.services, post.id)
      return attempts.some(({ resume }) => typeof resume?.['publishedAt'] === 'number' || resume?.['isAsked'] === true)
    }
    const worker = bench.work()
    await expect.poll(hasAsked).toBe(true)
    await worker.stop()
    await disconnect(bench, post)
    bench.work(createPublisherFromServices(bench.app.services, { waits: 0.004 }))
    await bench.waitForEnd([post])
    const { post: row } = await postState(bench.app.services, post.id)
    expect(row.delivery).toBe('unconfirmed')
    expectPlain(row.errorMessage)
    expect(await livePosts(sandbox)).toEqual([])
  })
})

describe('a draft on Tumblr', () => {
  /** The drafts of the account as its user sees them, also after it was disconnected. */
  async function openTumblr({ app }: FaultBench, { userId, account, id }: FaultPost) {
    const settings = app.services.config.platforms.tumblr
    const posting = createTumblrPosting(settings, postingFetches(settings.sandbox))
    const access = await app.services.connections.tokens.use({ userId, id: account.rowId }, async (access_) => access_)
    const signer = { client: access.client, token: { token: access.tokens.access, secret: access.tokens.refresh ?? '' } }
    const content = [{ type: 'text' as const, text: 'Written on Tumblr' }]
    const own = { content, layout: [], state: 'draft' as const, tags: '', slug: 'written-on-tumblr-0123456789', files: [] }
    await posting.createPost(signer, account.username, own)
    const stateOf = async (slug: string) => (await posting.find(signer, account.username, { slug }))?.state ?? null
    const [ours] = (await postState(app.services, id)).attempts
    return {
      ownState: () => stateOf(own.slug),
      ourState: () => stateOf(`x-${ours?.marker}`),
      publishOurs: () => posting.publish(signer, account.username, { id: ours?.remoteId ?? '', state: 'published' }),
    }
  }
  type Tumblr = Awaited<ReturnType<typeof openTumblr>>

  async function loseDraft(lose: (bench: FaultBench, post: FaultPost, tumblr: Tumblr) => Promise<unknown>) {
    let tumblr: Tumblr | undefined
    const { bench, loseAccountOf } = await startAndLose('recorded', async (...lost) => {
      tumblr = await openTumblr(...lost)
      expect(await tumblr.ourState()).toBe('draft')
      await lose(...lost, tumblr)
    })
    const post = await bench.post('tumblr')
    loseAccountOf(post)
    bench.work()
    await bench.waitForEnd([post])
    const { post: row } = await postState(bench.app.services, post.id)
    return {
      delivery: row.delivery,
      ours: await tumblr?.ourState(),
      own: await tumblr?.ownState(),
      live: (await livePosts(sandbox)).length,
    }
  }

  test('is removed when its account is disconnected, and no other', async () => {
    expect(await loseDraft(disconnect)).toEqual({ delivery: 'failed', ours: null, own: 'draft', live: 0 })
  })

  test('is removed when its user deletes their account, and no other', async () => {
    let tumblr: Tumblr | undefined
    const { bench, loseAccountOf } = await startAndLose('recorded', async (...lost) => {
      tumblr = await openTumblr(...lost)
      await deleteAccount(lost[0].app.services, lost[1].userId)
    })
    const post = await bench.post('tumblr')
    loseAccountOf(post)
    bench.work()
    await expect.poll(async () => [await tumblr?.ourState(), await tumblr?.ownState()]).toEqual([null, 'draft'])
    expect(await livePosts(sandbox)).toEqual([])
  })

  test('is removed when a post is given up while its account is connected', async () => {
    const killWorkers = ({ app }: FaultBench, { id }: FaultPost) =>
      app.services.db.asSystem((tx) =>
        tx.execute(sql`update scheduled_posts set losses = 10, fence = fence + 1, lease_until = now(), next_at = now() where id = ${id}`),
      )
    expect(await loseDraft(killWorkers)).toEqual({ delivery: 'failed', ours: null, own: 'draft', live: 0 })
  })

  test('stays when the user has published it on Tumblr', async () => {
    const publishThenDisconnect = async (bench: FaultBench, post: FaultPost, tumblr: Tumblr) => {
      await tumblr.publishOurs()
      await disconnect(bench, post)
    }
    expect(await loseDraft(publishThenDisconnect)).toMatchObject({ ours: 'published', own: 'draft', live: 1 })
  })
})

test('a post whose token was revoked before it was public fails once its grace period has ended', async () => {
  const { bench, loseAccountOf } = await startAndLose('recorded', ({ app }, { account }) =>
    app.services.db.asSystem(async (tx) => {
      await tx.execute(sql`update social_accounts set state = 'reconnect' where id = ${account.rowId}`)
      await tx.execute(sql`update scheduled_posts set scheduled_time = now() - interval '25 hours' where account_id = ${account.accountId}`)
    }),
  )
  const post = await bench.post('instagram')
  loseAccountOf(post)
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toMatchObject({ delivery: 'failed', live: 0 })
  expect((await postState(bench.app.services, post.id)).post.errorCode).toBe('held')
})
