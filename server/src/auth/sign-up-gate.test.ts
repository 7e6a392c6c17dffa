import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Invitation } from '@ninesixteen/shared/api/operator'
import { invitations } from '../db/schema-operator.ts'
import { users } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp, type TestSettings } from '../testing/app.ts'
import { enterDemo } from '../testing/demo.ts'
import { lastMailTo } from '../testing/mailbox.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { invitationToken, openInvitationToken } from './invitation-token.ts'
import { deleteOldInvitations } from '../operator/invitations.ts'

const OPERATOR = 'boss@example.org'
const PASSWORD = 'a good password'

async function start(settings: TestSettings) {
  const app = await startTestApp({ operators: [OPERATOR], ...settings })
  return { app, boss: await app.buildUser({ email: OPERATOR }) }
}

async function signUp(app: TestApp, form: { email?: string; invitation?: string }) {
  const caller = new Caller(app.url)
  const { status, body } = await caller.call<{ code?: string }>('POST', '/api/auth/sign-up/email', {
    email: `${randomUUID()}@example.org`,
    password: PASSWORD,
    ...form,
  })
  return status === 200 ? 'made' : `${status} ${body.code}`
}

const tokenOf = ({ link }: Invitation) => new URL(link ?? '').searchParams.get('invitation') ?? ''
const publicSignUp = async (app: TestApp) => (await app.anonymous.api<{ signUp: string }>('GET', '/config')).signUp

