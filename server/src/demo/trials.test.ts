import { eq, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Me, PublicConfig } from '@ninesixteen/shared/api/account'
import type { MediaPage } from '@ninesixteen/shared/api/media'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { emailChanges, sessions, users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { files } from '../db/schema-photos.ts'
import { projects, slides } from '../db/schema-projects.ts'
import { Caller, startTestApp, type TestApp } from '../testing/app.ts'
import { enterDemo, enterTrial, type TestDemo } from '../testing/demo.ts'
import { eventsOf, generateRequest, slidesIn, startGeneratingApp, collect } from '../testing/generation.ts'
import { lastLinkTo, readMails } from '../testing/mailbox.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { deleteExpiredDemos, startDemoExpiry } from './end-demos.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

const TRY = '/api/auth/try'
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).error.code]
const startTrial = (caller: Caller) => caller.call<{ user: { id: string } }>('POST', TRY, {})
const meOf = (caller: Caller) => caller.call<Me>('GET', '/api/v1/me')
const countTrials = () => app.services.db.asSystem((tx) => tx.$count(demos, eq(demos.isTrial, true)))

/** Moves the trial's times into the past. */
const passTime = (trial: Pick<TestDemo, 'id'>, time: string) => {
  const ago = sql`${time}::interval`
  const earlier = { endsAt: sql`${demos.endsAt} - ${ago}`, usedAt: sql`${demos.usedAt} - ${ago}` }
  return app.services.db.asSystem((tx) => tx.update(demos).set(earlier).where(eq(demos.userId, trial.id)))
}

async function write(trial: Caller) {
  const response = await trial.fetch('/api/generate', {
    method: 'POST',
    body: JSON.stringify(generateRequest()),
    headers: { 'content-type': 'application/json' },
  })
  return collect(eventsOf(response))
}

