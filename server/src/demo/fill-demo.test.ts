import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Company } from '@ninesixteen/shared/api/companies'
import { briefOf, type ContentPlan } from '@ninesixteen/shared/api/content-plan'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { enterDemo } from '../testing/demo.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { livePosts } from '../testing/scheduled.ts'
import { startScheduler } from '../testing/scheduler.ts'
import { processPost } from '../testing/process-posts.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { fillDemo } from './fill-demo.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('a demo is connected to the sandbox and publishes its first of three posts within two minutes', { tags: ['long'] }, async () => {
  const platforms = sandboxPlatforms(sandbox.url)
  const app = await startScheduler({
    platforms,
    demo: { isOffered: true, max: 5, dailyTokens: 1000 },
    sandbox: { enabled: false, port: 0, isPortFixed: false, url: sandbox.url, publicUrl: sandbox.url, isChaotic: false },
    publishing: { waits: 0.05 },
  })
  const demo = await enterDemo(app)
  const posts = async () => (await demo.api<{ posts: ScheduledPost[] }>('GET', '/scheduled-posts')).posts
  expect(await posts()).toEqual([])
  expect(await app.services.jobs.runDue()).toContain('furnish-demo')
  const accounts = await demo.api<ConnectedAccount[]>('GET', '/accounts')
  expect(accounts.map(({ platform }) => platform).toSorted()).toEqual(PLATFORM_IDS.toSorted())
  const created = (await posts()).toSorted((a, b) => (a.scheduledTime ?? '').localeCompare(b.scheduledTime ?? ''))
  expect(created).toMatchObject([{ delivery: 'waiting' }, { delivery: 'waiting' }, { delivery: 'waiting' }])
  expect(Date.parse(created[0]?.scheduledTime ?? '') - Date.now()).toBeLessThan(120_000)
  await processPost(app.services, demo.id, created[0]?.id ?? '')
  const [first] = await posts().then((all) => all.filter(({ id }) => id === created[0]?.id))
  expect(first).toMatchObject({ status: 'published', caption: created[0]?.caption })
  expect(await livePosts(sandbox)).toMatchObject([{ title: created[0]?.caption }])
  expect(app.logged).toEqual([])

  const [company] = await demo.api<Company[]>('GET', '/companies')
  const path = `/content-plans/${company?.id ?? ''}`
  const { plan } = await demo.api<{ plan: ContentPlan }>('GET', path)
  expect(plan).toMatchObject({ state: 'off', topics: expect.stringContaining('slow mornings') })
  expect(plan.accounts).toHaveLength(PLATFORM_IDS.length)
  await demo.api('PUT', path, { ...briefOf(plan), topics: 'my own' })
  await fillDemo(app.services, demo.id)
  expect(await demo.api('GET', path)).toMatchObject({ plan: { topics: 'my own' } })
})
