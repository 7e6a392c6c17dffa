import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { POST_OPTIONS } from '@ninesixteen/shared/publishing/platforms'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { connectAccounts, type SeededAccount } from '../../testing/scheduled.ts'
import { checkDuePosts, checkDuePostsJob } from './check-due-posts.ts'
import { inHours, postRequest, setPost, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

let app: TestApp
let user: TestUser
let project: Project
let tiktok: SeededAccount
let tumblr: SeededAccount

/** `real`: as where TikTok itself is meant, with an app that it has not reviewed. */
async function start({ real = false, publicUrl = 'http://localhost:3000' } = {}): Promise<void> {
  const { url } = sandbox
  const platforms = sandboxPlatforms(url)
  const second = real ? { sandbox: false, isAudited: false } : {}
  app = await startScheduler({ publicUrl, platforms: { ...platforms, tiktok: { ...platforms.tiktok, ...second } } })
  user = await app.buildUser()
  project = await user.buildProject()
  tiktok = await connected('tiktok')
  tumblr = await connected('tumblr')
}

async function connected(platform: SeededAccount['platform']): Promise<SeededAccount> {
  const [first] = await connectAccounts(app.services, sandbox, { userId: user.id, platform, accounts: ['sandy'] })
  if (!first) throw new Error('The sandbox gave no account')
  return first
}

const onTiktok = (options: Record<string, unknown> = {}) => targetOf('tiktok', tiktok.accountId, options)
const onTumblr = (options: Record<string, unknown> = {}) => targetOf('tumblr', tumblr.accountId, { blog: tumblr.username, ...options })
async function check(overrides: Record<string, unknown>, of = project): Promise<PostProblem[]> {
  const { requestId: _, ...body } = postRequest(of, overrides)
  return (await user.api<{ problems: PostProblem[] }>('POST', '/scheduled-posts/check', body)).problems
}
const codes = (problems: PostProblem[]) => problems.map(({ code, severity }) => `${severity} ${code}`)
const schedule = async (overrides: Record<string, unknown>) =>
  (await user.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(project, overrides))).posts
const setAccount = (set: Partial<typeof socialAccounts.$inferInsert>) =>
  app.services.db.asSystem((tx) => tx.update(socialAccounts).set(set).where(eq(socialAccounts.id, tiktok.rowId)))