describe('a trial', () => {
  test('is an empty account that writes slides at once and is deleted after two hours', { tags: ['long'] }, async () => {
    app = await startGeneratingApp(sandbox)
    expect((await app.anonymous.call<PublicConfig>('GET', '/api/v1/config')).body.tryIt).toBe(true)
    const trial = await enterTrial(app)
    const me = await trial.api<Me>('GET', '/me')
    expect(me).toMatchObject({ id: trial.id, proPlan: true })
    const hours = (Date.parse(me.demo?.endsAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1.9)
    expect(hours).toBeLessThanOrEqual(2)
    const events = await write(trial)
    expect(slidesIn(events).length).toBeGreaterThan(3)
    expect(events.at(-1)).toMatchObject({ type: 'done' })

    await passTime(trial, '2 hours')
    expect((await meOf(trial)).status).toBe(401)
    expect(await deleteExpiredDemos(app.services)).toBe(1)
    const remaining = await app.services.db.asSystem(async (tx) => [
      await tx.$count(users, eq(users.id, trial.id)),
      await tx.$count(sessions, eq(sessions.userId, trial.id)),
      await tx.$count(projects, eq(projects.userId, trial.id)),
      await tx.$count(slides, eq(slides.userId, trial.id)),
      await tx.$count(files, eq(files.userId, trial.id)),
    ])
    expect(remaining).toEqual([0, 0, 0, 0, 0])
    expect(app.logged).toEqual([])
  })

  test('moves its slideshow to the account at sign-up', async () => {
    app = await startGeneratingApp(sandbox)
    const trial = await enterTrial(app)
    const written = slidesIn(await write(trial)).length
    const form = { email: 'stranger@example.org', password: 'vertical slides' }
    expect((await trial.call('POST', '/api/auth/demo/keep', form)).status).toBe(200)
    expect(await trial.api<Me>('GET', '/me')).toMatchObject({ id: trial.id, email: form.email, demo: null, proPlan: false })
    expect(await deleteExpiredDemos(app.services)).toBe(0)
    const rows = await app.services.db.asUser(trial.id, (tx) => tx.$count(slides))
    expect(rows).toBe(written)
    // The next trial in this browser is another account.
    await trial.call('POST', '/api/auth/sign-out', {})
    expect((await startTrial(trial)).body.user.id).not.toBe(trial.id)
  })

  test('is resumed in the same browser only', async () => {
    const trial = await enterTrial(app)
    await trial.call('POST', '/api/auth/sign-out', {})
    expect((await startTrial(trial)).body.user.id).toBe(trial.id)
    const cookie = trial.cookies.get('ninesixteen.try') ?? ''
    for (const forged of [cookie.replace(trial.id, crypto.randomUUID().replaceAll('-', '')), `${trial.id}:1:${Date.now()}`]) {
      const other = new Caller(app.url)
      other.cookies.set('ninesixteen.try', forged)
      expect((await startTrial(other)).body.user.id).not.toBe(trial.id)
    }
  })

  test('is a separate account from a demo in the same browser', { tags: ['long'] }, async () => {
    const trial = await enterTrial(app)
    const demo = await enterDemo(app)
    expect(demo.id).not.toBe(trial.id)
    expect((await demo.api<Me>('GET', '/me')).displayName).toBe('Demo')
  })
})

describe('trial limits', () => {
  test('create nothing for page views or requests from other sites', async () => {
    for (const path of ['/try', '/try?topic=tea', TRY]) await app.anonymous.call('GET', path)
    const foreign = new Caller(app.url, { origin: 'https://elsewhere.example' })
    expect(errorOf(await foreign.call('POST', TRY, {}))).toEqual([403, 'FORBIDDEN_ORIGIN'])
    expect(await countTrials()).toBe(0)
    expect(await app.services.db.asSystem((tx) => tx.$count(users))).toBe(0)
  })

  test('apply per browser and day, not counting resumed trials', async () => {
    app = await startTestApp({ trials: { perBrowser: 2 } })
    const browser = new Caller(app.url)
    const first = await enterTrial(app, browser)
    for (let again = 0; again < 5; again += 1) await startTrial(browser)
    await passTime(first, '2 hours')
    const second = await enterTrial(app, browser)
    await passTime(second, '2 hours')
    expect(errorOf(await startTrial(browser))).toEqual([429, 'TRY_LIMIT'])
    expect(await countTrials()).toBe(2)
    expect((await startTrial(new Caller(app.url))).status).toBe(200)
  })

  test('apply per address and hour, by network for IPv6', async () => {
    app = await startTestApp({ trustProxy: true, trials: { perAddress: 2 } })
    const from = (address: string) => startTrial(new Caller(app.url, { 'x-forwarded-for': address }))
    expect([(await from('2001:db8:1:2::1')).status, (await from('2001:db8:1:2::2')).status]).toEqual([200, 200])
    expect(errorOf(await from('2001:db8:1:2::3'))).toEqual([429, 'TRY_LIMIT'])
    expect((await from('2001:db8:1:3::1')).status).toBe(200)
  })

  test('evict the trial that is idle longest when all are occupied, but none in use', { tags: ['long'] }, async () => {
    app = await startTestApp({ trials: { max: 2 } })
    const [one, two] = [await enterTrial(app), await enterTrial(app)]
    expect(errorOf(await startTrial(new Caller(app.url)))).toEqual([503, 'TRY_FULL'])
    // Demos have slots of their own.
    await enterDemo(app)
    await passTime(one, '12 minutes')
    await passTime(two, '14 minutes')
    // In use again.
    expect((await two.call('GET', '/api/v1/projects')).status).toBe(200)
    const three = await enterTrial(app)
    expect([(await meOf(one)).status, (await meOf(two)).status, (await meOf(three)).status]).toEqual([401, 200, 200])
  })

  test('concurrent trials never claim the same slot', async () => {
    app = await startTestApp({ trials: { max: 3, perAddress: 100 } })
    const responses = await Promise.all(Array.from({ length: 12 }, () => startTrial(new Caller(app.url))))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await countTrials()).toBe(3)
  })

  test('allow 20 MB of storage', async () => {
    const trial = await enterTrial(app)
    const { storage } = await trial.api<MediaPage>('GET', '/media/page?limit=1')
    expect(storage).toMatchObject({ used: 0, limit: 20 * 1024 * 1024 })
  })

  test('allow three slideshows, however they are created and even concurrently', { tags: ['long'] }, async () => {
    const trial = await enterTrial(app)
    const first = await trial.buildProject()
    const project = {
      title: 'Tea',
      topic: 'tea',
      contentType: 'numbered-list',
      contentStyle: 'educational',
      companyId: null,
      slides: first.slides,
    }
    const created = await Promise.all(Array.from({ length: 8 }, () => trial.call('POST', '/api/v1/projects', project)))
    expect(created.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429, 429, 429, 429])
    expect(errorOf(await trial.call('POST', `/api/v1/projects/${first.id}/duplicate`, {}))).toEqual([429, 'TRY_LIMIT'])
    expect(await app.services.db.asSystem((tx) => tx.$count(projects, eq(projects.userId, trial.id)))).toBe(3)
    // A demo has no such limit.
    const demo = await enterDemo(app)
    for (let copy = 0; copy < 4; copy += 1) expect((await demo.call('POST', '/api/v1/projects', project)).status).toBe(201)
  })

  test('allow no keys', async () => {
    const trial = await enterTrial(app)
    const refused = await trial.call('PUT', '/api/v1/credentials', { values: { 'openai.key': 'sk-mine' } })
    expect(errorOf(refused)).toEqual([403, 'DEMO_ACCOUNT'])
  })
})

