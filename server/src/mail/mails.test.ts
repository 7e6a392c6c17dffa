import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { deleteAccount } from '../account/delete-account.ts'
import { demos } from '../db/schema-demos.ts'
import { mails, notifications } from '../db/schema-notifications.ts'
import { notificationMailKind } from '../notifications/mail-by-cause.ts'
import { notify } from '../notifications/notifications.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { runProgram } from '../testing/program.ts'
import { startSmtpServer, type SmtpFaults } from '../testing/smtp-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { composeMail } from './compose.ts'
import { deliverMail } from './deliver.ts'
import { mailWork, defineMail } from './mail.ts'
import { createMailer, type OutgoingMail, type SendResult } from './mailer.ts'
import { enqueueMail } from './mails.ts'
import { writeToOutbox } from './outbox.ts'

const FROM = { name: 'Ninesixteen', address: 'post@example.com' }

async function startWithSmtp() {
  const smtp = await startSmtpServer()
  const app = await startTestApp({ mail: { smtpUrl: smtp.url, from: FROM } })
  const user = await app.buildUser()
  return { smtp, app, user }
}

const failed = (title = 'Failed: My post', cause = 'failed') => ({
  kind: 'failed' as const,
  cause,
  title,
  body: 'The platform said no.',
  href: '/post_scheduler',
})

const tellOf = (app: TestApp, userId: string, notification = failed()) =>
  app.services.db.asUser(userId, (tx) => notify(app.services.jobs, tx, { userId, ...notification }))
const rowsOf = (app: TestApp) => app.services.db.asSystem((tx) => tx.select().from(mails).orderBy(mails.createdAt))
const runAll = (app: TestApp) => app.services.jobs.runDue({ ahead: true })

test("a mail goes out once, in text and HTML, to the user's current address", async () => {
  const { smtp, app, user } = await startWithSmtp()
  await tellOf(app, user.id, failed('Failed: <b>“Tips”</b>\r\nBcc: all@example.org'))
  await user.api('POST', '/me/email', { email: 'new@example.org', password: user.password })
  expect(await runAll(app)).toEqual(['mail-of-cause', 'send-mail'])
  expect(smtp.taken.map(({ to }) => to)).toEqual(['new@example.org'])
  const [text = ''] = smtp.taken.map((mail) => mail.text)
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/^From: Ninesixteen <post@example\.com>$/m)
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(head).not.toMatch(/^Bcc:/im)
  expect(text).toMatch(/text\/plain[^]*text\/html/)
  expect((await rowsOf(app)).map(({ state, address }) => [state, address])).toEqual([['sent', 'new@example.org']])
  // A sent mail is final: neither another run nor a duplicate job sends it again.
  const [row] = await rowsOf(app)
  await deliverMail(app.services, [], { mailId: row?.id ?? '', attempt: 0 })
  expect(await runAll(app)).toEqual([])
  expect(smtp.taken).toHaveLength(1)
})

test.each<[string, SmtpFaults, SendResult['became']]>([
  ['is unreachable', { GREETING: 'cut' }, 'again'],
  ['is busy', { GREETING: '421 not now' }, 'again'],
  ['rejects the sender', { MAIL: '550 who are you' }, 'again'],
  ['disconnects before the mail', { DATA: 'cut' }, 'again'],
  ['greylists the address', { RCPT: '450 greylisted' }, 'again'],
  ['rejects the address', { RCPT: '550 no such user' }, 'refused'],
  ['rejects DATA', { DATA: '451 later' }, 'again'],
  ['rejects the mail', { END: '554 spam' }, 'again'],
  ['accepts the mail and disconnects', { END: 'cut' }, 'unsure'],
])('when a mail server %s, the mailer knows whether the mail went out', async (_, faults, became) => {
  const smtp = await startSmtpServer()
  smtp.faults = faults
  const mailer = createMailer({ mail: { smtpUrl: smtp.url, from: FROM }, publicUrl: 'http://localhost', dataDir: '/nowhere' })
  const mail = { id: randomUUID(), to: 'ann@example.org', subject: 'x', text: 'x', html: 'x' }
  const sending = await mailer.send(mail)
  expect(sending.became).toBe(became)
  expect(JSON.stringify(sending)).not.toContain('ann@example.org')
  smtp.faults = {}
  expect(await mailer.send(mail)).toMatchObject({ became: 'sent' })
})