describe('sign-up on an instance that is', () => {
  test('open accepts everyone', async () => {
    const { app } = await start({})
    expect(await signUp(app, {})).toBe('made')
    expect(await publicSignUp(app)).toBe('open')
  })

  test('closed accepts no one, neither invitations nor demos', async () => {
    const { app, boss } = await start({ signUp: 'closed', demo: { isOffered: true, max: 5, dailyTokens: 1 } })
    const invitation = tokenOf(await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' }))
    expect(await signUp(app, { email: 'ann@example.org', invitation })).toBe('403 SIGN_UP_CLOSED')
    const visitor = await enterDemo(app)
    const converted = await visitor.call('POST', '/api/auth/demo/keep', { email: 'ann@example.org', password: PASSWORD, invitation })
    expect([converted.status, converted.body]).toMatchObject([403, { code: 'SIGN_UP_CLOSED' }])
    // The response doesn't reveal whether the address has an account.
    expect(await signUp(app, { email: OPERATOR })).toBe('403 SIGN_UP_CLOSED')
    expect(await publicSignUp(app)).toBe('closed')
  })

  test('closed or by invitation accepts its operator first', async () => {
    const withOperator = await startTestApp({ operators: [OPERATOR], signUp: 'closed' })
    expect(await publicSignUp(withOperator)).toBe('open')
    expect(await signUp(withOperator, {})).toBe('403 SIGN_UP_CLOSED')
    expect(await signUp(withOperator, { email: OPERATOR.toUpperCase() })).toBe('made')
    expect(await publicSignUp(withOperator)).toBe('closed')

    const waiting = await startTestApp({ operators: 'first', signUp: 'invited' })
    expect(await publicSignUp(waiting)).toBe('open')
    expect(await signUp(waiting, {})).toBe('made')
    expect(await publicSignUp(waiting)).toBe('invited')
    expect(await signUp(waiting, {})).toBe('403 SIGN_UP_INVITED')
  })
})

describe('an invitation', () => {
  test('admits its address once', async () => {
    const { app, boss } = await start({ signUp: 'invited' })
    const sent = await boss.api<Invitation>('POST', '/operator/invitations', { email: ' Ann@Example.org ' })
    expect(sent).toMatchObject({ email: 'ann@example.org', state: 'waiting' })
    const invitation = tokenOf(sent)
    const lookUp = () => app.anonymous.call<{ email?: string }>('POST', '/api/v1/invitations/look', { invitation })
    expect((await lookUp()).body).toEqual({ email: 'ann@example.org' })

    expect(await signUp(app, {})).toBe('403 SIGN_UP_INVITED')
    expect(await signUp(app, { email: 'eve@example.org', invitation })).toBe('403 INVITATION_OTHER')
    expect(await signUp(app, { email: 'ANN@example.org', invitation })).toBe('made')
    expect((await lookUp()).status).toBe(403)
    expect(await signUp(app, { email: 'ann@example.org', invitation })).toBe('403 INVITATION_GONE')
    const [listed] = await boss.api<Invitation[]>('GET', '/operator/invitations')
    expect(listed).toMatchObject({ email: 'ann@example.org', state: 'used', link: null })
  })

  test('is used by only one of many concurrent sign-ups', async () => {
    const { app, boss } = await start({ signUp: 'invited' })
    const invitation = tokenOf(await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' }))
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => signUp(app, { email: 'ann@example.org', invitation })))
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1)
    const created = await app.services.db.asSystem((tx) => tx.$count(users, eq(users.email, 'ann@example.org')))
    expect(created).toBe(1)
  })

  test('converts a demo into an account', async () => {
    const { app, boss } = await start({ signUp: 'invited', demo: { isOffered: true, max: 5, dailyTokens: 1 } })
    const invitation = tokenOf(await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' }))
    const visitor = await enterDemo(app)
    const convert = (body: object) => visitor.call('POST', '/api/auth/demo/keep', { email: 'ann@example.org', password: PASSWORD, ...body })
    expect((await convert({})).status).toBe(403)
    expect((await convert({ invitation })).status).toBe(200)
    expect(await boss.api('GET', '/operator/invitations')).toMatchObject([{ state: 'used' }])
  })

  test('is rejected when revoked, replaced or older than seven days', async () => {
    const { app, boss } = await start({ signUp: 'invited' })
    const send = () => boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' })
    const email = 'ann@example.org'
    const first = await send()
    const second = await send()
    expect(await signUp(app, { email, invitation: tokenOf(first) })).toBe('403 INVITATION_GONE')
    await boss.api('POST', `/operator/invitations/${second.id}/revoke`)
    expect(await signUp(app, { email, invitation: tokenOf(second) })).toBe('403 INVITATION_GONE')
    expect((await boss.call('POST', `/api/v1/operator/invitations/${second.id}/revoke`)).status).toBe(404)

    const third = await send()
    expect(Date.parse(third.expiresAt) - Date.parse(third.createdAt)).toBe(7 * 24 * 3600 * 1000)
    await app.services.db.asSystem((tx) =>
      tx
        .update(invitations)
        .set({ expiresAt: sql`now()` })
        .where(eq(invitations.id, third.id)),
    )
    expect(await signUp(app, { email, invitation: tokenOf(third) })).toBe('403 INVITATION_GONE')
    const states = (await boss.api<Invitation[]>('GET', '/operator/invitations')).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['expired', 'revoked', 'revoked'])
  })

  test('is not sent to a user who has an account', async () => {
    const { app, boss } = await start({})
    const ann = await app.buildUser({ email: 'Ann@example.org' })
    const refused = await boss.call('POST', '/api/v1/operator/invitations', { email: 'ann@EXAMPLE.org' })
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'PERSON_HAS_ACCOUNT' } }])
    expect(ann.id).not.toBe('')
  })

  test('cannot be forged from the database', async () => {
    const { app, boss } = await start({ signUp: 'invited' })
    const token = tokenOf(await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' }))
    const [id = '', proof = ''] = token.split('.')
    const { config } = app.services
    expect(openInvitationToken(config, token)).toBe(id)
    const forged = [
      id,
      `${id}.`,
      `${id}.${proof.slice(1)}`,
      `${id}.${proof}.x`,
      `${randomUUID()}.${proof}`,
      `.${proof}`,
      '',
      'x.y',
      `${proof}.${id}`,
    ]
    forged.push(`${id}.${(proof.startsWith('A') ? 'B' : 'A') + proof.slice(1)}`, invitationToken(Buffer.alloc(32, 1), id))
    for (const invitation of forged) {
      expect(openInvitationToken(config, invitation), invitation).toBeNull()
      expect(await signUp(app, { email: 'ann@example.org', invitation })).toMatch(/^403 (INVITATION_GONE|SIGN_UP_INVITED)$/)
    }
    const { rows } = await app.services.db.pool.query<{ row: string }>('select i::text as row from invitations i')
    expect(rows.map(({ row }) => row).join()).not.toContain(proof)
  })

  test('is deleted with its account and with any account of the same address', async () => {
    const { app, boss } = await start({})
    const invitation = tokenOf(await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' }))
    const ann = await app.buildUser({ email: 'ann@example.org' })
    expect(invitation).not.toBe('')
    await ann.api('POST', '/me/delete', { password: ann.password })
    expect(await boss.api('GET', '/operator/invitations')).toEqual([])
    const { rows } = await app.services.db.pool.query<{ row: string }>('select l::text as row from operator_log l')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain('ann@')
  })
})

