import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApprovalLink, OpenReview, Review } from '@ninesixteen/shared/api/approvals'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { approvalLinks } from '../../db/schema-approvals.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { buildSlide, Caller, type TestApp, type TestSettings, type TestUser } from '../../testing/app.ts'
import { processDue } from '../../testing/process-posts.ts'
import { connectAccount, inHours, postRequest, setPost, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'

let app: TestApp
let user: TestUser
let company: Company
let project: Project
let account: string
let client: Caller
let posts: ScheduledPost[]
beforeEach(() => setUp())

async function setUp(overrides: TestSettings = {}): Promise<void> {
  app = await startScheduler({ trustProxy: true, logLevel: 'debug', ...overrides })
  user = await app.buildUser({ email: 'canary@example.org' })
  company = await user.buildCompany('Moss & Co')
  project = await user.buildProject({ companyId: company.id, slides: [buildSlide('one'), buildSlide('two')] })
  account = await connectAccount(app, user, { platform: 'tiktok' })
  client = new Caller(app.url)
  posts = [await schedule(), await schedule({ scheduledTime: inHours(48), caption: 'second' })]
}

/** By manual posting: a publisher then needs no platform. */
async function schedule(overrides: Record<string, unknown> = {}): Promise<ScheduledPost> {
  const body = postRequest(project, { targets: [targetOf('tiktok', account, { handOver: true })], ...overrides })
  const [post] = (await user.api<CreatedPosts>('POST', '/scheduled-posts', body)).posts
  if (!post) throw new Error('No post was made')
  return post
}

const share = (overrides: Record<string, unknown> = {}) =>
  user.api<ApprovalLink>('POST', '/approval-links', { postIds: posts.map(({ id }) => id), ...overrides })
const tokenOf = ({ url }: ApprovalLink) => url?.split('/').at(-1) ?? ''
const readLink = async (token: string, caller = client) => caller.call<Review>('GET', `/api/v1/approvals/${token}`)
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error?: { code: string } }).error?.code]
const details = (id = posts[0]?.id) => user.api<PostDetails>('GET', `/scheduled-posts/${id}`)

async function openReview(token: string): Promise<OpenReview> {
  const { body } = await readLink(token)
  if (body.isLocked) throw new Error('The link is locked')
  return body
}

/** Decides about these posts as they are shown now, or with other digests. */
async function decide(
  token: string,
  overrides: { positions?: number[]; decision?: string; digest?: string; caller?: Caller; text?: string } = {},
) {
  const { positions = [0], decision = 'approved', digest, caller = client, text } = overrides
  const review = await openReview(token)
  const chosen = review.posts.filter(({ position }) => positions.includes(position))
  return caller.call<OpenReview>('POST', `/api/v1/approvals/${token}/decide`, {
    name: 'Ada Client',
    decision,
    posts: chosen.map((post) => ({ position: post.position, digest: digest ?? post.digest })),
    ...(text === undefined ? {} : { text }),
  })
}
const comment = (token: string, overrides: object = {}) =>
  client.call<OpenReview>('POST', `/api/v1/approvals/${token}/comments`, {
    name: 'Ada Client',
    position: 0,
    text: 'Brighter?',
    ...overrides,
  })
const requireApproval = (requiresApproval = true) => user.api('PATCH', `/companies/${company.id}`, { requiresApproval })
const takeDue = async (ids = posts.map(({ id }) => id)) => {
  for (const id of ids) await setPost(app, id, { nextAt: new Date(), scheduledTime: new Date() })
  return processDue(app.services, user.id)
}

