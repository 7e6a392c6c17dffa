import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { RecurringPost } from '@ninesixteen/shared/api/recurrence'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { recurrences } from '../../db/schema-planning.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { userSettings } from '../../db/schema-accounts.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { readMails } from '../../testing/mailbox.ts'
import { connectAccount, postRequest, setPost, startScheduler, targetOf } from '../../testing/scheduler.ts'
import { createWaitingPosts } from '../affected-posts.ts'
import { createPostings } from '../publishing/create-publishing.ts'
import { extendRecurrences } from './extend-recurrences.ts'
import { refreshOccurrences } from './refresh-occurrences.ts'

const DAY_MS = 86_400_000
const ZONE = 'Europe/Berlin'

let app: TestApp
let user: TestUser
let project: Project
let account: string
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  project = await user.buildProject()
  account = await connectAccount(app, user, { platform: 'tiktok' })
})

/** Two hours from now in the zone, so that today counts. */
const soon = () => wallOf(new Date(Date.now() + 7_200_000), ZONE)
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

function bodyOf(rule: string, overrides: Record<string, unknown> = {}) {
  const { scheduledTime: _, timeZone: __, ...order } = postRequest(project, { targets: [targetOf('tiktok', account)] })
  return { ...order, recurrence: { rule, zone: ZONE, first: soon() }, ...overrides }
}

const tryCreate = (rule: string, overrides: Record<string, unknown> = {}) =>
  user.call<{ repeat: RecurringPost } & ErrorBody>('POST', '/api/v1/repeats', bodyOf(rule, overrides))

async function createRecurrence(rule: string, overrides: Record<string, unknown> = {}): Promise<RecurringPost> {
  const { status, body } = await tryCreate(rule, overrides)
  expect([status, JSON.stringify(body)]).toEqual([201, expect.stringContaining('repeat')])
  return body.repeat
}

const rowsOf = (repeatId: string) =>
  app.services.db.asSystem((tx) =>
    tx.select().from(scheduledPosts).where(eq(scheduledPosts.repeatId, repeatId)).orderBy(asc(scheduledPosts.scheduledTime)),
  )
const pathsOf = async (repeatId: string) => {
  const rows = await app.services.db.asSystem((tx) =>
    tx
      .select({ path: postMedia.path })
      .from(postMedia)
      .innerJoin(scheduledPosts, and(eq(scheduledPosts.id, postMedia.postId), eq(scheduledPosts.repeatId, repeatId))),
  )
  return rows.map(({ path }) => path)
}
const stateOf = async (repeatId: string) => (await user.api<RecurringPost[]>('GET', '/repeats')).find(({ id }) => id === repeatId)

