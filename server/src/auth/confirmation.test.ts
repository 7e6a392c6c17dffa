import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '../db/schema-accounts.ts'
import { deleteUnconfirmed } from '../account/delete-account.ts'
import { Caller, startTestApp, type TestApp } from '../testing/app.ts'
import { lastLinkTo, lastMailTo, readMails } from '../testing/mailbox.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ confirmEmail: true })
})

const EMAIL = 'ann@example.org'
const PASSWORD = 'vertical slides'
interface SignedUp {
  token: string | null
  user: Record<string, unknown>
  mail: string
}

const post = <T = unknown>(path: string, body: unknown, caller = new Caller(app.url)) => caller.call<T>('POST', `/api/auth${path}`, body)
const signUp = (email = EMAIL, password = PASSWORD) => post<SignedUp>('/sign-up/email', { email, password, name: 'Ann' })
const signIn = (email = EMAIL, password = PASSWORD, caller = new Caller(app.url)) => post('/sign-in/email', { email, password }, caller)
const messageOf = (body: unknown) => (body as { error: { code: string; message: string } }).error

async function confirm(token: string): Promise<Caller | number> {
  const caller = new Caller(app.url)
  const { status, body } = await post<{ token: string | null }>('/confirm-email', { token }, caller)
  return status === 200 && body.token !== null ? caller : status
}

async function confirmedAccount(): Promise<Caller> {
  await signUp()
  const caller = await confirm(await lastLinkTo(app, EMAIL))
  if (typeof caller === 'number') throw new Error(`Confirming: ${caller}`)
  return caller
}