test('an unused invitation is deleted a month after it expired', async () => {
  const { app, boss } = await start({})
  const invite = (email: string) => boss.api<Invitation>('POST', '/operator/invitations', { email })
  const [expired, waits, accepted] = [await invite('gone@example.org'), await invite('waits@example.org'), await invite('came@example.org')]
  await app.buildUser({ email: accepted.email })
  await app.services.db.pool.query("update invitations set expires_at = now() - interval '31 days' where id <> $1", [waits.id])
  await deleteOldInvitations(app.services)
  const remaining = (await boss.api<Invitation[]>('GET', '/operator/invitations')).map(({ email }) => email)
  expect(remaining.toSorted()).toEqual([accepted.email, waits.email])
  expect(remaining).not.toContain(expired.email)
})

describe('the invitation mail', () => {
  const smtp = { smtpUrl: 'smtp://127.0.0.1:9', from: { name: 'Ninesixteen', address: 'post@example.com' } }

  test('goes to the invited address, with a link that admits it', async () => {
    const server = await startSmtpServer()
    const { app, boss } = await start({ signUp: 'invited', mail: { ...smtp, smtpUrl: server.url } })
    expect(await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' })).toMatchObject({ mail: 'waiting' })
    await app.services.jobs.runDue({ ahead: true })
    expect(server.taken.map(({ to }) => to)).toEqual(['ann@example.org'])
    const [listed] = await boss.api<Invitation[]>('GET', '/operator/invitations')
    expect(listed).toMatchObject({ mail: 'sent' })
    // Undoes the line folding of mails; the database has no part of the token.
    const text = server.taken[0]?.text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? ''
    expect(text).toContain(listed?.link ?? 'no link')
    const { rows } = await app.services.db.pool.query<{ row: string }>('select m::text as row from mails m')
    expect(rows.map(({ row }) => row).join()).not.toContain(tokenOf(listed as Invitation).split('.')[1])
  })

  test('is not sent after the invitation was revoked', async () => {
    const server = await startSmtpServer()
    const { app, boss } = await start({ mail: { ...smtp, smtpUrl: server.url } })
    const { id } = await boss.api<Invitation>('POST', '/operator/invitations', { email: 'ann@example.org' })
    await boss.api('POST', `/operator/invitations/${id}/revoke`)
    await app.services.jobs.runDue({ ahead: true })
    expect(server.taken).toEqual([])
  })

  test('is a file without a mail server, and the page asks to pass on the link', async () => {
    const { app, boss } = await start({})
    expect(await boss.api('POST', '/operator/invitations', { email: 'ann@example.org' })).toMatchObject({ mail: null, state: 'waiting' })
    const { href } = await lastMailTo(app, 'ann@example.org')
    const [listed] = await boss.api<Invitation[]>('GET', '/operator/invitations')
    expect(listed).toMatchObject({ mail: null, link: `${app.services.config.publicUrl}${href}` })
  })
})