describe('an approval link', () => {
  test('shows the client the rendered slides, texts and times, and nothing else about the owner', { tags: ['long'] }, async () => {
    const token = tokenOf(await share({ title: 'December' }))
    const { status, headers, body } = await readLink(token)
    expect([status, headers.getSetCookie()]).toEqual([200, []])
    const review = body as OpenReview
    expect(review).toMatchObject({ title: 'December', company: 'Moss & Co' })
    expect(review.posts).toMatchObject([
      { caption: 'a caption', description: 'a description', state: 'in-review', stage: 'open', platform: { id: 'tiktok' } },
      { caption: 'second' },
    ])
    for (const secret of [user.id, user.email, account, company.id, project.id, ...posts.map(({ id }) => id)])
      expect(JSON.stringify(body)).not.toContain(secret)
    const { media } = await details()
    for (const [at, file] of (review.posts[0]?.files ?? []).entries()) {
      const answer = await client.fetch(file.url)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(media[at]?.sha256)
      expect([answer.headers.get('referrer-policy'), answer.headers.get('x-robots-tag')]).toEqual(['no-referrer', 'noindex'])
    }
    expect((await user.api<{ links: ApprovalLink[] }>('GET', '/approval-links')).links).toMatchObject([
      { posts: 2, approved: 0, openedAt: expect.any(String), hasPasscode: false },
    ])
  })

  test('records who approved which digest and when, and notifies the owner', async () => {
    const token = tokenOf(await share())
    expect((await details()).approval).toMatchObject({ state: 'in-review', isRequired: false })
    const { body } = await decide(token)
    const digest = body.posts[0]?.digest ?? ''
    expect(body.posts[0]).toMatchObject({ state: 'approved', decidedBy: 'Ada Client', decidedAt: expect.any(String) })
    const { approval, history } = await details()
    expect(approval).toMatchObject({ state: 'approved', decidedBy: 'Ada Client', isWithdrawn: false })
    expect(history.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'scheduled: Scheduled.',
      'shared: Shared for approval: 2 posts.',
      `approved: Approved by Ada Client (${digest.slice(0, 12)}).`,
    ])
    expect((await user.api<Notifications>('GET', '/notices')).items).toMatchObject([
      { kind: 'approval', title: 'Ada Client approved a post' },
    ])
  })

  test('serves the company logo only once the link is unlocked', async () => {
    const token = tokenOf(await share({ passcode: 'moss-green' }))
    const { filePath } = await user.buildPhoto('logo')
    await user.api('PATCH', `/companies/${company.id}`, { logoPath: filePath })
    const guess = createHash('sha256').update(filePath).digest('hex')
    expect((await client.fetch(`/files/approve/${token}/logo/${guess}`)).status).toBe(403)
    const { headers, body } = await client.call<OpenReview>('POST', `/api/v1/approvals/${token}/unlock`, { passcode: 'moss-green' })
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const answer = await new Caller(app.url, { cookie }).fetch(body.logoUrl ?? '')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-robots-tag')]).toEqual([200, 'image/webp', 'noindex'])
    expect(body.logoUrl).not.toContain(filePath)
    const [shared] = (await user.api<{ links: ApprovalLink[] }>('GET', '/approval-links')).links
    await user.api('DELETE', `/approval-links/${shared?.id}`)
    expect((await new Caller(app.url, { cookie }).fetch(body.logoUrl ?? '')).status).toBe(404)
  })

  test('sends webhooks for decisions', async () => {
    await user.api('POST', '/webhooks', { url: 'https://example.com/hook', events: ['post.approved', 'post.changes_requested'] })
    const token = tokenOf(await share())
    await decide(token, { positions: [0, 1] })
    await decide(token, { decision: 'changes-asked' })
    const { rows } = await app.services.db.asSystem((tx) =>
      tx.execute<{ type: string; post: string }>(
        sql`select type, body::jsonb -> 'data' ->> 'postId' as post from webhook_deliveries order by created_at`,
      ),
    )
    expect(rows.slice(0, 2).map(({ type }) => type)).toEqual(['post.approved', 'post.approved'])
    expect(new Set(rows.slice(0, 2).map(({ post }) => post))).toEqual(new Set(posts.map(({ id }) => id)))
    expect(rows.slice(2)).toEqual([{ type: 'post.changes_requested', post: posts[0]?.id }])
  })

  test('a repeated decision changes nothing', async () => {
    await user.api('POST', '/webhooks', { url: 'https://example.com/hook', events: ['post.approved', 'post.changes_requested'] })
    const token = tokenOf(await share())
    const counts = async () => {
      const { rows } = await app.services.db.asSystem((tx) =>
        tx.execute(sql`select (select count(*) from webhook_deliveries)::int as webhooks, (select count(*) from post_events)::int as events,
          (select count(*) from notices)::int as notifications, (select count(*) from approval_comments)::int as comments`),
      )
      return rows[0]
    }
    await decide(token)
    const once = await counts()
    const repeated = await Promise.all(Array.from({ length: 5 }, () => decide(token)))
    expect(repeated.map(({ status, body }) => [status, body.posts[0]?.state])).toEqual(Array.from({ length: 5 }, () => [200, 'approved']))
    expect(await counts()).toEqual(once)
    // The decision on both posts only decides the second.
    await decide(token, { positions: [0, 1] })
    expect((await user.api<Notifications>('GET', '/notices')).items.map(({ title }) => title)).toEqual([
      'Ada Client approved a post',
      'Ada Client approved a post',
    ])
    for (let sent = 0; sent < 3; sent += 1) await decide(token, { decision: 'changes-asked', text: 'Lower case, please' })
    await decide(token, { decision: 'changes-asked', text: 'And shorter' })
    expect(await counts()).toEqual({ webhooks: 3, events: Number(once?.['events']) + 2, notifications: 4, comments: 2 })
  })

  test('a decision that waits for the owner’s change is about the changed post', async () => {
    const token = tokenOf(await share())
    const [{ position, digest } = { position: 0, digest: '' }] = (await openReview(token)).posts
    const body = { name: 'Ada', decision: 'approved', posts: [{ position, digest }] }
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const waiting = await app.services.db.asSystem(async (tx) => {
      await tx
        .update(scheduledPosts)
        .set({ caption: 'changed meanwhile' })
        .where(eq(scheduledPosts.id, posts[0]?.id ?? ''))
      const decision = client.call('POST', `/api/v1/approvals/${token}/decide`, body)
      await expect.poll(async () => (await app.services.db.asSystem((other) => other.execute(isWaiting))).rows.length).toBe(1)
      return { decision }
    })
    expect(codeOf(await waiting.decision)).toEqual([409, 'APPROVAL_CHANGED'])
    expect((await details()).approval.state).toBe('in-review')
    expect((await details()).history.map(({ kind }) => kind)).not.toContain('approved')
    expect((await user.api<Notifications>('GET', '/notices')).items).toEqual([])
  })

  test('approves several posts together or none', async () => {
    const token = tokenOf(await share())
    const review = await openReview(token)
    const all = review.posts.map(({ position, digest }) => ({ position, digest }))
    await user.api('PATCH', `/scheduled-posts/${posts[1]?.id}`, { caption: 'third' })
    const body = { name: 'Ada', decision: 'approved', posts: all }
    expect(codeOf(await client.call('POST', `/api/v1/approvals/${token}/decide`, body))).toEqual([409, 'APPROVAL_CHANGED'])
    expect((await openReview(token)).posts.map(({ state }) => state)).toEqual(['in-review', 'in-review'])
    expect((await decide(token, { positions: [0, 1] })).body.posts.map(({ state }) => state)).toEqual(['approved', 'approved'])
  })

  test('a change after "changes asked" puts the post in review again', async () => {
    const token = tokenOf(await share())
    await decide(token, { decision: 'changes-asked', text: 'Lower case, please' })
    expect((await details()).approval).toMatchObject({ state: 'changes-asked', comments: 1 })
    await user.api('PATCH', `/scheduled-posts/${posts[0]?.id}`, { caption: 'lower' })
    expect((await details()).approval).toMatchObject({ state: 'in-review', isWithdrawn: false })
    expect((await details()).history.at(-1)?.text).toBe('Changed as Ada Client asked: in review again.')
  })

  test('validates comments on slides and captions, and shows replies', async () => {
    const token = tokenOf(await share())
    await comment(token, { slide: 1 })
    const { body } = await comment(token, { onCaption: true, text: 'Nice <b>' })
    expect(body.posts[0]?.comments).toMatchObject([
      { slide: 1, author: 'Ada Client', isOwner: false, text: 'Brighter?' },
      { onCaption: true, text: 'Nice <b>' },
    ])
    await user.api('POST', `/scheduled-posts/${posts[0]?.id}/comments`, { text: 'Done' })
    expect((await openReview(token)).posts[0]?.comments.at(-1)).toMatchObject({ isOwner: true, author: '', text: 'Done' })
    for (const bad of [{ slide: 2 }, { text: 'a'.repeat(1001) }, { name: 'a'.repeat(81) }, { name: ' ' }, { text: '' }])
      expect((await comment(token, bad)).status, JSON.stringify(bad)).toBe(400)
    expect((await comment(token, { text: 'a'.repeat(70_000) })).status).toBe(413)
  })

  test('rate-limits comments by IP address and by link', async () => {
    const token = tokenOf(await share())
    const from = (address: string) => new Caller(app.url, { 'x-forwarded-for': address })
    const write = async (caller: Caller) =>
      (await caller.call('POST', `/api/v1/approvals/${token}/comments`, { name: 'Bot', position: 0, text: 'spam' })).status
    for (let sent = 0; sent < 20; sent += 1) expect(await write(from('192.0.2.1'))).toBe(200)
    expect(await write(from('192.0.2.1'))).toBe(429)
    const statuses = []
    for (let sent = 0; sent < 110; sent += 1) statuses.push(await write(from(`198.51.100.${sent}`)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
  })

  test('rejects decisions once the post is being sent', async () => {
    const token = tokenOf(await share())
    await setPost(app, posts[0]?.id ?? '', { delivery: 'sending' })
    expect(codeOf(await decide(token))).toEqual([409, 'APPROVAL_CLOSED'])
  })
})

describe('withdrawing an approval', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['caption', () => user.api('PATCH', `/scheduled-posts/${posts[0]?.id}`, { caption: 'other' })],
    ['description', () => user.api('PATCH', `/scheduled-posts/${posts[0]?.id}`, { description: 'other' })],
    [
      'options',
      () =>
        user.api('PATCH', `/scheduled-posts/${posts[0]?.id}`, {
          options: { ...targetOf('tiktok', account, { handOver: true }).options, audience: 'PUBLIC_TO_EVERYONE' },
        }),
    ],
    [
      'slides',
      async () => {
        const slides = [buildSlide('three'), buildSlide('two')]
        await user.api('PUT', `/projects/${project.id}`, { version: project.version, saveId: crypto.randomUUID(), slides })
        await user.api('POST', '/scheduled-posts/refresh', { ids: [posts[0]?.id] })
      },
    ],
    ['row, behind the server’s back', () => setPost(app, posts[0]?.id ?? '', { caption: 'planted' })],
  ]
  test.each(changes)('a change to the %s withdraws the approval for owner and client', async (_, change) => {
    await requireApproval()
    const token = tokenOf(await share())
    const before = (await decide(token)).body.posts[0]?.digest
    await change()
    expect((await details()).approval).toMatchObject({ state: 'in-review', isWithdrawn: true })
    expect((await details()).history.at(-1)?.text).toMatch(/^Changed after the approval by Ada Client|^Edited|^Updated/)
    expect((await details()).history.map(({ kind }) => kind)).toContain('approval-withdrawn')
    const [review] = (await openReview(token)).posts
    expect(review).toMatchObject({ state: 'in-review', isWithdrawn: true })
    expect(review?.digest).not.toBe(before)
    expect(codeOf(await decide(token, { digest: before ?? '' }))).toEqual([409, 'APPROVAL_CHANGED'])
    expect(await takeDue([posts[0]?.id ?? ''])).toBe(0)
  })

  test('rescheduling or an edit that changes nothing keeps the approval', async () => {
    const token = tokenOf(await share())
    await decide(token)
    await user.api('POST', '/scheduled-posts/move', { posts: [{ id: posts[0]?.id, scheduledTime: inHours(30) }] })
    await user.api('PATCH', `/scheduled-posts/${posts[0]?.id}`, { caption: 'a caption' })
    expect((await details()).approval.state).toBe('approved')
  })
})

