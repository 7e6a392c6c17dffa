import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Me, PublicConfig, Session } from '@ninesixteen/shared/api/account'
import type { MediaItem, MediaPage } from '@ninesixteen/shared/api/media'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { slidesSchema } from '@ninesixteen/shared/slide/model'
import { sessions, users } from '../db/schema-accounts.ts'
import { companies } from '../db/schema-companies.ts'
import { demos } from '../db/schema-demos.ts'
import { files, mediaCompanyLinks, mediaItems } from '../db/schema-photos.ts'
import { contentIdeas, projects, slides } from '../db/schema-projects.ts'
import { keysOf } from '../storage/renditions.ts'
import { Caller, photo, startTestApp, type TestApp } from '../testing/app.ts'
import { enterDemo, type TestDemo } from '../testing/demo.ts'
import { DEMO_IDEAS } from './content.ts'
import { COMPANY_PHOTOS, DEMO_PHOTO_NAMES } from './demo-images.ts'
import { createDemos } from './demos.ts'
import { deleteExpiredDemos, startDemoExpiry } from './end-demos.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

const countOf = (userId: string) =>
  app.services.db.asUser(userId, async (tx) => ({
    companies: await tx.$count(companies),
    files: await tx.$count(files, eq(files.state, 'stored')),
    photos: await tx.$count(mediaItems),
    links: await tx.$count(mediaCompanyLinks),
    projects: await tx.$count(projects),
    slides: await tx.$count(slides),
    ideas: await tx.$count(contentIdeas),
  }))

const COMPLETE = {
  companies: 1,
  files: DEMO_PHOTO_NAMES.length + 2,
  photos: DEMO_PHOTO_NAMES.length,
  links: COMPANY_PHOTOS.length,
  projects: 1,
  slides: 6,
  ideas: DEMO_IDEAS.length,
}

/** Moves the demo's times into the past. */
const passTime = (demo: TestDemo, time: string) => {
  const ago = sql`${time}::interval`
  const earlier = { endsAt: sql`${demos.endsAt} - ${ago}`, usedAt: sql`${demos.usedAt} - ${ago}` }
  return app.services.db.asSystem((tx) => tx.update(demos).set(earlier).where(eq(demos.userId, demo.id)))
}

const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).error.code]
const meOf = (caller: Caller) => caller.call<Me>('GET', '/api/v1/me')

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const object of app.services.store.list()) keys.push(object.key)
  return keys
}

/** Objects without a row. */
async function strayKeys(): Promise<string[]> {
  const rows = await app.services.db.asSystem((tx) => tx.select({ path: files.path }).from(files))
  const referenced = new Set(rows.flatMap((row) => keysOf(row.path)))
  return (await storedKeys()).filter((key) => !referenced.has(key))
}