describe('a recurring post', () => {
  test('has real posts for at most 60 days, which share their slides', { tags: ['long'] }, async () => {
    const { id, waiting, nextAt } = await createRecurrence('FREQ=DAILY')
    const rows = await rowsOf(id)
    expect(rows.length).toBe(60)
    expect(waiting).toBe(60)
    expect(nextAt).toBe(rows[0]?.scheduledTime?.toISOString())
    expect(Math.max(...rows.map(({ scheduledTime }) => Number(scheduledTime)))).toBeLessThanOrEqual(Number(inDays(60)))
    const [time] = rows.map(({ scheduledTime }) => scheduledTime && wallOf(scheduledTime, ZONE).slice(11))
    // The wall time stays the same across changes of the clocks.
    for (const { scheduledTime } of rows) expect(scheduledTime && wallOf(scheduledTime, ZONE).slice(11)).toBe(time)
    const paths = await pathsOf(id)
    expect([paths.length, new Set(paths).size]).toEqual([120, 2])
    const details = await user.api<PostDetails>('GET', `/scheduled-posts/${rows[59]?.id}`)
    expect(details).toMatchObject({ repeatId: id, caption: 'a caption', status: 'pending', delivery: 'waiting', pictures: 2 })
    expect(details.history.map(({ text }) => text)).toEqual(['Scheduled by a repeat.'])
  })

  test('creates no post until its next occurrence is near', async () => {
    const first = wallOf(inDays(100), ZONE)
    const { id, waiting, nextAt } = await createRecurrence('FREQ=YEARLY', { recurrence: { rule: 'FREQ=YEARLY', zone: ZONE, first } })
    expect([waiting, nextAt, (await rowsOf(id)).length]).toEqual([0, null, 0])
    await extendRecurrences(app.services, { now: inDays(39) })
    expect(await rowsOf(id)).toHaveLength(0)
    await extendRecurrences(app.services, { now: inDays(41) })
    expect(await stateOf(id)).toMatchObject({ waiting: 1, endedAt: null })
  })

  test('is created once per request id and ends by its rule', async () => {
    const body = bodyOf('RRULE:freq=daily;count=3')
    const responses = await Promise.all([1, 2, 3].map(async () => user.call<{ repeat: RecurringPost }>('POST', '/api/v1/repeats', body)))
    expect(new Set(responses.map(({ body: { repeat: countBefore } }) => countBefore.id)).size).toBe(1)
    const other = await user.call<ErrorBody>('POST', '/api/v1/repeats', { ...body, caption: 'another' })
    expect([other.status, other.body.error.code]).toEqual([409, 'REQUEST_REUSED'])
    const [{ id, rule }] = await user.api<[RecurringPost]>('GET', '/repeats')
    expect([rule, (await rowsOf(id)).length]).toEqual(['FREQ=DAILY;COUNT=3', 3])
    await extendRecurrences(app.services, { now: inDays(2) })
    expect(await stateOf(id)).toMatchObject({ endedAt: null, waiting: 3 })
    await extendRecurrences(app.services, { now: inDays(30) })
    expect(await stateOf(id)).toMatchObject({ endedAt: expect.any(String), endReason: 'It has ended.', waiting: 3 })
    expect(await rowsOf(id)).toHaveLength(3)
    // The user chose the end.
    expect((await user.api<Notifications>('GET', '/notices')).items).toEqual([])
  })

  test('is extended daily and never creates an occurrence twice', { tags: ['long'] }, async () => {
    const { id } = await createRecurrence('FREQ=DAILY')
    const [moved, edited, skipped, removed] = await rowsOf(id)
    if (!moved || !edited || !skipped || !removed) throw new Error('There are too few posts')
    const elsewhere = inDays(3.5).toISOString()
    await user.api('PATCH', `/scheduled-posts/${moved.id}`, { scheduledTime: elsewhere })
    await user.api('PATCH', `/scheduled-posts/${edited.id}`, { caption: 'only this one' })
    await user.api('POST', '/scheduled-posts/cancel', { ids: [skipped.id, removed.id] })
    await user.api('POST', '/scheduled-posts/remove', { ids: [removed.id] })
    await extendRecurrences(app.services)
    expect(await rowsOf(id)).toHaveLength(59)
    // Two processes run concurrently.
    await Promise.all([extendRecurrences(app.services, { now: inDays(7) }), extendRecurrences(app.services, { now: inDays(7) })])
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(66)
    expect(new Set(rows.map(({ occurrenceAt }) => Number(occurrenceAt))).size).toBe(66)
    const found = (postId: string) => rows.find((row) => row.id === postId)
    expect(found(moved.id)?.scheduledTime?.toISOString()).toBe(elsewhere)
    expect(found(edited.id)?.caption).toBe('only this one')
    expect(found(skipped.id)).toMatchObject({ status: 'failed', delivery: 'cancelled' })
    expect(found(removed.id)).toBeUndefined()
  })

  test('ending it cancels its waiting posts and creates no more', { tags: ['long'] }, async () => {
    const [{ id }, other] = [await createRecurrence('FREQ=WEEKLY'), await createRecurrence('FREQ=WEEKLY')]
    const [sending] = await rowsOf(id)
    await setPost(app, sending?.id ?? '', { delivery: 'sending' })
    const ended = await user.api<{ cancelled: number; late: number; repeat: RecurringPost }>('POST', `/repeats/${id}/end`)
    expect(ended).toMatchObject({ cancelled: 8, late: 0, repeat: { waiting: 0, endedAt: expect.any(String) } })
    await extendRecurrences(app.services, { now: inDays(20) })
    expect((await rowsOf(id)).map(({ delivery }) => delivery)).toEqual(['sending', ...Array<string>(8).fill('cancelled')])
    expect((await rowsOf(other.id)).length).toBeGreaterThan(9)
    expect((await user.call('POST', `/api/v1/repeats/${randomUUID()}/end`)).status).toBe(404)
  })
})