describe('a company that requires approval', () => {
  beforeEach(() => requireApproval())

  test('holds unapproved posts, also those scheduled for now, and says why', { tags: ['long'] }, async () => {
    const now = await schedule({ scheduledTime: 'now' })
    posts.push(now)
    expect(await takeDue()).toBe(0)
    expect(await details(now.id)).toMatchObject({
      delivery: 'waiting',
      detail: 'Waits for approval: share it with your client.',
      approval: { state: 'draft', isRequired: true },
    })
    const { rows } = await app.services.db.pool.query('select count(*)::int as sent from publish_attempts')
    expect(rows).toEqual([{ sent: 0 }])
  })

  test('publishes approved posts and holds them again when the client changes their mind', async () => {
    const token = tokenOf(await share())
    await decide(token)
    await decide(token, { decision: 'changes-asked' })
    expect(await takeDue()).toBe(0)
    await decide(token)
    expect(await takeDue()).toBe(1)
    expect(await details()).toMatchObject({ delivery: 'handed-over' })
    expect(await details(posts[1]?.id)).toMatchObject({ delivery: 'waiting' })
  })

  test('holds a claimed post when the client changes their mind', async () => {
    let meanwhile = async (): Promise<unknown> => undefined
    await setUp({ publishing: { onStage: async (stage) => void (stage === 'claimed' && (await meanwhile())) } })
    await requireApproval()
    const token = tokenOf(await share())
    await decide(token)
    meanwhile = () => decide(token, { decision: 'changes-asked' })
    expect(await takeDue([posts[0]?.id ?? ''])).toBe(1)
    expect(await details()).toMatchObject({ delivery: 'waiting', approval: { state: 'changes-asked' } })
  })

  test('marks a post as missed when it is not approved within 24 hours', async () => {
    await setPost(app, posts[0]?.id ?? '', { nextAt: new Date(), scheduledTime: new Date(inHours(-25)) })
    await processDue(app.services, user.id)
    expect(await details()).toMatchObject({ delivery: 'missed', errorMessage: expect.stringContaining('not approved within 24 hours') })
  })

  test('releases its posts when it no longer requires approval', async () => {
    await requireApproval(false)
    expect(await takeDue()).toBe(2)
  })
})