describe('a demo', () => {
  test('is complete when it starts, and ends after a day', { tags: ['long'] }, async () => {
    expect((await app.anonymous.call<PublicConfig>('GET', '/api/v1/config')).body.demo).toBe(true)
    const demo = await enterDemo(app)
    expect(await countOf(demo.id)).toEqual(COMPLETE)
    const me = await demo.api<Me>('GET', '/me')
    expect(me).toMatchObject({ id: demo.id, displayName: 'Demo', proPlan: true })
    const hours = (Date.parse(me.demo?.endsAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    const stored = await app.services.db.asUser(demo.id, (tx) => tx.select().from(slides).orderBy(slides.number))
    const slideshow = slidesSchema.parse(stored.map((row) => row.data))
    expect(new Set(slideshow.map((slide) => slide.backgroundImage)).size).toBe(COMPLETE.slides)
    expect(slideshow.every((slide) => slide.backgroundImage?.startsWith(`${demo.id}/`))).toBe(true)
    const { items } = await demo.api<MediaPage>('GET', '/media/page?limit=100')
    expect(items.map((item) => item.filename)).toEqual(DEMO_PHOTO_NAMES.map((name) => `${name}.jpg`))
    for (const { thumbnailUrl } of items) expect((await demo.fetch(thumbnailUrl)).status).toBe(200)
    expect(await strayKeys()).toEqual([])
    expect(app.logged).toEqual([])
  })

  test('isolates its photos, slideshows, sessions and deletions from other demos', { tags: ['long'] }, async () => {
    const [one, other] = [await enterDemo(app), await enterDemo(app)]
    expect(one.id).not.toBe(other.id)
    const [ownPhotos, otherPhotos] = [await one.api<MediaItem[]>('GET', '/media'), await other.api<MediaItem[]>('GET', '/media')]
    const responses = await Promise.all([
      other.call('POST', '/api/v1/media/usage', { ids: ownPhotos.map((item) => item.id) }),
      other.call('POST', '/api/v1/media/delete', { ids: ownPhotos.map((item) => item.id) }),
    ])
    expect(responses.map((response) => response.status)).toEqual([404, 404])
    expect(await other.api('POST', '/files/urls', { paths: [ownPhotos[0]?.filePath], variant: 'original' })).toEqual([null])
    await one.api('POST', '/media/delete', { ids: ownPhotos.map((item) => item.id) })
    expect(await one.api('GET', '/media')).toEqual([])
    expect(await other.api('GET', '/media')).toEqual(otherPhotos)
    for (const { filePath } of otherPhotos) expect(await app.services.store.read(filePath)).not.toBeNull()
    expect(await one.api<Session[]>('GET', '/me/sessions')).toMatchObject([{ isCurrent: true }])
    // A new demo is complete, regardless of deletions in another.
    expect(await countOf((await enterDemo(app)).id)).toEqual(COMPLETE)
  })

  test('is resumed by its visitor after sign-out, in another tab and after a restart', { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    const project = await demo.buildProject({ title: 'kept' })
    await demo.call('POST', '/api/auth/sign-out', {})
    expect((await meOf(demo)).status).toBe(401)
    const again = await demo.call<{ user: { id: string } }>('POST', '/api/auth/demo', {})
    expect(again.body.user.id).toBe(demo.id)
    expect((await demo.call('GET', `/api/v1/projects/${project.id}`)).status).toBe(200)
    const restarted = createDemos(app.services)
    await restarted.prepare()
    expect(await restarted.enter({ demoId: demo.id, address: '203.0.113.1' })).toMatchObject({ userId: demo.id })
    expect(await countOf(demo.id)).toMatchObject({ projects: 2 })
    expect(await app.services.db.asSystem((tx) => tx.$count(demos))).toBe(1)
  })

  test('is not given to a caller who only names its id', { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    const cookie = demo.cookies.get('ninesixteen.demo') ?? ''
    const forged = [`${demo.id}.${'A'.repeat(43)}%3D`, demo.id, cookie.replace(demo.id, crypto.randomUUID())]
    for (const value of forged) {
      const visitor = new Caller(app.url)
      visitor.cookies.set('ninesixteen.demo', value)
      const { body } = await visitor.call<{ user: { id: string } }>('POST', '/api/auth/demo', {})
      expect(body.user.id).not.toBe(demo.id)
    }
  })

  test('has no password, email or keys', { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    const { email } = await demo.api<Me>('GET', '/me')
    const password = 'vertical slides'
    const calls: [string, string, unknown][] = [
      ['POST', '/api/v1/me/delete', { password }],
      ['POST', '/api/v1/me/email', { email: 'mine@example.org', password }],
      ['POST', '/api/auth/change-password', { currentPassword: password, newPassword: 'another one' }],
      ['PUT', '/api/v1/credentials', { values: { 'openai.key': 'sk-mine', 'openai.base_url': 'https://ai.example.org/v1' } }],
    ]
    for (const [method, path, body] of calls)
      expect([path, ...errorOf(await demo.call(method, path, body))]).toEqual([path, 403, 'DEMO_ACCOUNT'])
    expect((await app.anonymous.call('POST', '/api/auth/sign-in/email', { email, password: 'nine-sixteen-demo' })).status).toBe(401)
  })
})

describe('the end of a demo', () => {
  test('is on time, ends every session and deletes everything', { tags: ['long'] }, async () => {
    const [ended, living] = [await enterDemo(app), await enterDemo(app)]
    await passTime(ended, '1 day')
    expect([(await meOf(ended)).status, (await ended.call('GET', '/api/v1/projects')).status]).toEqual([401, 401])
    expect((await meOf(living)).status).toBe(200)
    expect(await deleteExpiredDemos(app.services)).toBe(1)
    const rows = await app.services.db.asSystem((tx) =>
      tx
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, [ended.id, living.id])),
    )
    expect(rows).toEqual([{ id: living.id }])
    expect((await storedKeys()).filter((key) => key.startsWith(ended.id))).toEqual([])
    expect(await countOf(living.id)).toEqual(COMPLETE)
    const next = await ended.call<{ user: { id: string } }>('POST', '/api/auth/demo', {})
    expect(next.body.user.id).not.toBe(ended.id)
    expect(await strayKeys()).toEqual([])
  })

  test('is not postponed by use, and no session outlasts it', async () => {
    const demo = await enterDemo(app)
    const endsAt = (await demo.api<Me>('GET', '/me')).demo?.endsAt
    const [session] = await app.services.db.asSystem((tx) => tx.select().from(sessions).where(eq(sessions.userId, demo.id)))
    expect(session?.expiresAt.toISOString()).toBe(endsAt)
    // The library renews the session.
    expect((await demo.call('GET', '/api/auth/get-session')).status).toBe(200)
    expect((await demo.api<Me>('GET', '/me')).demo?.endsAt).toBe(endsAt)
    const token = decodeURIComponent(demo.cookies.get('ninesixteen.session_token') ?? '')
    await passTime(demo, '1 day')
    expect((await meOf(demo)).status).toBe(401)
    // The library knows the renewed session, but not the demo's end.
    for (const caller of [new Caller(app.url, { authorization: `Bearer ${token}` }), new Caller(app.url, { cookie: demo.cookieHeader })]) {
      expect(await caller.call('GET', '/api/auth/get-session')).toMatchObject({ status: 200, body: null })
      expect((await caller.call('POST', '/api/auth/update-user', { name: 'Still here' })).status).toBe(401)
      expect((await caller.call('POST', '/api/auth/demo/keep', { email: 'late@example.org', password: 'vertical slides' })).status).toBe(
        401,
      )
    }
  })
})

