import { expect, test } from 'vitest'
import type { CalendarLink } from '@ninesixteen/shared/api/calendar-link'
import { eq } from 'drizzle-orm'
import { calendarLinks } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { userSettings } from '../../db/schema-accounts.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { insertAccount, insertPost } from '../../testing/seeded-posts.ts'

const PUBLIC_URL = 'http://localhost:3000'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function start() {
  const app = await startTestApp({ publicUrl: PUBLIC_URL })
  return { app, user: await app.buildUser() }
}

/** As a calendar app reads it: without cookies or page headers. */
const readFeed = (app: TestApp, link: CalendarLink, headers: Record<string, string> = {}) =>
  fetch((link.url ?? '').replace(PUBLIC_URL, app.url), { headers })

const renew = (user: TestUser) => user.api<CalendarLink>('POST', '/calendar-link')

/** The lines of an event per RFC 5545, unfolded and unescaped. */
function eventsOf(text: string): Map<string, string>[] {
  const lines = text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => line.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)))
  const events: Map<string, string>[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push(new Map())
    const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/s.exec(line) ?? []
    events.at(-1)?.set(name, value)
  }
  return events
}

const utc = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')

test('returns the posts as an RFC 5545 calendar', async () => {
  const { app, user } = await start()
  expect(await user.api('GET', '/calendar-link')).toEqual({ url: null, madeAt: null })
  const { accountId, username } = await insertAccount(app, user)
  const caption = 'Ünïcode 🚀漢字; and, \\ "quotes" '.repeat(6)
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 + DAY_MS)
  const post = await insertPost(app, user, { accountId, caption, description: 'First\r\nEND:VCALENDAR\nlast', scheduledTime: at })
  const link = await renew(user)
  expect(link.url).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{43}\.ics$/)
  const response = await readFeed(app, link)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
  const text = await response.text()
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true)
  expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true)
  // Every line ends with CRLF and has at most 75 bytes; folding never splits a character.
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text).not.toContain('\ufffd')
  const [event, ...others] = eventsOf(text)
  expect(others).toEqual([])
  expect(Object.fromEntries(event ?? [])).toMatchObject({
    UID: `${post.id}@localhost:3000`,
    DTSTART: utc(at),
    DTEND: utc(new Date(at.getTime() + 15 * 60_000)),
    SUMMARY: `TikTok @${username}: ${caption}`,
    DESCRIPTION: `Scheduled\n\nFirst\nEND:VCALENDAR\nlast\n\n${PUBLIC_URL}/post_scheduler?post=${post.id}`,
    URL: `${PUBLIC_URL}/post_scheduler?post=${post.id}`,
    STATUS: 'CONFIRMED',
    TRANSP: 'TRANSPARENT',
  })
})

