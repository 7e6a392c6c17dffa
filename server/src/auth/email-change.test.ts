import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { lastLinkTo, lastMailTo, readMails } from '../testing/mailbox.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp({ confirmEmail: true })
  user = await confirmedUser('ann@example.org')
})

const OLD = 'ann@example.org'
const NEW = 'new@example.org'
const PASSWORD = 'vertical slides'
const post = <T = unknown>(path: string, body: unknown, caller = new Caller(app.url)) => caller.call<T>('POST', `/api/auth${path}`, body)
const respond = (token: string, decision = 'agree') => post<{ state: string }>('/email-change', { token, answer: decision })
const requestChange = (email = NEW) => user.api('POST', '/me/email', { email, password: PASSWORD })
const emailOf = async () => (await user.api<{ email: string }>('GET', '/me')).email
const stateOf = () => user.api<{ change: unknown }>('GET', '/me/email')
const signIn = async (email: string) => (await post('/sign-in/email', { email, password: PASSWORD })).status

async function confirmedUser(email: string): Promise<TestUser> {
  await post('/sign-up/email', { email, password: PASSWORD, name: 'Ann' })
  const caller = new Caller(app.url)
  const { body } = await post<{ user: { id: string } }>('/confirm-email', { token: await lastLinkTo(app, email) }, caller)
  return Object.assign(caller, { id: body.user.id, email, password: PASSWORD })
}

describe('a change of address', () => {
  test.each([
    ['the old one first', [OLD, NEW], 'waits-for-new'],
    ['the new one first', [NEW, OLD], 'waits-for-old'],
  ])('happens when both addresses agreed, %s', async (_, [first = '', second = ''], waits) => {
    expect(await requestChange()).toEqual({ email: OLD, waits: true })
    expect(await stateOf()).toMatchObject({ change: { email: NEW, isApproved: false, isConfirmed: false } })
    const links: Record<string, string> = { [OLD]: await lastLinkTo(app, OLD), [NEW]: await lastLinkTo(app, NEW) }
    expect((await respond(links[first] ?? '', 'look')).body).toMatchObject({ email: NEW, state: 'asked' })
    expect((await respond(links[first] ?? '')).body.state).toBe(waits)
    // Confirming the same address twice doesn't count for both.
    expect((await respond(links[first] ?? '')).body.state).toBe(waits)
    expect(await emailOf()).toBe(OLD)
    const elsewhere = new Caller(app.url)
    await post('/sign-in/email', { email: OLD, password: PASSWORD }, elsewhere)
    expect((await respond(links[second] ?? '')).body.state).toBe('done')
    expect(await emailOf()).toBe(NEW)
    expect((await elsewhere.call('GET', '/api/v1/me')).status, 'sessions elsewhere end').toBe(401)
    expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200])
    expect((await respond(links[second] ?? '')).status).toBe(400)
    expect(await stateOf()).toEqual({ isRefused: false, change: null })
  })

  test('is rejected at the old address, canceled in the settings, or replaced by another', async () => {
    await requestChange()
    const confirm = await lastLinkTo(app, NEW)
    expect((await respond(await lastLinkTo(app, OLD), 'refuse')).body.state).toBe('refused')
    expect((await respond(confirm)).status).toBe(400)
    await requestChange()
    expect((await user.call('DELETE', '/api/v1/me/email')).status).toBe(204)
    expect((await respond(await lastLinkTo(app, OLD))).status).toBe(400)
    await requestChange()
    const earlier = await lastLinkTo(app, OLD)
    await requestChange('third@example.org')
    expect((await respond(earlier)).status).toBe(400)
    expect(await emailOf()).toBe(OLD)
  })

  test('gets the usual response for an address with an account and never happens', async () => {
    await confirmedUser('bo@example.org')
    expect(await requestChange('bo@example.org')).toEqual({ email: OLD, waits: true })
    expect(await stateOf()).toMatchObject({ change: { email: 'bo@example.org' } })
    expect((await lastMailTo(app, 'bo@example.org')).subject).toBe('You already have an account at Ninesixteen')
    expect((await respond(await lastLinkTo(app, OLD))).body.state).toBe('waits-for-new')
  })

  test('fails when the address got an account in the meantime', async () => {
    await requestChange()
    const [approve, confirm] = [await lastLinkTo(app, OLD), await lastLinkTo(app, NEW)]
    await respond(approve)
    await confirmedUser(NEW)
    expect((await respond(confirm)).body.state).toBe('taken')
    expect(await emailOf()).toBe(OLD)
  })

  test('skips the approval of an address that was never confirmed, but notifies it', async () => {
    await app.services.db.asSystem((tx) => tx.update(users).set({ emailVerified: false }))
    await requestChange()
    expect((await respond(await lastLinkTo(app, NEW))).body.state).toBe('done')
    expect((await lastMailTo(app, OLD)).subject).toBe('The address of your account at Ninesixteen was changed')
  })

  test('is canceled by a password reset', async () => {
    await requestChange()
    const confirm = await lastLinkTo(app, NEW)
    await post('/recovery', { email: OLD })
    await post('/recovery/password', { token: await lastLinkTo(app, OLD), newPassword: 'a new password' })
    expect((await respond(confirm)).status).toBe(400)
  })
})

describe('a demo', () => {
  test('becomes an account when its address is confirmed, and stays a demo until then', { tags: ['long'] }, async () => {
    app = await startTestApp({ confirmEmail: true, demo: { isOffered: true, max: 5, dailyTokens: 1000 } })
    const visitor = new Caller(app.url)
    expect((await post('/demo', {}, visitor)).status).toBe(200)
    const converted = await post('/demo/keep', { email: NEW, password: PASSWORD, name: '' }, visitor)
    expect(converted.body).toMatchObject({ waits: true })
    expect(await visitor.api('GET', '/me')).toMatchObject({ demo: { endsAt: expect.any(String) as string } })
    expect(await signIn(NEW)).toBe(401)
    const caller = new Caller(app.url)
    const link = await lastLinkTo(app, NEW)
    expect((await post('/confirm-email', { token: link }, caller)).status).toBe(200)
    expect(await caller.api('GET', '/me')).toMatchObject({ id: visitor.userId, email: NEW, demo: null, proPlan: false })
    expect((await visitor.call('GET', '/api/v1/me')).status).toBe(401)
    expect(await signIn(NEW)).toBe(200)
    expect((await post('/confirm-email', { token: link })).status).toBe(400)
  })

  test('gets the usual response for an address with an account', { tags: ['long'] }, async () => {
    app = await startTestApp({ confirmEmail: true, demo: { isOffered: true, max: 5, dailyTokens: 1000 } })
    await confirmedUser(OLD)
    const visitor = new Caller(app.url)
    await post('/demo', {}, visitor)
    expect((await post('/demo/keep', { email: OLD, password: PASSWORD, name: '' }, visitor)).body).toMatchObject({ waits: true })
    expect((await readMails(app)).at(-1)).toMatchObject({ to: OLD, subject: 'You already have an account at Ninesixteen' })
  })
})
