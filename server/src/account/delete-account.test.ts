import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { postMedia, scheduledPosts } from '../db/schema-publishing.ts'
import { users } from '../db/schema-accounts.ts'
import { files } from '../db/schema-photos.ts'
import { mails } from '../db/schema-notifications.ts'
import { startTestApp } from '../testing/app.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'

test('a post created during the deletion does not block it', async () => {
  const app = await startTestApp()
  const { db } = app.services
  const user = await app.buildUser()
  const { filePath: path } = await user.buildPhoto()
  const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const scheduling = db.asUser(user.id, async (tx) => {
    const row = {
      userId: user.id,
      platform: 'tiktok' as const,
      accountId: 'none',
      snapshot: [],
      scheduledTime: new Date(Date.now() + 3_600_000),
    }
    const [post] = await tx.insert(scheduledPosts).values(row).returning({ postId: scheduledPosts.id })
    if (!post) throw new Error('There is no post')
    const media = { ...post, userId: user.id, path, mimeType: 'image/jpeg', bytes: 1, width: 1080, height: 1920, sha256: 'x' }
    await tx.insert(postMedia).values({ ...media, position: 0 })
    written.resolve()
    await committed.promise
  })
  await written.promise
  const deleting = user.call('POST', '/api/v1/me/delete', { password: user.password })
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.asSystem((tx) => tx.execute(waiting))).rows.length).toBe(1)
  committed.resolve()
  await scheduling
  expect((await deleting).status).toBe(204)
  const remaining = await db.asSystem(async (tx) => [
    await tx.$count(users, eq(users.id, user.id)),
    await tx.$count(files, eq(files.userId, user.id)),
    await tx.$count(scheduledPosts, eq(scheduledPosts.userId, user.id)),
  ])
  expect(remaining).toEqual([0, 0, 0])
})

test('a deadlock with a worker is repeated', async () => {
  const app = await startTestApp()
  const { db } = app.services
  const user = await app.buildUser()
  const scheduledTime = new Date(Date.now() + 3_600_000)
  const row = { userId: user.id, platform: 'tiktok' as const, accountId: 'none', snapshot: [], scheduledTime }
  const inserted = await db.asSystem((tx) => tx.insert(scheduledPosts).values([row, row]).returning({ id: scheduledPosts.id }))
  const [first, second] = inserted.map(({ id }) => id).toSorted()
  const locked = (id: string | undefined) => sql`select from scheduled_posts where id = ${id} for update`
  const [holds, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Takes the posts in the other order, and never detects a deadlock itself.
  const worker = db.asSystem(async (tx) => {
    await tx.execute(sql`set local deadlock_timeout = '10min'`)
    await tx.execute(locked(second))
    holds.resolve()
    await mayGoOn.promise
    await tx.execute(locked(first))
  })
  await holds.promise
  const deleting = user.call('POST', '/api/v1/me/delete', { password: user.password })
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.asSystem((tx) => tx.execute(waiting))).rows.length).toBe(1)
  mayGoOn.resolve()
  await worker
  expect((await deleting).status).toBe(204)
  expect(await db.asSystem((tx) => tx.$count(users, eq(users.id, user.id)))).toBe(0)
})

test('the deleted user gets a last mail, which is not stored', async () => {
  const smtp = await startSmtpServer()
  const app = await startTestApp({ mail: { smtpUrl: smtp.url, from: { name: 'Ninesixteen', address: 'post@example.com' } } })
  const user = await app.buildUser()
  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
  expect(smtp.taken).toMatchObject([{ to: user.email, text: expect.stringContaining('Your account was deleted') }])
  expect(await app.services.db.asSystem((tx) => tx.$count(mails))).toBe(0)
})

test('an unreachable mail server prevents the last mail but not the deletion', async () => {
  const smtp = await startSmtpServer()
  smtp.faults = { GREETING: 'cut' }
  const app = await startTestApp({ mail: { smtpUrl: smtp.url, from: { name: 'Ninesixteen', address: 'post@example.com' } } })
  const user = await app.buildUser()
  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
  expect(await app.services.db.asSystem((tx) => tx.$count(users, eq(users.id, user.id)))).toBe(0)
  const lines = app.logged.splice(0)
  expect(lines).toMatchObject([expect.stringContaining('Farewell mail not sent')])
  expect(lines.join()).not.toContain(user.email)
})
