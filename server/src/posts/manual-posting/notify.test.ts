import { beforeEach, expect, test } from 'vitest'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { buildManualPost } from '../../testing/manual-posting.ts'
import { startSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'

let smtp: SmtpServer
let app: TestApp
let user: TestUser
async function start(publicUrl: string): Promise<void> {
  smtp = await startSmtpServer()
  app = await startTestApp({ publicUrl, mail: { smtpUrl: smtp.url, from: { name: 'Studio', address: 'post@example.com' } } })
  user = await app.buildUser()
}
beforeEach(() => start('https://studio.example.com'))

const notifications = async () => (await user.api<Notifications>('GET', '/notices')).items
const texts = { caption: 'Calm mornings\nand more', timeZone: 'America/New_York' }

/** The plain text of a mail, without its line breaks. */
function textOf(mail: string): string {
  const plain = mail.slice(mail.indexOf('text/plain'), mail.indexOf('text/html'))
  const bytes = plain
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** All rows of the database, in any table. */
async function database(): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dumps = await Promise.all(rows.map(({ name }) => app.services.db.pool.query(`select to_jsonb(t)::text as row from ${name} t`)))
  return JSON.stringify(dumps.map((dump) => dump.rows))
}

test('notifies the user of a due post, with the link only in the email', async () => {
  const post = await buildManualPost(app, user, texts)
  const [notification] = await notifications()
  expect(notification).toMatchObject({ kind: 'hand-over', title: 'Time to post to TikTok', href: `/post_scheduler?post=${post.id}` })
  expect(notification?.body).toMatch(
    /^“Calm mornings” is waiting for you to post it by hand, until [A-Z][a-z]{2} \d+, \d{4} at \d\d:\d\d [AP]M \(America\/New York\)\.$/,
  )
  await app.services.jobs.runDue()
  expect(smtp.taken.map(({ to }) => to)).toEqual([user.email])
  const text = textOf(smtp.taken[0]?.text ?? '')
  expect(text).toContain(`Post it from your phone: https://studio.example.com/post/${post.token}`)
  expect(text).toContain('keep it to yourself')
  expect(text).not.toContain('Only the computer')
  expect(await database()).not.toContain(post.token)
})

test('sends one email per post, also within an hour', { tags: ['long'] }, async () => {
  await buildManualPost(app, user, texts)
  await app.services.jobs.runDue()
  await buildManualPost(app, user, { caption: 'Calm evenings' })
  await app.services.jobs.runDue()
  expect(smtp.taken).toHaveLength(2)
})

test('sends no email for a post that was already answered', async () => {
  const post = await buildManualPost(app, user, texts)
  await app.anonymous.call('POST', `/api/v1/hand-over/${post.token}/posted`, {})
  await app.services.jobs.runDue()
  expect(smtp.taken).toEqual([])
})

test('the email says what to do when phones cannot reach the server', { tags: ['long'] }, async () => {
  await start('http://localhost:3000')
  await buildManualPost(app, user)
  await app.services.jobs.runDue()
  expect(textOf(smtp.taken[0]?.text ?? '')).toContain('Only the computer that Ninesixteen runs on can open http://localhost:3000.')
})

test('notifies the user of a missed post, with what to do', async () => {
  const { id } = await buildManualPost(app, user, texts)
  const { rows } = await app.services.db.pool.query<{ fence: string }>('select fence from scheduled_posts')
  const fence = Number(rows[0]?.fence)
  await app.services.db.asSystem((tx) => app.services.manualPosting.expire(tx, { userId: user.id, postId: id, fence }))
  expect((await notifications())[0]).toMatchObject({
    kind: 'failed',
    title: '“Calm mornings” was not posted',
    body: 'You did not mark it as posted in time. Post it by hand or reschedule it.',
    href: `/post_scheduler?post=${id}`,
  })
})