describe('the slides of a recurring post', () => {
  const change = () =>
    user.api<Project>('PUT', `/projects/${project.id}`, { version: project.version, saveId: randomUUID(), slides: [buildSlide('changed')] })
  const textsOf = async (id: string) => (await rowsOf(id)).map(({ snapshot }) => snapshot.map(({ title }) => title).join())

  test('stay the same when the slideshow is changed or deleted', async () => {
    const { id } = await createRecurrence('FREQ=WEEKLY')
    await change()
    await user.api('DELETE', `/projects/${project.id}`)
    await extendRecurrences(app.services, { now: inDays(7) })
    expect(new Set(await textsOf(id))).toEqual(new Set(['hello,world']))
    expect((await rowsOf(id)).length).toBe(10)
  })

  test('with "use latest" are updated for new posts and shortly before each is due', { tags: ['long'] }, async () => {
    const { id } = await createRecurrence('FREQ=WEEKLY', {
      usesLatest: true,
      recurrence: { rule: 'FREQ=WEEKLY', zone: ZONE, first: wallOf(new Date(Date.now() + 3_600_000), ZONE) },
    })
    await change()
    await refreshOccurrences(app.services)
    await extendRecurrences(app.services, { now: inDays(7) })
    const texts = await textsOf(id)
    expect([texts[0], texts[1], texts.at(-1)]).toEqual(['changed', 'hello,world', 'changed'])
    await user.api('DELETE', `/projects/${project.id}`)
    await extendRecurrences(app.services, { now: inDays(14) })
    expect(await stateOf(id)).toMatchObject({ endReason: 'Its slideshow was deleted.' })
    const notification = {
      kind: 'attention',
      title: 'A recurring post has ended',
      body: 'Its slideshow was deleted. Posts that are already scheduled stay as they are.',
      href: '/post_scheduler',
    }
    await extendRecurrences(app.services, { now: inDays(15) })
    expect((await user.api<Notifications>('GET', '/notices')).items).toMatchObject([notification])
    await app.services.jobs.runDue()
    expect((await readMails(app)).map(({ subject }) => subject)).toContain(notification.title)
  })
})