describe('a trial that waits for confirmation', () => {
  const form = { email: 'stranger@example.org', password: 'vertical slides', name: '' }
  const convert = (trial: Caller, email = form.email) => trial.call('POST', '/api/auth/demo/keep', { ...form, email })
  const confirm = async (caller: Caller, email = form.email) =>
    caller.call<{ projectId: string | null }>('POST', '/api/auth/confirm-email', { token: await lastLinkTo(app, email) })
  const change = (values: Partial<Record<'expiresAt', SQL>>) => app.services.db.asSystem((tx) => tx.update(emailChanges).set(values))

  beforeEach(async () => {
    app = await startTestApp({ confirmEmail: true, trustProxy: true, trials: { max: 2, perAddress: 1000 } })
  })

  test('keeps its slideshow until the link expires, even after the trial ended', { tags: ['long'] }, async () => {
    const trial = await enterTrial(app)
    const { id: projectId, slides: written } = await trial.buildProject()
    expect((await convert(trial)).body).toMatchObject({ waits: true, mail: expect.any(String) as string })
    await passTime(trial, '23 hours')
    expect(await deleteExpiredDemos(app.services)).toBe(0)
    expect((await meOf(trial)).status, 'nobody gets in without the link').toBe(401)
    const caller = new Caller(app.url)
    expect((await confirm(caller)).body).toMatchObject({ projectId })
    expect(await caller.api<Me>('GET', '/me')).toMatchObject({ id: trial.id, email: form.email, demo: null, proPlan: false })
    // Users without the plan cannot edit, but the slideshow is visible.
    expect((await caller.call('GET', `/api/v1/projects/${projectId}`)).status).toBe(403)
    expect(await caller.api('GET', `/projects/${projectId}/preview`)).toEqual({ title: '3 tips', slides: written })
    expect(await deleteExpiredDemos(app.services)).toBe(0)
  })

  test('ends with its link and leaves nothing', { tags: ['long'] }, async () => {
    const trial = await enterTrial(app)
    await trial.buildProject()
    await convert(trial)
    const link = await lastLinkTo(app, form.email)
    await passTime(trial, '1 day')
    await change({ expiresAt: sql`now() - interval '1 second'` })
    expect((await new Caller(app.url).call('POST', '/api/auth/confirm-email', { token: link })).status).toBe(400)
    expect(await deleteExpiredDemos(app.services)).toBe(1)
    expect(await app.services.db.asSystem((tx) => tx.$count(users, eq(users.id, trial.id)))).toBe(0)
  })

  test('survives a full instance and occupies no trial slot', { tags: ['long'] }, async () => {
    const [one, two] = [await enterTrial(app), await enterTrial(app)]
    await convert(one)
    for (const trial of [one, two]) await passTime(trial, '12 minutes')
    const [three, four] = [await enterTrial(app), await enterTrial(app)]
    expect([(await meOf(one)).status, (await meOf(two)).status]).toEqual([401, 401])
    expect([(await meOf(three)).status, (await meOf(four)).status]).toEqual([200, 200])
    await deleteExpiredDemos(app.services)
    expect((await confirm(new Caller(app.url))).status).toBe(200)
  })

  test('gets its mail again at the same address only', { tags: ['long'] }, async () => {
    const trial = await enterTrial(app)
    await convert(trial)
    for (const email of [form.email.toUpperCase(), 'another@example.org'])
      expect((await app.anonymous.call('POST', '/api/auth/confirm-email/again', { email })).status).toBe(200)
    expect((await readMails(app)).map(({ to, subject }) => [to, subject])).toEqual(
      Array.from({ length: 2 }, () => [form.email, 'Confirm your email for Ninesixteen']),
    )
    expect((await confirm(new Caller(app.url))).status).toBe(200)
  })

  test('is limited to 20 per network and day and to 100 at a time', { tags: ['long'], timeout: 120_000 }, async () => {
    const convertFrom = async (network: number, email: string) => {
      const trial = await enterTrial(app, new Caller(app.url, { 'x-forwarded-for': `203.0.113.${network}` }))
      const response = await convert(trial, email)
      // Its slot is free for the next one.
      await passTime(trial, '12 minutes')
      return response
    }
    const responses: number[] = []
    for (let at = 0; at < 100; at += 1) responses.push((await convertFrom(Math.floor(at / 20), `stranger-${at}@example.org`)).status)
    expect(new Set(responses)).toEqual(new Set([200]))
    expect(errorOf(await convertFrom(5, 'late@example.org'))).toEqual([503, 'KEEP_FULL'])
    await change({ expiresAt: sql`now() - interval '1 second'` })
    expect(errorOf(await convertFrom(0, 'twenty-first@example.org'))).toEqual([503, 'KEEP_FULL'])
    expect((await convertFrom(9, 'later@example.org')).status).toBe(200)
    const lines = app.logged.splice(0).map((line) => JSON.parse(line) as { level: number; code: string })
    expect(lines).toMatchObject([
      { level: 40, code: 'KEEP_FULL' },
      { level: 40, code: 'KEEP_FULL' },
    ])
  })
})

describe('with trials disabled', () => {
  const off = { isOffered: false, dailyTokens: 0 }

  test('no trial starts', async () => {
    app = await startTestApp({ trial: off })
    expect((await app.anonymous.call<PublicConfig>('GET', '/api/v1/config')).body.tryIt).toBe(false)
    expect(errorOf(await startTrial(app.anonymous))).toEqual([503, 'TRY_UNAVAILABLE'])
    expect(await countTrials()).toBe(0)
  })

  test.each(['closed', 'invited'] as const)('no trial starts if sign-up is %s', async (signUp) => {
    app = await startTestApp({ signUp })
    expect((await app.anonymous.call<PublicConfig>('GET', '/api/v1/config')).body.tryIt).toBe(false)
    expect(errorOf(await startTrial(app.anonymous))).toEqual([503, 'TRY_UNAVAILABLE'])
    expect(await countTrials()).toBe(0)
  })

  test('existing trials are inaccessible, and demos stay open', async () => {
    const [trial, demo] = [await enterTrial(app), await enterDemo(app)]
    await startDemoExpiry({ ...app.services, config: { ...app.services.config, trial: off } }).stop()
    expect([(await meOf(trial)).status, (await meOf(demo)).status]).toEqual([401, 200])
  })
})