test('responds with 304 for an unchanged calendar', async () => {
  const { app, user } = await start()
  const { id } = await insertPost(app, user)
  const link = await renew(user)
  const etag = (await readFeed(app, link)).headers.get('etag') ?? ''
  expect((await readFeed(app, link, { 'if-none-match': etag })).status).toBe(304)
  const cancelled = { status: 'failed', delivery: 'cancelled', errorMessage: 'Cancelled', updatedAt: new Date() } as const
  await app.services.db.asUser(user.id, (tx) => tx.update(scheduledPosts).set(cancelled).where(eq(scheduledPosts.id, id)))
  const changed = await readFeed(app, link, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(eventsOf(await changed.text())[0]?.get('STATUS')).toBe('CANCELLED')
})

test('contains the user’s posts around today, without drafts', async () => {
  const { app, user } = await start()
  const other = await app.buildUser()
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const inside = [await insertPost(app, user, { scheduledTime: inDays(-89) }), await insertPost(app, user, { scheduledTime: inDays(364) })]
  await insertPost(app, user, { scheduledTime: inDays(-91) })
  await insertPost(app, user, { scheduledTime: inDays(366) })
  await insertPost(app, user, { scheduledTime: null, delivery: 'draft' })
  await insertPost(app, other)
  const events = eventsOf(await (await readFeed(app, await renew(user))).text())
  expect(events.map((event) => event.get('UID'))).toEqual(inside.map(({ id }) => `${id}@localhost:3000`))
})

test('lists an early post at its publishing time', async () => {
  const { app, user } = await start()
  const publishedAt = new Date(Date.now() - 2 * DAY_MS)
  await insertPost(app, user, {
    status: 'published',
    delivery: 'published',
    publishedAt,
    scheduledTime: new Date(Date.now() + 30 * DAY_MS),
  })
  const [event] = eventsOf(await (await readFeed(app, await renew(user))).text())
  expect(event?.get('DTSTART')).toBe(utc(publishedAt))
})

test('of more than two thousand posts it has those nearest to now', { tags: ['long'] }, async () => {
  const { app, user } = await start()
  const rows = Array.from({ length: 2010 }, (_, hour) => ({
    userId: user.id,
    platform: 'tiktok',
    accountId: 'none',
    snapshot: [],
    scheduledTime: new Date(Date.now() + (hour + 1) * HOUR_MS),
  }))
  const planted = await app.services.db.asUser(user.id, (tx) => tx.insert(scheduledPosts).values(rows).returning({ id: scheduledPosts.id }))
  const events = eventsOf(await (await readFeed(app, await renew(user))).text())
  expect(events.map((event) => event.get('UID'))).toEqual(planted.slice(0, 2000).map(({ id }) => `${id}@localhost:3000`))
})

test('shows the link again, and rejects a renewed or removed one', async () => {
  const { app, user } = await start()
  const first = await renew(user)
  expect(await user.api('GET', '/calendar-link')).toEqual(first)
  const second = await renew(user)
  expect(second.url).not.toBe(first.url)
  expect([(await readFeed(app, first)).status, (await readFeed(app, second)).status]).toEqual([404, 200])
  expect(await user.api('DELETE', '/calendar-link')).toEqual({ url: null, madeAt: null })
  expect((await readFeed(app, second)).status).toBe(404)
})

test('is closed without the plan', async () => {
  const { app, user } = await start()
  const link = await renew(user)
  const setPlan = (proPlan: boolean) =>
    app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan }).where(eq(userSettings.userId, user.id)))
  await setPlan(false)
  expect((await readFeed(app, link)).status).toBe(404)
  await setPlan(true)
  expect((await readFeed(app, link)).status).toBe(200)
})

test('the secret appears neither in logs nor in the database', async () => {
  const app = await startTestApp({ publicUrl: PUBLIC_URL, logLevel: 'debug' })
  const user = await app.buildUser()
  const link = await renew(user)
  expect((await readFeed(app, link)).status).toBe(200)
  const secret = /([\w-]{43})\.ics$/.exec(link.url ?? '')?.[1] ?? 'none'
  expect(app.logged.join('\n')).toContain('/calendar/\u2026')
  expect(app.logged.join('\n')).not.toContain(secret)
  const rows = await app.services.db.asUser(user.id, (tx) => tx.select().from(calendarLinks))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a link is read so often an hour, and guesses from one address are few a minute', { tags: ['long'] }, async () => {
  const { app, user } = await start()
  const link = await renew(user)
  const statuses = new Set<number>()
  for (let reads = 0; reads < 120; reads++) statuses.add((await readFeed(app, link)).status)
  expect([...statuses]).toEqual([200])
  const rejected = await readFeed(app, link)
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true])
  const guess = async (attempt: number) =>
    (await readFeed(app, { ...link, url: `${PUBLIC_URL}/calendar/${String(attempt).padStart(43, 'x')}.ics` })).status
  for (let attempt = 0; attempt < 300; attempt++) expect(await guess(attempt)).toBe(404)
  expect(await guess(300)).toBe(429)
})