describe('a recurring post with a disconnected account', () => {
  const disconnect = (platform: 'tiktok' | 'tumblr') =>
    app.services.db.asSystem((tx) =>
      tx.delete(socialAccounts).where(and(eq(socialAccounts.userId, user.id), eq(socialAccounts.platform, platform))),
    )
  const notifications = async () =>
    (await user.api<Notifications>('GET', '/notices')).items.map(({ kind, title, body, href }) => [kind, title, body, href])
  const waits = 'Waits: connect this TikTok account again before its time, or it fails then.'

  test('creates every occurrence, which waits for the account', async () => {
    const tumblr = await connectAccount(app, user, { platform: 'tumblr' })
    const { id } = await createRecurrence('FREQ=WEEKLY', { targets: [targetOf('tiktok', account), targetOf('tumblr', tumblr)] })
    await disconnect('tiktok')
    await extendRecurrences(app.services, { now: inDays(7) })
    const last = async () => (await rowsOf(id)).slice(-2).toSorted((one, other) => one.platform.localeCompare(other.platform))
    const [first, second] = await last()
    expect([first?.occurrenceAt, first?.platform, second?.platform]).toEqual([second?.occurrenceAt, 'tiktok', 'tumblr'])
    const groupOf = async (postId: string | undefined) => (await user.api<PostDetails>('GET', `/scheduled-posts/${postId}`)).groupId
    expect(await groupOf(first?.id), 'an occurrence is one group').toBe(await groupOf(second?.id))
    expect(await groupOf(first?.id)).not.toBe(await groupOf((await rowsOf(id))[0]?.id))
    expect([first?.delivery, first?.detail, second?.detail]).toEqual(['waiting', waits, null])
    expect((await user.api<PostDetails>('GET', `/scheduled-posts/${first?.id}`)).pictures).toBe(2)
    await connectAccount(app, user, { platform: 'tiktok', accountId: account })
    await app.services.db.asUser(user.id, (tx) =>
      createWaitingPosts(createPostings(app.services)).resume(tx, { userId: user.id, platform: 'tiktok', accountId: account }),
    )
    expect((await last()).map(({ detail }) => detail)).toEqual([null, null])
    await extendRecurrences(app.services, { now: inDays(14) })
    const all = await rowsOf(id)
    const ofTiktok = all.filter(({ platform }) => platform === 'tiktok').map(({ occurrenceAt }) => Number(occurrenceAt))
    expect(ofTiktok).toEqual(all.filter(({ platform }) => platform === 'tumblr').map(({ occurrenceAt }) => Number(occurrenceAt)))
    expect(await notifications()).toEqual([])
  })

  test('drops an account after 60 days, ends with the last one, and notifies the user once each', { tags: ['long'] }, async () => {
    const tumblr = await connectAccount(app, user, { platform: 'tumblr' })
    const { id } = await createRecurrence('FREQ=WEEKLY', { targets: [targetOf('tiktok', account), targetOf('tumblr', tumblr)] })
    const platforms = async () => (await stateOf(id))?.targets.map(({ platform }) => platform)
    await disconnect('tiktok')
    // Nothing is due that night.
    await extendRecurrences(app.services)
    await extendRecurrences(app.services, { now: inDays(59) })
    expect([await platforms(), await notifications()]).toEqual([['tiktok', 'tumblr'], []])
    await disconnect('tumblr')
    await extendRecurrences(app.services, { now: inDays(61) })
    const body = 'Its TikTok account has been disconnected for 60 days. Connect it again and set up a new recurring post to go on.'
    const disconnected = ['attention', 'A recurring post no longer goes to TikTok', body, '/post_scheduler']
    expect([await platforms(), await notifications()]).toEqual([['tumblr'], [disconnected]])
    const countBefore = (await rowsOf(id)).filter(({ platform }) => platform === 'tiktok').length
    await extendRecurrences(app.services, { now: inDays(120) })
    await extendRecurrences(app.services, { now: inDays(122) })
    await extendRecurrences(app.services, { now: inDays(130) })
    const ended = 'Its accounts were disconnected for 60 days. Posts that are already scheduled stay as they are.'
    expect(await notifications()).toEqual([['attention', 'A recurring post has ended', ended, '/post_scheduler'], disconnected])
    expect(await stateOf(id)).toMatchObject({ endedAt: expect.any(String), endReason: 'Its accounts were disconnected for 60 days.' })
    expect((await rowsOf(id)).filter(({ platform }) => platform === 'tiktok')).toHaveLength(countBefore)
  })

  test('counts the 60 days from the last time the account was connected', async () => {
    const { id } = await createRecurrence('FREQ=WEEKLY')
    await disconnect('tiktok')
    await extendRecurrences(app.services)
    await connectAccount(app, user, { platform: 'tiktok', accountId: account })
    await extendRecurrences(app.services, { now: inDays(40) })
    await disconnect('tiktok')
    await extendRecurrences(app.services, { now: inDays(61) })
    expect([await stateOf(id), await notifications()]).toMatchObject([{ endedAt: null, targets: [{ accountId: account }] }, []])
  })
})