describe('a new account', () => {
  test('is created when its address is confirmed; the link signs in once', async () => {
    const { status, body, headers } = await signUp()
    expect([status, body.token, headers.getSetCookie()]).toEqual([200, null, []])
    const refused = await signIn()
    expect([refused.status, messageOf(refused.body)]).toEqual([
      403,
      { code: 'EMAIL_NOT_VERIFIED', message: 'Please check your email for a confirmation link' },
    ])
    const mail = await lastMailTo(app, EMAIL)
    expect(mail.subject).toBe('Confirm your email for Ninesixteen')
    expect(mail.href).toMatch(/^\/auth\/callback\?token=[\w.-]+$/)
    const link = await lastLinkTo(app, EMAIL)
    const caller = await confirm(link)
    expect(caller).toBeInstanceOf(Caller)
    expect(await (caller as Caller).api('GET', '/me')).toMatchObject({ email: EMAIL, displayName: 'Ann' })
    expect((await signIn()).status).toBe(200)
    // A second use of the link only reports success; signing in needs the password.
    expect((await post('/confirm-email', { token: link })).body).toEqual({ token: null, user: null })
  })

  test('requests its mail again at most five times in 15 minutes', { tags: ['long'] }, async () => {
    await signUp()
    for (let time = 0; time < 5; time += 1) expect((await post('/confirm-email/again', { email: EMAIL })).status).toBe(200)
    const refused = await post('/confirm-email/again', { email: EMAIL })
    expect([refused.status, messageOf(refused.body).code]).toEqual([429, 'RATE_LIMITED'])
    expect((await readMails(app)).filter(({ to }) => to === EMAIL)).toHaveLength(6)
    expect(await confirm(await lastLinkTo(app, EMAIL))).toBeInstanceOf(Caller)
  })

  test('gets its mail even if others requested it before, and gets a rate-limit error after that', { tags: ['long'] }, async () => {
    for (let time = 0; time < 6; time += 1) await post('/confirm-email/again', { email: EMAIL })
    for (let time = 0; time < 5; time += 1) {
      expect((await signUp()).status).toBe(200)
      expect((await readMails(app)).filter(({ to }) => to === EMAIL)).toHaveLength(time + 1)
    }
    await confirm(await lastLinkTo(app, EMAIL))
    const refused = [await signUp()]
    for (let time = 0; time < 6; time += 1) refused[1] = await signUp('new@example.org')
    const normalized = refused.map(({ status, body }) =>
      JSON.stringify([status, body]).replaceAll(/\d{3} seconds|(?<="seconds":)\d{3}/g, 'N'),
    )
    expect(normalized[0]).toMatch(/^\[429,.*RATE_LIMITED/)
    expect(normalized[1]).toBe(normalized[0])
  })

  test('uses the password of the latest sign-up and invalidates earlier links', async () => {
    await signUp(EMAIL, 'of somebody else')
    const firstLink = await lastLinkTo(app, EMAIL)
    await signUp()
    const latestLink = await lastLinkTo(app, EMAIL)
    expect(await confirm(firstLink)).toBe(400)
    expect(await confirm(latestLink)).toBeInstanceOf(Caller)
    expect((await signIn(EMAIL, 'of somebody else')).status).toBe(401)
    expect((await signIn()).status).toBe(200)
  })

  test('is deleted after a week without confirmation, and its address is available again', async () => {
    await signUp()
    await deleteUnconfirmed(app.services)
    expect(await app.services.db.asSystem((tx) => tx.$count(users))).toBe(1)
    await app.services.db.asSystem((tx) => tx.update(users).set({ createdAt: sql`now() - interval '8 days'` }))
    await deleteUnconfirmed(app.services)
    expect(await app.services.db.asSystem((tx) => tx.$count(users))).toBe(0)
  })

  test('shows that the mail server rejects its address', async () => {
    const smtp = await startSmtpServer()
    smtp.faults = { RCPT: '550 no such user' }
    const mail = { smtpUrl: smtp.url, from: { name: 'Ninesixteen', address: 'post@example.com' } }
    app = await startTestApp({ confirmEmail: true, mail })
    const { mail: ticket } = (await signUp()).body
    const isRefused = async () => (await post('/confirm-email/state', { token: ticket })).body
    expect(await isRefused()).toEqual({ isRefused: false })
    await app.services.accountMail.mailing.flush()
    await app.services.jobs.runDue()
    expect(await isRefused()).toEqual({ isRefused: true })
    expect((await post('/confirm-email/state', { token: 'made up' })).status).toBe(400)
    smtp.faults = {}
    await post('/confirm-email/again', { email: EMAIL })
    await app.services.accountMail.mailing.flush()
    await app.services.jobs.runDue()
    expect(await isRefused()).toEqual({ isRefused: false })
    expect(smtp.taken).toHaveLength(1)
  })
})

describe('an address that has an account', () => {
  test('gets the usual response, keeps its password, and its user is notified', async () => {
    await confirmedAccount()
    const again = await signUp(EMAIL.toUpperCase(), 'of somebody else')
    const unused = await signUp('bo@example.org', 'of somebody else')
    const shape = ({ status, headers, body }: typeof again) => [
      status,
      [...headers.keys()].toSorted(),
      Object.keys(body),
      Object.entries(body.user).map(([name, value]) => [name, typeof value, String(value).length]),
    ]
    const normalize = (text: string) => text.replace(/(bo|ann)@example\.org/g, 'x@example.org')
    expect(normalize(JSON.stringify(shape(again))).replace(/"email","string",\d+/, '')).toBe(
      normalize(JSON.stringify(shape(unused))).replace(/"email","string",\d+/, ''),
    )
    expect((await lastMailTo(app, EMAIL)).subject).toBe('You already have an account at Ninesixteen')
    expect((await signIn()).status).toBe(200)
    expect((await signIn(EMAIL, 'of somebody else')).status).toBe(401)
  })

  test('is not revealed when the mail is requested again', async () => {
    await confirmedAccount()
    const previousCount = (await readMails(app)).length
    const responses = await Promise.all(
      [EMAIL, 'nobody@example.org'].map(async (email) => {
        const { status, body } = await post('/confirm-email/again', { email })
        return JSON.stringify([status, body])
      }),
    )
    expect(new Set(responses)).toEqual(new Set(['[200,{"status":true}]']))
    expect(await readMails(app)).toHaveLength(previousCount)
  })
})

test('an unconfirmed account of an earlier version continues to work', async () => {
  await signUp()
  // As stored by earlier versions, or without a mail server.
  await app.services.db.asSystem((tx) => tx.update(users).set({ awaitsConfirmation: false, emailVerified: false }))
  expect((await signIn()).status).toBe(200)
})

test('a link of another instance, of another kind or altered confirms nothing', async () => {
  await signUp()
  const link = await lastLinkTo(app, EMAIL)
  const [head, body, mac] = link.split('.')
  const recovery = await post('/recovery', { email: EMAIL }).then(() => lastLinkTo(app, EMAIL))
  for (const token of ['', 'x', `${head}.${body}.`, `${head}.${body}.${'A'.repeat(43)}`, `${mac}.${body}.${head}`, recovery])
    expect(await confirm(token), token).toBe(400)
  expect(await confirm(link)).toBeInstanceOf(Caller)
})