describe('converting a demo into an account', () => {
  const convert = (caller: Caller, email: string, password = 'vertical slides') =>
    caller.call<{ code: string; message: string }>('POST', '/api/auth/demo/keep', { email, password })

  test("keeps the work and adds a password, a new account's plan and no end", { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    await demo.buildProject({ title: 'my work' })
    expect((await convert(demo, 'Me@Example.org')).status).toBe(200)
    expect(await demo.api<Me>('GET', '/me')).toMatchObject({
      id: demo.id,
      email: 'me@example.org',
      displayName: 'Me',
      proPlan: false,
      demo: null,
    })
    const elsewhere = new Caller(app.url)
    const password = 'vertical slides'
    expect((await elsewhere.call('POST', '/api/auth/sign-in/email', { email: 'me@example.org', password })).status).toBe(200)
    expect(await countOf(demo.id)).toMatchObject({ projects: 2, photos: COMPLETE.photos })
    expect(await deleteExpiredDemos(app.services)).toBe(0)
    // The next demo in this browser is a new one.
    await demo.call('POST', '/api/auth/sign-out', {})
    const next = await demo.call<{ user: { id: string } }>('POST', '/api/auth/demo', {})
    expect(next.body.user.id).not.toBe(demo.id)
    expect((await elsewhere.call('POST', '/api/v1/me/delete', { password })).status).toBe(204)
  })

  test('applies the checks of a sign-up, and keeps the demo if they fail', { tags: ['long'] }, async () => {
    const [demo, member] = [await enterDemo(app), await app.buildUser()]
    const said = async (email: string, password?: string) => {
      const { status, body } = await convert(demo, email, password)
      return [status, body.code]
    }
    expect(await said('me@example.org', 'short')).toEqual([400, 'INVALID_CREDENTIALS_FORM'])
    expect(await said('me@example.org', 'password')).toEqual([400, 'PASSWORD_COMMON'])
    expect(await said('me@example.org', 'x'.repeat(129))).toEqual([400, 'PASSWORD_TOO_LONG'])
    expect(await said('not an address')).toEqual([400, 'INVALID_CREDENTIALS_FORM'])
    expect(await said(member.email)).toEqual([422, 'USER_ALREADY_EXISTS'])
    expect((await demo.api<Me>('GET', '/me')).demo).not.toBeNull()
    expect((await convert(app.anonymous, 'me@example.org')).status).toBe(401)
    expect((await convert(member, 'me@example.org')).body.code).toBe('NO_DEMO')
  })

  test('is not required to end the demo early', { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    expect((await demo.call('POST', '/api/v1/me/demo/end', {})).status).toBe(204)
    expect((await meOf(demo)).status).toBe(401)
    expect((await storedKeys()).filter((key) => key.startsWith(demo.id))).toEqual([])
  })
})

