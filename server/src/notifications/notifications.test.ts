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

const notification = (title: string, overrides: Partial<Notification> = {}): Notification => ({
  kind: 'failed',
  cause: 'failed',
  title,
  body: 'The platform said no.',
  href: '/post_scheduler',
  ...overrides,
})
const notifyAnn = (...all: Notification[]) =>
  app.services.db.asUser(ann.id, async (tx) => {
    for (const one of all) await notify(app.services.jobs, tx, { userId: ann.id, ...one })
  })
const list = (of: TestUser) => of.api<Notifications>('GET', '/notices')
const run = () => app.services.jobs.runDue()
const subjects = () => smtp.taken.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
/** Backdates everything. */
const passTime = (interval: string) =>
  app.services.db.asSystem((tx) =>
    tx.execute(sql`update notices set created_at = created_at - ${interval}::interval, mailed_at = mailed_at - ${interval}::interval`),
  )

test('a notification is stored with its event, for its user only, newest first', async () => {
  const bob = await app.buildUser({ pro: false })
  await notifyAnn(notification('first'))
  await notifyAnn(notification('second', { kind: 'hand-over', cause: 'hand-over', body: 'b'.repeat(2000) }))
  await app.services.db.asSystem((tx) => notify(app.services.jobs, tx, { userId: bob.id, ...notification('of the worker') }))
  await expect(
    app.services.db.asUser(ann.id, async (tx) => {
      await notify(app.services.jobs, tx, { userId: ann.id, ...notification('never') })
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
    await expect(notifyAnn(notification('x', { href }))).rejects.toThrow('path')
})

test('some or all displayed notifications are marked as read', async () => {
  await notifyAnn(notification('a'), notification('b'), notification('c'))
  const bob = await app.buildUser()
  const [c, , a] = (await list(ann)).items
  expect(await bob.api('POST', '/notices/seen', { ids: [a?.id] })).toEqual({ unseen: 0 })
  expect(await ann.api('POST', '/notices/seen', { ids: [a?.id] })).toEqual({ unseen: 2 })
  await passTime('1 second')
  await notifyAnn(notification('not shown yet'))
  expect(await ann.api('POST', '/notices/seen', { until: c?.createdAt })).toEqual({ unseen: 1 })
  expect((await list(ann)).items.filter(({ isSeen }) => !isSeen).map(({ title }) => title)).toEqual(['not shown yet'])
  expect(await ann.api('POST', '/notices/seen', {})).toEqual({ unseen: 1 })
})

test('the list is limited to the newest and counts all', async () => {
  await notifyAnn(...Array.from({ length: 53 }, (_, index) => notification(`notice ${index}`)))
  const { items, unseen } = await list(ann)
  expect([items.length, unseen]).toEqual([50, 53])
})

test('open pages are told about new and read notifications', async () => {
  const received: string[] = []
  app.services.changes.subscribe(ann.id, (change) => void received.push(change))
  await expect.poll(() => received).toEqual(['all'])
  await notifyAnn(notification('a'))
  await expect.poll(() => received).toEqual(['all', 'notices'])
  await ann.api('POST', '/notices/seen', { ids: [(await list(ann)).items[0]?.id] })
  await expect.poll(() => received).toEqual(['all', 'notices', 'notices'])
})

test('a cause sends one mail an hour and collects later notifications in the next', async () => {
  await notifyAnn(notification('Failed: one'))
  await run()
  expect(subjects()).toEqual(['Failed: one'])
  for (const title of ['Failed: two', 'Failed: three', 'Failed: four']) {
    await notifyAnn(notification(title))
    await run()
  }
  expect(subjects()).toEqual(['Failed: one'])
  await notifyAnn(notification('Reconnect @ann', { kind: 'attention', cause: 'revoked:1' }))
  await run()
  expect(subjects()).toEqual(['Failed: one', 'Reconnect @ann'])

  await passTime('61 minutes')
  await app.services.jobs.runDue({ ahead: true })
  expect(subjects()).toEqual(['Failed: one', 'Reconnect @ann', '3 posts failed'])
  for (const title of ['two', 'three', 'four']) expect(smtp.taken[2]?.text).toContain(`Failed: ${title}`)
  expect(smtp.taken[2]?.text).not.toContain('Failed: one')
})

test('concurrent notifications share one mail', async () => {
  await notifyAnn(notification('Failed: one'), notification('Failed: two'))
  await run()
  expect(subjects()).toEqual(['2 posts failed'])
})

test('a user who disabled mails of a kind gets only the others', async () => {
  await ann.api('PATCH', '/me/settings', { mailFailed: false })
  await notifyAnn(notification('Failed: one'), notification('Ready', { kind: 'hand-over', cause: 'hand-over:1' }))
  await app.services.jobs.runDue({ ahead: true })
  expect(subjects()).toEqual(['Ready'])
  expect((await list(ann)).unseen).toBe(2)
})

test('notifications read before the mail is due are left out of it', async () => {
  await notifyAnn(notification('Failed: one'), notification('Failed: two'))
  await ann.api('POST', '/notices/seen', { ids: [(await list(ann)).items[0]?.id] })
  await run()
  expect(subjects()).toEqual(['Failed: one'])
})

test('a mail lists the first ten notifications and counts the rest', async () => {
  await notifyAnn(...Array.from({ length: 14 }, (_, index) => notification(`Failed: number ${index}`)))
  await run()
  expect(subjects()).toEqual(['14 posts failed'])
  expect(smtp.taken[0]?.text).toContain('These are the first 10.')
})

test('old notifications and those beyond the limit are deleted', async () => {
  await notifyAnn(notification('old'))
  await passTime('91 days')
  await notifyAnn(...Array.from({ length: 6 }, (_, index) => notification(`notice ${index}`)))
  await deleteOldNotifications(app.services, { retention: '90 days', perUser: 4 })
  const remaining = await app.services.db.asSystem((tx) => tx.select({ title: notifications.title }).from(notifications))
  expect(remaining).toHaveLength(4)
  expect(remaining.map(({ title }) => title)).not.toContain('old')
})