test('a mail the server did not accept is retried and finally given up', async () => {
  const { smtp, app, user } = await startWithSmtp()
  smtp.faults = { GREETING: '421 not now' }
  await tellOf(app, user.id)
  expect(await app.services.jobs.runDue()).toEqual(['mail-of-cause', 'send-mail: failed'])
  expect(await rowsOf(app)).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('421') as string }])
  smtp.faults = {}
  expect(await runAll(app)).toEqual(['send-mail'])
  expect(await rowsOf(app)).toMatchObject([{ state: 'sent', attempts: 2, reason: null }])

  smtp.faults = { GREETING: 'cut' }
  await tellOf(app, user.id, failed('Failed', 'another'))
  await runAll(app)
  expect((await rowsOf(app)).at(-1)).toMatchObject({ state: 'dropped', attempts: 21 })
  expect(smtp.taken).toHaveLength(1)
})

test('a mail with an unknown outcome is not sent again', async () => {
  const { smtp, app, user } = await startWithSmtp()
  smtp.faults = { END: 'cut' }
  await tellOf(app, user.id)
  await runAll(app)
  smtp.faults = {}
  await runAll(app)
  expect(smtp.taken).toHaveLength(1)
  expect(await rowsOf(app)).toMatchObject([{ state: 'unsure' }])

  // As a process leaves it that is killed during the delivery.
  await app.services.db.asSystem((tx) => tx.update(mails).set({ state: 'sending' }))
  const [row] = await rowsOf(app)
  await deliverMail(app.services, [], { mailId: row?.id ?? '', attempt: 1 })
  expect(await rowsOf(app)).toMatchObject([{ state: 'unsure' }])
  expect(smtp.taken).toHaveLength(1)
})

test('a rejected address gets no mail until it changes', async () => {
  const { smtp, app, user } = await startWithSmtp()
  smtp.faults = { RCPT: '550 no such user' }
  await tellOf(app, user.id)
  await runAll(app)
  smtp.faults = {}
  await tellOf(app, user.id, failed('Failed', 'another'))
  await runAll(app)
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['refused', 'dropped'])
  await user.api('POST', '/me/email', { email: 'right@example.org', password: user.password })
  await tellOf(app, user.id, failed('Failed', 'third'))
  await runAll(app)
  expect(smtp.taken.map(({ to }) => to)).toEqual(['right@example.org'])
})

const greeting = defineMail({ name: 'greeting', data: z.object({ name: z.string() }), isAwaited: true })
const greetings = [
  mailWork(greeting, async (_tx, { data: { name }, address }) => ({
    subject: `Hello ${name}`,
    heading: `Hello ${name}`,
    paragraphs: [`This went to ${address}.`],
    action: { label: 'Open', href: '/' },
    footer: 'A test.',
  })),
]

async function greet(app: TestApp, userId: string, to?: string): Promise<void> {
  const mailId = await app.services.db.asSystem((tx) =>
    enqueueMail({ jobs: app.services.jobs, tx, userId, mail: greeting, data: { name: 'Bo' }, ...(to !== undefined && { to }) }),
  )
  await deliverMail(app.services, greetings, { mailId, attempt: 0 })
}

test('a mail with its own data and address ignores earlier rejections and also works for demos', async () => {
  const { smtp, app, user } = await startWithSmtp()
  await app.services.db.asSystem((tx) => tx.insert(demos).values({ userId: user.id, endsAt: new Date(Date.now() + 3_600_000) }))
  smtp.faults = { RCPT: '550 no such user' }
  await greet(app, user.id, 'Bo@Example.org')
  smtp.faults = {}
  await greet(app, user.id, 'Bo@Example.org')
  expect((await rowsOf(app)).map(({ state, address }) => [state, address])).toEqual([
    ['refused', 'bo@example.org'],
    ['sent', 'bo@example.org'],
  ])
  expect(smtp.taken.map(({ to, text }) => [to, /^Subject: (.*)$/m.exec(text)?.[1]])).toEqual([['bo@example.org', 'Hello Bo']])
})

test('a mail of a deleted user leaves no file', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const { services } = app
  const mailId = await services.db.asSystem((tx) =>
    enqueueMail({ jobs: services.jobs, tx, userId: user.id, mail: greeting, data: { name: 'Bo' } }),
  )
  const { mailer } = services
  const deletedMail = {
    ...services,
    mailer: {
      ...mailer,
      send: async (mail: OutgoingMail) => {
        await deleteAccount(services, user.id)
        return mailer.send(mail)
      },
    },
  }
  await deliverMail(deletedMail, greetings, { mailId, attempt: 0 })
  expect(await readdir(join(app.dataDir, 'outbox'))).toEqual([])
})

