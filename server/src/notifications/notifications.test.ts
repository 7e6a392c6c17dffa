import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import { notifications } from '../db/schema-notifications.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { startSmtpServer, type SmtpServer } from '../testing/smtp-server.ts'
import { notify, type Notification, deleteOldNotifications } from './notifications.ts'

let smtp: SmtpServer
let app: TestApp
let ann: TestUser
beforeEach(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({ mail: { smtpUrl: smtp.url, from: { name: 'Studio', address: 'post@example.com' } } })
  ann = await app.buildUser()
})

const told = (title: string, given: Partial<Notification> = {}): Notification => ({
  kind: 'failed',
  cause: 'failed',
  title,
  body: 'The platform said no.',
  href: '/post_scheduler',
  ...given,
})
const tellAnn = (...all: Notification[]) =>
  app.services.db.asUser(ann.id, async (tx) => {
    for (const one of all) await notify(app.services.jobs, tx, { userId: ann.id, ...one })
  })
const list = (of: TestUser) => of.api<Notifications>('GET', '/notices')
const run = () => app.services.jobs.runDue()
const subjects = () => smtp.taken.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
/** Backdates everything. */
const later = (interval: string) =>
  app.services.db.asSystem((tx) =>
    tx.execute(sql`update notices set created_at = created_at - ${interval}::interval, mailed_at = mailed_at - ${interval}::interval`),
  )

test('a notification exists exactly if its event does, for its user alone, the newest first', async () => {
  const bob = await app.buildUser({ pro: false })
  await tellAnn(told('first'))
  await tellAnn(told('second', { kind: 'hand-over', cause: 'hand-over', body: 'b'.repeat(2000) }))
  await app.services.db.asSystem((tx) => notify(app.services.jobs, tx, { userId: bob.id, ...told('of the worker') }))
  await expect(
    app.services.db.asUser(ann.id, async (tx) => {
      await notify(app.services.jobs, tx, { userId: ann.id, ...told('never') })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const { items, unseen } = await list(ann)
  expect(items.map(({ title, kind, isSeen }) => [title, kind, isSeen])).toEqual([
    ['second', 'hand-over', false],
    ['first', 'failed', false],
  ])
  expect(items[0]?.body).toHaveLength(1000)
  expect(unseen).toBe(2)
  expect((await list(bob)).items.map(({ title }) => title)).toEqual(['of the worker'])
  for (const href of ['https://evil.example', '//evil.example', 'post_scheduler'])
    await expect(tellAnn(told('x', { href }))).rejects.toThrow('path')
})

test('some are marked as read, or all up to the newest that was shown', async () => {
  await tellAnn(told('a'), told('b'), told('c'))
  const bob = await app.buildUser()
  const [c, , a] = (await list(ann)).items
  expect(await bob.api('POST', '/notices/seen', { ids: [a?.id] })).toEqual({ unseen: 0 })
  expect(await ann.api('POST', '/notices/seen', { ids: [a?.id] })).toEqual({ unseen: 2 })
  await later('1 second')
  await tellAnn(told('not shown yet'))
  expect(await ann.api('POST', '/notices/seen', { until: c?.createdAt })).toEqual({ unseen: 1 })
  expect((await list(ann)).items.filter(({ isSeen }) => !isSeen).map(({ title }) => title)).toEqual(['not shown yet'])
  expect(await ann.api('POST', '/notices/seen', {})).toEqual({ unseen: 1 })
})

test('of more than are shown the newest are, and all are counted', async () => {
  await tellAnn(...Array.from({ length: 53 }, (_, index) => told(`notice ${index}`)))
  const { items, unseen } = await list(ann)
  expect([items.length, unseen]).toEqual([50, 53])
})

test('open pages are notified of a notification and of its being read', async () => {
  const heard: string[] = []
  app.services.changes.subscribe(ann.id, (what) => void heard.push(what))
  await expect.poll(() => heard).toEqual(['all'])
  await tellAnn(told('a'))
  await expect.poll(() => heard).toEqual(['all', 'notices'])
  await ann.api('POST', '/notices/seen', { ids: [(await list(ann)).items[0]?.id] })
  await expect.poll(() => heard).toEqual(['all', 'notices', 'notices'])
})

test('of one cause there is one mail an hour, and what came meanwhile is collected in the next', async () => {
  await tellAnn(told('Failed: one'))
  await run()
  expect(subjects()).toEqual(['Failed: one'])
  for (const title of ['Failed: two', 'Failed: three', 'Failed: four']) {
    await tellAnn(told(title))
    await run()
  }
  expect(subjects()).toEqual(['Failed: one'])
  await tellAnn(told('Reconnect @ann', { kind: 'attention', cause: 'revoked:1' }))
  await run()
  expect(subjects()).toEqual(['Failed: one', 'Reconnect @ann'])

  await later('61 minutes')
  await app.services.jobs.runDue({ ahead: true })
  expect(subjects()).toEqual(['Failed: one', 'Reconnect @ann', '3 posts failed'])
  for (const title of ['two', 'three', 'four']) expect(smtp.taken[2]?.text).toContain(`Failed: ${title}`)
  expect(smtp.taken[2]?.text).not.toContain('Failed: one')
})

test('what comes at once is one mail', async () => {
  await tellAnn(told('Failed: one'), told('Failed: two'))
  await run()
  expect(subjects()).toEqual(['2 posts failed'])
})

test('a user without mails of a kind gets none, and the others', async () => {
  await ann.api('PATCH', '/me/settings', { mailFailed: false })
  await tellAnn(told('Failed: one'), told('Ready', { kind: 'hand-over', cause: 'hand-over:1' }))
  await app.services.jobs.runDue({ ahead: true })
  expect(subjects()).toEqual(['Ready'])
  expect((await list(ann)).unseen).toBe(2)
})

test('what was read in the page before its mail was due is not in it', async () => {
  await tellAnn(told('Failed: one'), told('Failed: two'))
  await ann.api('POST', '/notices/seen', { ids: [(await list(ann)).items[0]?.id] })
  await run()
  expect(subjects()).toEqual(['Failed: one'])
})

test('a mail names the first ten and counts the others', async () => {
  await tellAnn(...Array.from({ length: 14 }, (_, index) => told(`Failed: number ${index}`)))
  await run()
  expect(subjects()).toEqual(['14 posts failed'])
  expect(smtp.taken[0]?.text).toContain('These are the first 10.')
})

test('old notifications go, and of very many all but the newest', async () => {
  await tellAnn(told('old'))
  await later('91 days')
  await tellAnn(...Array.from({ length: 6 }, (_, index) => told(`notice ${index}`)))
  await deleteOldNotifications(app.services, { kept: '90 days', perUser: 4 })
  const left = await app.services.db.asSystem((tx) => tx.select({ title: notifications.title }).from(notifications))
  expect(left).toHaveLength(4)
  expect(left.map(({ title }) => title)).not.toContain('old')
})