describe('POST /approval-links', () => {
  test('a month link selects the posts of the company in that month and time zone', async () => {
    const other = await user.buildCompany('Other')
    const elsewhere = await user.buildProject({ companyId: other.id, slides: [buildSlide('x')] })
    const body = postRequest(elsewhere, { targets: [targetOf('tiktok', account)] })
    await user.api('POST', '/scheduled-posts', body)
    const late = await schedule({ caption: 'late' })
    await setPost(app, late.id, { scheduledTime: new Date('2090-01-31T23:30:00Z') })
    const month = (timeZone: string, of: string) =>
      user.call<ApprovalLink>('POST', '/api/v1/approval-links', { month: { companyId: company.id, month: of, timeZone } })
    expect((await month('UTC', '2090-01')).body).toMatchObject({ posts: 1, companyId: company.id })
    expect(codeOf(await month('UTC', '2090-02'))).toEqual([400, 'APPROVAL_NO_POSTS'])
    expect((await month('Europe/Berlin', '2090-02')).body).toMatchObject({ posts: 1 })
    expect((await details(late.id)).approval.state).toBe('in-review')
  })

  test('returns 404 for posts of other users', async () => {
    const other = await app.buildUser()
    expect(codeOf(await other.call('POST', '/api/v1/approval-links', { postIds: [posts[0]?.id] }))).toEqual([404, 'NOT_FOUND'])
  })

  test('guessed, revoked and expired links return the same 404 as unknown ones', { tags: ['long'] }, async () => {
    const [link, short] = [await share(), await share()]
    const token = tokenOf(link)
    const [review] = (await openReview(token)).posts
    await app.services.db.asSystem((tx) =>
      tx
        .update(approvalLinks)
        .set({ expiresAt: sql`now()` })
        .where(eq(approvalLinks.id, short.id)),
    )
    await user.api('DELETE', `/approval-links/${link.id}`)
    const unknown = await readLink('A'.repeat(43))
    expect(codeOf(unknown)).toEqual([404, 'APPROVAL_LINK_GONE'])
    for (const guess of [token, tokenOf(short), `${token}A`, token.slice(1), 'x', '%00', 'é'.repeat(40)]) {
      expect([(await readLink(guess)).status, (await readLink(guess)).body], guess).toEqual([404, unknown.body])
      const decision = { name: 'Eve', decision: 'approved', posts: [{ position: 0, digest: review?.digest }] }
      expect((await client.call('POST', `/api/v1/approvals/${guess}/decide`, decision)).status).toBe(404)
      expect((await client.call('POST', `/api/v1/approvals/${guess}/comments`, { name: 'Eve', position: 0, text: 'x' })).status).toBe(404)
    }
    expect((await client.fetch(review?.files[0]?.url ?? '')).status).toBe(404)
    expect((await details()).approval.state).toBe('in-review')
  })

  test('a link gives access to its own posts only', async () => {
    const token = tokenOf(await share({ postIds: [posts[0]?.id] }))
    const other = tokenOf(await share({ postIds: [posts[1]?.id] }))
    const [foreign] = (await openReview(other)).posts
    const decision = { name: 'Eve', decision: 'approved', posts: [{ position: 1, digest: foreign?.digest }] }
    expect((await client.call('POST', `/api/v1/approvals/${token}/decide`, decision)).status).toBe(404)
    const swapped = { ...decision, posts: [{ position: 0, digest: foreign?.digest }] }
    expect(codeOf(await client.call('POST', `/api/v1/approvals/${token}/decide`, swapped))).toEqual([409, 'APPROVAL_CHANGED'])
    expect((await comment(token, { position: 1 })).status).toBe(404)
    const file = foreign?.files[0]?.url ?? ''
    expect((await client.fetch(file.replace(`${other}/0/`, `${token}/1/`))).status).toBe(404)
    expect((await details(posts[1]?.id)).approval.state).toBe('in-review')
  })

  test('a link with a passcode reveals nothing until unlocked, and limits guesses across IP addresses', { tags: ['long'] }, async () => {
    const token = tokenOf(await share({ passcode: 'moss-2026' }))
    const files = (await details()).media.map(({ sha256 }) => `/files/approve/${token}/0/${sha256}.jpg`)
    expect((await readLink(token)).body).toEqual({ isLocked: true })
    const refused = { name: 'Eve', position: 0, text: 'x' }
    expect(codeOf(await client.call('POST', `/api/v1/approvals/${token}/comments`, refused))).toEqual([403, 'PASSCODE_WRONG'])
    expect((await client.fetch(files[0] ?? '')).status).toBe(403)
    const unlock = (passcode: string, caller = client) => caller.call('POST', `/api/v1/approvals/${token}/unlock`, { passcode })
    expect(codeOf(await unlock('moss-2025'))).toEqual([403, 'PASSCODE_WRONG'])
    const { status, headers } = await unlock('moss-2026')
    expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/HttpOnly; SameSite=Lax/)])
    expect((await readLink(token)).body).toMatchObject({ isLocked: false })
    expect((await client.fetch(files[0] ?? '')).status).toBe(200)
    // The proof of one link opens no other, and another browser has none.
    const other = tokenOf(await share({ passcode: 'moss-2026' }))
    const [proof = ''] = client.cookies.values()
    const forged = [...(await unlockedCookieNames(other))].map((name) => `${name}=${proof}`).join('; ')
    expect((await readLink(other, new Caller(app.url, { cookie: forged }))).body).toEqual({ isLocked: true })
    expect((await readLink(token, new Caller(app.url))).body).toEqual({ isLocked: true })
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) => unlock(`guess-${at}`, new Caller(app.url, { 'x-forwarded-for': `198.51.100.${at}` }))),
    )
    expect(guesses.filter((guess) => guess.status === 403).length).toBeLessThanOrEqual(10)
    expect(guesses.filter((guess) => guess.status === 429).length).toBeGreaterThanOrEqual(20)
  })

  async function unlockedCookieNames(token: string): Promise<Iterable<string>> {
    const caller = new Caller(app.url)
    await caller.call('POST', `/api/v1/approvals/${token}/unlock`, { passcode: 'moss-2026' })
    return caller.cookies.keys()
  }

  test('stores tokens and passcodes hashed and sealed, and never logs them', async () => {
    const token = tokenOf(await share({ passcode: 'moss-2026' }))
    await client.call('POST', `/api/v1/approvals/${token}/unlock`, { passcode: 'moss-2026' })
    await decide(token)
    await comment(token)
    const [review] = (await openReview(token)).posts
    await client.fetch(review?.files[0]?.url ?? '')
    await client.fetch(`/approve/${token}`, { headers: { accept: 'text/html' } })
    const { rows } = await app.services.db.pool.query('select to_jsonb(l)::text as row from approval_links l')
    expect(rows.map(({ row }) => row).join()).not.toMatch(new RegExp(`${token}|moss-2026`))
    expect(app.logged.filter((line) => line.includes(token) || line.includes('moss-2026'))).toEqual([])
    const paths = app.logged.map((line) => (JSON.parse(line) as { path?: string }).path)
    for (const path of ['/approve/…', '/api/v1/approvals/…/decide']) expect(paths).toContain(path)
  })
})

test('row-level security hides approval links, comments and decisions from other users', async () => {
  const token = tokenOf(await share())
  await comment(token)
  const other = await app.buildUser()
  for (const table of ['approval_links', 'approval_link_posts', 'post_approvals', 'approval_comments']) {
    const read = (id: string) => app.services.db.asUser(id, (tx) => tx.execute(sql.raw(`select user_id from ${table}`)))
    expect((await read(other.id)).rows, table).toEqual([])
    expect((await read(user.id)).rows.length, table).toBeGreaterThan(0)
  }
  expect(await app.services.db.asUser(other.id, (tx) => tx.$count(scheduledPosts))).toBe(0)
})