describe('POST /repeats', () => {
  const codeOf = async (rule: string, overrides: Record<string, unknown> = {}) => (await tryCreate(rule, overrides)).body.error.code

  test('rejects an invalid request with its reason and creates nothing', async () => {
    expect(await codeOf('every monday')).toBe('RULE_UNREADABLE')
    expect(await codeOf('FREQ=HOURLY')).toBe('RULE_TOO_OFTEN')
    expect(await codeOf('FREQ=DAILY;COUNT=2000')).toBe('RULE_TOO_MANY')
    expect(await codeOf('FREQ=DAILY;UNTIL=20200101T000000Z')).toBe('RULE_EMPTY')
    expect(await codeOf('FREQ=DAILY', { recurrence: { rule: 'FREQ=DAILY', zone: 'Mars/Base', first: soon() } })).toBe('TIME_ZONE_UNKNOWN')
    expect(await codeOf('FREQ=DAILY', { targets: [] })).toBe('SCHEDULE_NO_ACCOUNT')
    expect(await codeOf('FREQ=DAILY', { targets: [targetOf('tiktok', account, { audience: null })] })).toBe('POST_REFUSED')
    expect(await codeOf('FREQ=DAILY', { caption: 'x'.repeat(151) })).toBe('CAPTION_TOO_LONG')
    expect(await user.api('GET', '/repeats')).toEqual([])
    expect((await user.api<{ counts: { total: number } }>('GET', '/scheduled-posts')).counts.total).toBe(0)
  })

  test('a recurring post is not extended while its user has no plan', async () => {
    const { id } = await createRecurrence('FREQ=WEEKLY')
    const before = (await rowsOf(id)).length
    const setPlan = (proPlan: boolean) =>
      app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan }).where(eq(userSettings.userId, user.id)))
    await setPlan(false)
    await extendRecurrences(app.services, { now: inDays(7) })
    expect(await rowsOf(id)).toHaveLength(before)
    await setPlan(true)
    await extendRecurrences(app.services, { now: inDays(7) })
    expect(await rowsOf(id)).toHaveLength(before + 1)
  })

  test('a recurring post that fails does not prevent others from being extended', async () => {
    const [broken, working] = [await createRecurrence('FREQ=WEEKLY'), await createRecurrence('FREQ=WEEKLY')]
    const before = (await rowsOf(working.id)).length
    await app.services.db.asSystem((tx) =>
      tx.update(recurrences).set({ zone: 'Mars/Base', madeUntil: null }).where(eq(recurrences.id, broken.id)),
    )
    await extendRecurrences(app.services, { now: inDays(7) })
    expect(await rowsOf(working.id)).toHaveLength(before + 1)
    expect(app.logged.join('\n')).toContain('a recurrence could not be extended')
  })
})

test('GET /repeats/preview returns the next times of a rule', async () => {
  const preview = (rule: string) =>
    user.call<{ times: string[]; isMore: boolean }>(
      'GET',
      `/api/v1/repeats/preview?${new URLSearchParams({ rule, zone: ZONE, first: '2030-03-30T02:30' }).toString()}`,
    )
  expect((await preview('FREQ=DAILY')).body).toEqual({
    times: ['2030-03-30T01:30', '2030-03-31T01:30', '2030-04-01T00:30', '2030-04-02T00:30', '2030-04-03T00:30'].map(
      (at) => `${at}:00.000Z`,
    ),
    isMore: true,
  })
  expect((await preview('FREQ=DAILY;COUNT=1')).body).toEqual({ times: ['2030-03-30T01:30:00.000Z'], isMore: false })
  expect((await preview('FREQ=MINUTELY')).status).toBe(400)
})

test('schedules the jobs that extend and refresh recurring posts', async () => {
  await app.services.jobs.runDue()
  const { rows } = await app.services.db.pool.query<{ name: string }>(
    "select name from pgboss.schedule where name like 'repeats.%' order by name",
  )
  expect(rows.map(({ name }) => name)).toEqual(['repeats.extend', 'repeats.freshen'])
})