describe('POST /scheduled-posts/check', () => {
  beforeEach(() => start())

  test('returns no problems for a valid post on either platform', async () => {
    expect(await check({ targets: [onTiktok(), onTumblr()] })).toEqual([])
  })

  test('returns a message and a fix for each problem', async () => {
    await setAccount({ scopes: ['user.info.basic'] })
    const many = await user.buildProject({ slides: Array.from({ length: 31 }, (_, at) => buildSlide(`slide ${at}`)) })
    const problems = await check({ targets: [onTiktok({ coverIndex: 33 }), onTumblr({ blog: 'not-mine' })] }, many)
    expect(codes(problems)).toEqual(['stop cover', 'stop scope', 'stop too-many-pictures', 'stop blog-gone'])
    for (const { message, fix } of problems) {
      expect(message).toMatch(/^[A-Z@].*\.$/s)
      expect(fix).toMatch(/^[A-Z]/)
    }
    expect(problems[1]?.fixHref).toBe('/settings?tab=accounts')
  })

  test('names missing options', async () => {
    const problems = await check({ targets: [onTiktok({ audience: undefined, musicConsent: false }), onTumblr({ blog: '' })] })
    expect(problems.map(({ message }) => message)).toEqual([
      'TikTok: Choose who can see this post.',
      "TikTok: Agree to TikTok's Music Usage Confirmation first.",
      'Tumblr: Choose a blog.',
    ])
    expect(codes(await check({ targets: [onTiktok({ brandedContent: true })] }))).toEqual(['stop options'])
  })

  test('warns about a lost connection, which does not prevent scheduling', async () => {
    await setAccount({ state: 'reconnect' })
    const [problem, ...others] = await check({ targets: [onTiktok()] })
    expect([problem, others]).toEqual([
      {
        platform: 'tiktok',
        accountId: tiktok.accountId,
        code: 'reconnect',
        severity: 'warn',
        message: `TikTok no longer accepts the connection of @${tiktok.username}. The post waits until you reconnect it, and goes out then.`,
        fix: `Reconnect @${tiktok.username}`,
        fixHref: '/settings?tab=accounts',
      },
      [],
    ])
    expect(await check({ targets: [onTiktok({ handOver: true })] })).toEqual([])
  })

  test('warns when the same slideshow goes to the same account', { tags: ['long'] }, async () => {
    const [post] = await schedule({ targets: [onTiktok()], scheduledTime: '2027-03-01T08:30:00Z' })
    const [problem] = await check({ targets: [onTiktok(), onTumblr()] })
    expect(problem).toMatchObject({
      code: 'same-slideshow',
      severity: 'warn',
      message: `The same slideshow also goes to @${tiktok.username} on Mar 1, 2027 at 09:30 AM.`,
      fixHref: `/post_scheduler?post=${post?.id}`,
    })
    expect(await check({ targets: [onTiktok()] }, await user.buildProject())).toEqual([])
    await setPost(app, post?.id ?? '', { status: 'published', delivery: 'published', publishedAt: new Date(Date.now() - 30 * 3_600_000) })
    expect(await check({ targets: [onTiktok()], scheduledTime: inHours(1) })).toEqual([])
  })

  test('counts waiting posts and posts of the request towards daily limits', async () => {
    const row = { userId: user.id, platform: 'tumblr', accountId: tumblr.accountId, snapshot: [buildSlide('x')] }
    await app.services.db.asUser(user.id, (tx) =>
      tx.insert(scheduledPosts).values(Array.from({ length: 250 }, () => ({ ...row, scheduledTime: new Date(inHours(23)) }))),
    )
    expect(codes(await check({ targets: [onTumblr()] }))).toEqual(['stop day-limit'])
    expect(await check({ targets: [onTumblr()], scheduledTime: inHours(48) })).toEqual([])
    const tiktokRow = { ...row, platform: 'tiktok', accountId: tiktok.accountId }
    await app.services.db.asUser(user.id, (tx) =>
      tx.insert(scheduledPosts).values(Array.from({ length: 15 }, () => ({ ...tiktokRow, scheduledTime: new Date(inHours(23)) }))),
    )
    expect(codes(await check({ targets: [onTiktok()] }))).toEqual(['warn day-limit'])
  })

  test('warns about logos where the platform rejects them', async () => {
    const { filePath } = await user.buildPhoto('logo')
    const slides = [buildSlide('one', { logoImage: filePath }), buildSlide('two'), buildSlide('three', { logoImage: filePath })]
    const problems = await check({ targets: [onTiktok(), onTumblr()] }, await user.buildProject({ slides }))
    expect(codes(problems)).toEqual(['warn logo'])
    expect(problems[0]?.message).toBe('TikTok can reject posts with a logo that an app added, and slides 1 and 3 have one.')
    const leftOut = await check({ targets: [onTiktok({ withoutLogo: true }), onTumblr()] }, await user.buildProject({ slides }))
    expect(leftOut).toEqual([])
  })

  test('a deleted photo is a warning for slides and an error for a video', { tags: ['long'] }, async () => {
    const { filePath, media } = await user.buildPhoto()
    const other = await user.buildPhoto()
    const withPhoto = await user.buildProject({ slides: [buildSlide('one'), buildSlide('two', { backgroundImage: filePath })] })
    expect(await check({ targets: [onTiktok()] }, withPhoto)).toEqual([])
    const video = { kind: 'video', film: { seconds: 1, crossFade: false }, targets: [onTiktok()] }
    await app.services.db.asSystem((tx) => tx.execute(`update files set state = 'deleting' where path = '${filePath}'`))
    expect(media).not.toBeNull()
    expect((await check({ targets: [onTiktok()] }, withPhoto)).map(({ message }) => message)).toEqual([
      'A photo on slide 2 was deleted, and it goes out without it.',
    ])
    expect(codes(await check(video, withPhoto))).toEqual(['stop photo-missing'])
    expect(other.filePath).not.toBe(filePath)
  })

  test('reports nothing when the platform does not respond in time', async () => {
    await sandbox.control('/faults', 'POST', { provider: 'tiktok', next: [{ kind: 'silent', path: 'creator_info' }] })
    const outOfTime = new AbortController()
    const account = { ref: { userId: user.id, id: tiktok.rowId }, username: tiktok.username, scopes: ['video.publish'] }
    const options = POST_OPTIONS.tiktok.parse(onTiktok().options)
    const post = {
      account,
      options,
      kind: 'slides' as const,
      caption: '',
      description: '',
      pictures: 1,
      videoSeconds: 0,
      secondsLeft: 3600,
      day: { posts: 0, pictures: 0 },
    }
    const checking = app.services.platformQuestions.preflights.tiktok.check(post, outOfTime.signal)
    await expect.poll(() => sandbox.requests('tiktok')).toHaveLength(1)
    outOfTime.abort()
    expect(await checking).toEqual([])
  })

  test('reports nothing when the platform is unavailable', async () => {
    const next = Array.from({ length: 5 }, () => ({ kind: '500' }))
    await sandbox.control('/faults', 'POST', { provider: 'tiktok', next })
    expect(await check({ targets: [onTiktok()] })).toEqual([])
  })

  test('reports a refusal for today only', async () => {
    const next = [{ kind: 'error', status: 403, code: 'spam_risk_too_many_posts' }]
    await sandbox.control('/faults', 'POST', { provider: 'tiktok', next })
    const targets = [onTiktok()]
    const message = `@${tiktok.username} has reached TikTok’s limit for today. Reschedule it for tomorrow.`
    expect(await check({ targets, scheduledTime: inHours(2) })).toMatchObject([{ code: 'refused-now', severity: 'warn', message }])
    expect(codes(await check({ targets, scheduledTime: 'now' }))).toEqual(['stop refused-now'])
    expect(await check({ targets, scheduledTime: inHours(48) })).toEqual([])
  })
})