test('a demo gets the notification but no mail', async () => {
  const { smtp, app, user } = await startWithSmtp()
  await app.services.db.asSystem((tx) => tx.insert(demos).values({ userId: user.id, endsAt: new Date(Date.now() + 3_600_000) }))
  await tellOf(app, user.id)
  const mailId = await app.services.db.asSystem((tx) =>
    enqueueMail({ jobs: app.services.jobs, tx, userId: user.id, mail: notificationMailKind, data: {} }),
  )
  await app.services.db.asSystem((tx) => tx.update(notifications).set({ mailId }))
  await runAll(app)
  expect(smtp.connections()).toBe(0)
  expect(await rowsOf(app)).toMatchObject([{ state: 'dropped' }])
  expect(await user.api('GET', '/notices')).toMatchObject({ unseen: 1 })
})

test('without a mail server, mails are .eml files', async () => {
  const app = await startTestApp()
  const user = await app.buildUser({ email: 'ann@example.org' })
  await tellOf(app, user.id)
  await runAll(app)
  const folder = join(app.dataDir, 'outbox')
  const [name = ''] = await readdir(folder)
  const text = await readFile(join(folder, name), 'utf8')
  expect(text).toMatch(/^To: ann@example\.org$/m)
  expect(text).toMatch(/^Subject: Failed: My post$/m)
})

test('the outbox keeps a limited number and size of the newest mails', async () => {
  const folder = await temporaryFolder()
  const limits = { files: 3, bytes: 100 }
  const outboxFiles = async () => (await readdir(folder)).map((name) => name.replace(/^.*_/, '')).toSorted()
  for (const id of ['a', 'b', 'c', 'd']) await writeToOutbox(folder, { id, bytes: Buffer.from('x') }, limits)
  expect(await outboxFiles()).toEqual(['b.eml', 'c.eml', 'd.eml'])
  await writeToOutbox(folder, { id: 'd', bytes: Buffer.from('y') }, limits)
  expect(await outboxFiles()).toEqual(['b.eml', 'c.eml', 'd.eml'])
  await writeToOutbox(folder, { id: 'e', bytes: Buffer.alloc(99) }, limits)
  expect(await outboxFiles()).toEqual(['d.eml', 'e.eml'])
  await writeToOutbox(folder, { id: 'f', bytes: Buffer.alloc(200) }, limits)
  expect(await outboxFiles()).toEqual(['f.eml'])
})

test('a mail escapes titles and loads no external content', () => {
  const evil = `"><img src=x onerror=alert(1)>'&`
  const content = {
    subject: `a\r\nBcc: x@y.z\u2028b`,
    heading: evil,
    paragraphs: [evil],
    items: [{ title: evil, text: evil }],
    footer: evil,
  }
  const { subject, html, text } = composeMail({ ...content, action: { label: evil, href: `/p?q="><b>` } }, 'https://studio.example.com')
  expect(subject).toBe('a Bcc: x@y.z b')
  expect(html).not.toMatch(/<img|<b>|\ssrc="/)
  expect(html.match(/https?:\/\/[^"\s<]+/g)).toEqual(['https://studio.example.com/p?q=&quot;&gt;&lt;b&gt;'])
  expect(html).not.toMatch(/url\(|@import|<link|<script/)
  expect(text).toContain(evil)
})

test('npm run mail tests the settings', { tags: ['long'] }, async () => {
  const smtp = await startSmtpServer()
  const env = { DATA_DIR: await temporaryFolder(), MAIL_FROM: 'Studio <post@example.com>' }
  const run = async (args: string[], overrides = {}): Promise<[number | null, string]> => {
    const program = runProgram('cli/mail.ts', args, { ...env, ...overrides })
    return [await program.ended, program.output()]
  }
  expect(await run(['test', 'ann@example.org'], { SMTP_URL: smtp.url })).toEqual([
    0,
    `The mail server ${new URL(smtp.url).host} accepted the mail.\n`,
  ])
  expect(smtp.taken.map(({ to }) => to)).toEqual(['ann@example.org'])
  smtp.faults = { RCPT: '550 no such user' }
  expect(await run(['test', 'ann@example.org'], { SMTP_URL: smtp.url })).toEqual([1, expect.stringContaining('The mail was not sent: ')])
  expect(await run(['test', 'ann@example.org'])).toEqual([0, expect.stringMatching(/^SMTP_URL is not set: the mail is in .*\.eml\.\n$/)])
  expect(await run(['test', 'nobody'])).toEqual([1, 'Usage: npm run mail -- test ADDRESS\n'])
})