describe('demo limits', () => {
  test('evict the demo that is idle longest when all are occupied, but none in use', { tags: ['long'] }, async () => {
    app = await startTestApp({ demo: { isOffered: true, max: 2, dailyTokens: 1 } })
    const [one, two] = [await enterDemo(app), await enterDemo(app)]
    expect(errorOf(await new Caller(app.url).call('POST', '/api/auth/demo', {}))).toEqual([503, 'DEMO_FULL'])
    await passTime(one, '61 minutes')
    await passTime(two, '70 minutes')
    // In use again.
    expect((await two.call('GET', '/api/v1/projects')).status).toBe(200)
    const three = await enterDemo(app)
    expect([(await meOf(one)).status, (await meOf(two)).status, (await meOf(three)).status]).toEqual([401, 200, 200])
    expect(await deleteExpiredDemos(app.services)).toBe(1)
  })

  test('allow 20 new demos per address and hour, not counting resumed ones', { tags: ['long'] }, async () => {
    app = await startTestApp({ trustProxy: true })
    const from = (address: string) => new Caller(app.url, { 'x-forwarded-for': address })
    const first = from('2001:db8:1:2::1')
    await first.call('POST', '/api/auth/demo', {})
    const key = 'demo:2001:db8:1:2::/64'
    const used = await app.services.db.pool.query<{ count: number }>('update rate_limits set count = 20 where key = $1 returning 1', [key])
    expect(used.rowCount).toBe(1)
    const refused = await from('2001:db8:1:2::2').call('POST', '/api/auth/demo', {})
    expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await first.call('POST', '/api/auth/demo', {})).status).toBe(200)
    expect((await from('2001:db8:1:3::1').call('POST', '/api/auth/demo', {})).status).toBe(200)
    // Sign-in deletes old rate limits, but none of this hour.
    await app.services.db.pool.query('update rate_limits set last_request = last_request - 2400000 where key = $1', [key])
    await app.buildUser()
    const nextDemo = await from('2001:db8:1:2::2').call('POST', '/api/auth/demo', {})
    expect(errorOf(nextDemo)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(nextDemo.headers.get('retry-after'))).toBeLessThan(1300)
  })

  test('allow 100 MB of storage, sample photos included', { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    const { storage } = await demo.api<MediaPage>('GET', '/media/page?limit=1')
    expect(storage.limit).toBe(100 * 1024 * 1024)
    expect(storage.used).toBeLessThan(storage.limit / 5)
    const path = `${demo.id}/1_large.jpg`
    await app.services.db.asUser(demo.id, (tx) =>
      tx.insert(files).values({ path, userId: demo.id, state: 'stored', mimeType: 'image/jpeg', bytes: storage.limit - storage.used - 1 }),
    )
    const refused = await demo.upload(await photo())
    expect(errorOf({ status: refused.status, body: await refused.json() })).toEqual([507, 'STORAGE_QUOTA'])
  })
})

describe('with demos disabled', () => {
  test('no demo starts', async () => {
    app = await startTestApp({ demo: { isOffered: false, max: 2, dailyTokens: 1 } })
    expect((await app.anonymous.call<PublicConfig>('GET', '/api/v1/config')).body.demo).toBe(false)
    expect(errorOf(await app.anonymous.call('POST', '/api/auth/demo', {}))).toEqual([503, 'DEMO_UNAVAILABLE'])
    expect(await app.services.db.asSystem((tx) => tx.$count(users))).toBe(0)
  })

  test('existing demos are inaccessible until they are enabled again', { tags: ['long'] }, async () => {
    const demo = await enterDemo(app)
    const { config } = app.services
    const shut = { ...app.services, config: { ...config, demo: { ...config.demo, isOffered: false } } }
    await startDemoExpiry(shut).stop()
    expect((await meOf(demo)).status).toBe(401)
    const again = await demo.call<{ user: { id: string } }>('POST', '/api/auth/demo', {})
    expect(again.body.user.id).toBe(demo.id)
    expect(await countOf(demo.id)).toEqual(COMPLETE)
  })
})