describe('preflight of TikTok in production', () => {
  test('only posts of photos need a public URL', { tags: ['long'] }, async () => {
    await start({ real: true })
    expect(codes(await check({ targets: [onTiktok()] }))).toContain('stop public-url')
    const [problem] = await check({ targets: [onTiktok()] })
    expect(problem).toMatchObject({ fix: 'Post it by hand', message: expect.stringContaining('http://localhost:3000 cannot be reached') })
    const video = { kind: 'video', film: { seconds: 1, crossFade: false } }
    expect(codes(await check({ ...video, targets: [onTiktok()] }))).not.toContain('stop public-url')
    expect(await check({ targets: [onTiktok({ handOver: true, audience: null, musicConsent: false })] })).toEqual([])
    await start({ real: true, publicUrl: 'https://studio.example.com' })
    expect(codes(await check({ targets: [onTiktok()] }))).not.toContain('stop public-url')
  })

  test('an app without an audit posts to private accounts only', async () => {
    await start({ real: true, publicUrl: 'https://studio.example.com' })
    expect(codes(await check({ targets: [onTiktok({ audience: 'PUBLIC_TO_EVERYONE' })] }))).toContain('stop not-audited')
    // The account is public, so that TikTok rejects even "Only me".
    expect(codes(await check({ targets: [onTiktok()] }))).toEqual(['stop not-audited'])
  })
})

describe('checkDuePosts', () => {
  beforeEach(() => start())
  const checks = async () => (await app.services.jobs.runDue()).filter((name) => name.startsWith('check-due-posts'))
  const notifications = () => user.api<Notifications>('GET', '/notices')

  test('checks a post an hour before its time and notifies its user once', { tags: ['long'] }, async () => {
    const [soon, later] = [
      await schedule({ targets: [onTiktok()], scheduledTime: inHours(0.9) }),
      await schedule({ targets: [onTumblr()], scheduledTime: inHours(3) }),
    ]
    await setAccount({ state: 'reconnect' })
    await app.services.jobs.send(checkDuePostsJob, {})
    expect(await checks()).toEqual(['check-due-posts'])
    const message = `TikTok no longer accepts the connection of @${tiktok.username}. The post waits until you reconnect it, and goes out then.`
    expect(await user.api<PostDetails>('GET', `/scheduled-posts/${soon[0]?.id}`)).toMatchObject({
      delivery: 'waiting',
      detail: message,
      history: [{ kind: 'scheduled' }, { kind: 'checked', text: message }],
    })
    expect((await notifications()).items).toMatchObject([{ kind: 'attention', body: message, href: '/settings?tab=accounts' }])
    expect(await user.api<PostDetails>('GET', `/scheduled-posts/${later[0]?.id}`)).toMatchObject({ detail: null, history: [{}] })
    await app.services.jobs.send(checkDuePostsJob, {})
    await checks()
    expect((await notifications()).items).toHaveLength(1)
  })

  test('a post that cannot be checked does not prevent other checks', { tags: ['long'] }, async () => {
    const soon = { targets: [onTiktok()], scheduledTime: inHours(0.5) }
    const [broken] = await schedule(soon)
    const [second] = await schedule({ ...soon, scheduledTime: inHours(0.6) })
    const other = await app.buildUser()
    const [otherAccount] = await connectAccounts(app.services, sandbox, { userId: other.id, platform: 'tiktok', count: 1, from: 40 })
    const targets = [targetOf('tiktok', otherAccount?.accountId ?? '')]
    await other.api('POST', '/scheduled-posts', postRequest(await other.buildProject(), { targets, scheduledTime: inHours(0.7) }))
    // Reading this snapshot throws.
    await app.services.db.pool.query(`update scheduled_posts set snapshot = 'null' where id = $1`, [broken?.id])
    await app.services.db.pool.query(`update social_accounts set state = 'reconnect'`)
    await app.services.jobs.send(checkDuePostsJob, {})
    expect(await checks()).toEqual(['check-due-posts'])
    const notificationLinks = async (at: TestUser) => (await at.api<Notifications>('GET', '/notices')).items.map(({ href }) => href)
    expect([await notificationLinks(user), await notificationLinks(other)]).toEqual([
      ['/settings?tab=accounts'],
      ['/settings?tab=accounts'],
    ])
    const { rows } = await app.services.db.pool.query('select id from scheduled_posts where checked_for is null')
    expect(rows).toEqual([{ id: broken?.id }])
    expect(second?.id).not.toBe(broken?.id)
    expect(app.logged).toEqual([expect.stringContaining('Posts could not be checked before their time')])
    app.logged.length = 0
  })

  test('checks no more posts after its signal aborts', async () => {
    await schedule({ targets: [onTiktok()], scheduledTime: inHours(0.5) })
    await checkDuePosts(app.services, { signal: AbortSignal.abort() })
    const { rows } = await app.services.db.pool.query('select id from scheduled_posts where checked_for is null')
    expect(rows).toHaveLength(1)
  })
})
