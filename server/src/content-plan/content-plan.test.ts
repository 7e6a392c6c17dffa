import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { PlanSlot } from '@ninesixteen/shared/api/content-plan'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { textBoxSchema } from '@ninesixteen/shared/slide/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { knownHooks } from '@ninesixteen/shared/text/near-duplicate'
import { repeatsPhrase } from '@ninesixteen/shared/text/repeats-phrase'
import { contentPlans, planSlots } from '../db/schema-content-plan.ts'
import { files } from '../db/schema-photos.ts'
import { contentIdeas, projects, slides as slideRows } from '../db/schema-projects.ts'
import { buildSlide, type TestApp } from '../testing/app.ts'
import {
  approvalOf,
  buildPlan,
  planAll,
  readPlanOf,
  setPlan,
  slotsOf,
  startPlanned,
  startPlanner,
  startPlanOf,
  storedSlots,
  type PlannedCompany,
} from '../testing/content-plan.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { REQUIRED_OPTIONS } from '../testing/scheduler.ts'
import { SLIDESHOW_TOKENS } from './estimate.ts'
import { followPlans } from './follow-plans.ts'
import { runPlan } from './planner.ts'
import { completeApprovals } from './resume-approvals.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const DAY_MS = 86_400_000

const startApp = (): Promise<TestApp> => startPlanner(sandbox)

const postsOf = async ({ user }: PlannedCompany) => (await user.api<{ posts: ScheduledPost[] }>('GET', '/scheduled-posts')).posts
const notificationsOf = async ({ user }: PlannedCompany) => (await user.api<Notifications>('GET', '/notices')).items

test('planning writes two weeks of different slideshows with captions and schedules none of them', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const slots = await slotsOf(plan)
  expect(slots.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
  for (const { slides, posts, hook } of slots) {
    expect(slides.length).toBeGreaterThan(2)
    expect(posts.map(({ platform }) => platform)).toEqual(['tiktok', 'threads'])
    for (const { caption, description } of posts) expect([caption, description]).not.toContain('')
    expect(posts[0]?.caption).not.toBe(posts[1]?.caption)
    expect(knownHooks(slots.map((slot) => slot.hook).filter((other) => other !== hook)).has(hook)).toBe(false)
  }
  expect(await postsOf(plan)).toEqual([])
  expect(await readPlanOf(plan)).toMatchObject({
    state: 'running',
    counts: { writing: 0, planned: 4, approved: 0 },
    usedTokens: 4 * SLIDESHOW_TOKENS,
  })
  expect(app.logged).toEqual([])
})

test('goals, audience and tone of voice are part of no text that a plan writes', async () => {
  const app = await startApp()
  const plan = await buildPlan(app, {
    platforms: [...PLATFORM_IDS],
    topics: 'make espresso at home',
    goals: 'Get home brewers to subscribe to our zebra newsletter',
  })
  const { user, companyId, brief } = plan
  const brand = { ...NEW_BRAND, audience: 'night shift quokka nurses', tone: 'dry like an old walrus' }
  await user.api('PUT', `/companies/${companyId}/brand`, { version: 0, brand })
  await startPlanOf(plan)
  await planAll(app)
  const slots = await slotsOf(plan)
  expect(slots.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
  const titles = (
    await app.services.db.asUser(user.id, (tx) => tx.select({ title: projects.title, topic: projects.topic }).from(projects))
  ).flatMap(({ title, topic }) => [title, topic])
  const texts = slots.flatMap(({ hook, slides, posts }) => [
    hook,
    ...slides.flatMap(({ textBoxes }) => textBoxes.map(({ text }) => text)),
    ...posts.flatMap(({ caption, description }) => [caption, description]),
  ])
  expect(texts.some((text) => text.toLowerCase().includes('espresso'))).toBe(true)
  for (const text of [...titles, ...texts]) {
    expect(text).not.toMatch(/goal|zebra|brewers|subscribe|quokka|nurses|walrus/i)
    expect(repeatsPhrase(text, [brief.goals, brand.audience, brand.tone], brief.topics)).toBe(false)
  }
  // The model is told them nevertheless.
  const prompts = (await sandbox.requests()).map(({ body }) => JSON.stringify(body)).join('\n')
  for (const known of [brief.goals, brand.audience, brand.tone]) expect(prompts).toContain(known)
})

test('each network of a slot gets its own caption', async () => {
  const app = await startApp()
  const plan = await startPlanned(app, { platforms: [...PLATFORM_IDS] })
  for (const { posts } of await slotsOf(plan)) {
    expect(posts).toHaveLength(PLATFORM_IDS.length)
    expect(new Set(posts.map(({ caption }) => caption)).size).toBe(PLATFORM_IDS.length)
  }
})

test('templates of a brief are used in turn with its content types; one with more slides than a network takes is left out', async () => {
  const app = await startApp()
  const plan = await buildPlan(app, { platforms: ['threads'] })
  const { user, brief, companyId } = plan
  const saveTemplate = (name: string, count: number) => {
    const slides = Array.from({ length: count }, (_, at) =>
      buildSlide('', { id: `s${at}`, textBoxes: [textBoxSchema.parse({ id: 'hook', text: '5 slow mornings', x: 31 })] }),
    )
    const template = { name, companyId, contentType: 'numbered-list', slides, slots: defaultSlots(slides) }
    return user.api<{ id: string }>('POST', '/slideshow-templates', template)
  }
  const [fitting, long] = [await saveTemplate('Two slides', 2), await saveTemplate('Too many', 21)]
  const save = (changed: object) => user.call<ErrorBody>('PUT', `/api/v1/content-plans/${companyId}`, { ...brief, ...changed })
  expect((await save({ contentTypes: [] })).status).toBe(400)
  expect((await save({ templateIds: [randomUUID()] })).status).toBe(404)
  expect((await save({ contentTypes: [], templateIds: [fitting.id, long.id] })).status).toBe(200)
  await startPlanOf(plan)
  await planAll(app)
  const slots = await slotsOf(plan)
  expect(slots.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
  for (const { slides } of slots) {
    expect(slides.map(({ textBoxes }) => textBoxes.map(({ x }) => x))).toEqual([[31], [31]])
    expect(slides[0]?.textBoxes[0]?.text).not.toBe('5 slow mornings')
  }
})

test('slots in a row have different looks of those that the company allows, also after another idea', async () => {
  const app = await startApp()
  const plan = await buildPlan(app)
  const { user, companyId } = plan
  await user.api('PATCH', `/companies/${companyId}`, { allowedLooks: ['brand', 'note', 'ticket'] })
  await startPlanOf(plan)
  await planAll(app)
  const looks = async () => (await slotsOf(plan)).map(({ look }) => look)
  expect(await looks()).toEqual(['note', 'ticket', 'note', 'ticket'])
  const [first, second] = await slotsOf(plan)
  expect(first?.slides[0]?.shapeBoxes).toMatchObject([{ id: 'look-card', radius: 12 }])
  const color = await user.api<PlanSlot>('PATCH', `/plan-slots/${first?.id}`, { look: 'color' })
  expect([color.look, color.slides[0]?.layers, color.version]).toEqual(['color', ['look-ground'], (first?.version ?? 0) + 1])
  expect((await user.call('PATCH', `/api/v1/plan-slots/${first?.id}`, { look: 'loud' })).status).toBe(400)
  const other = await app.buildUser()
  expect((await other.call('PATCH', `/api/v1/plan-slots/${first?.id}`, { look: 'note' })).status).toBe(404)
  await user.api('PATCH', `/plan-slots/${first?.id}`, { look: 'note' })
  await user.api('PATCH', `/companies/${companyId}`, { allowedLooks: ['note', 'ticket', 'bold'] })
  await user.api('POST', '/plan-slots/rewrite', { ids: [second?.id], keepsIdea: false })
  await planAll(app)
  expect(await looks()).toEqual(['note', 'ticket', 'note', 'ticket'])
})

test('slots of a user whose slides are Classic stay Classic until the company allows looks', async () => {
  const app = await startApp()
  const plan = await buildPlan(app)
  await plan.user.api('PATCH', '/me/settings', { look: 'classic' })
  await startPlanOf(plan)
  await planAll(app)
  expect((await slotsOf(plan)).map(({ look }) => look)).toEqual([null, null, null, null])
})

test('a user cannot read another user’s plan or slots', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const other = await app.buildUser()
  expect((await other.call('GET', `/api/v1/content-plans/${plan.companyId}`)).status).toBe(404)
  expect(await other.api('GET', `/content-plans/${plan.companyId}/slots`)).toEqual({ slots: [], next: null, total: 0 })
  const [slot] = await slotsOf(plan)
  expect((await other.call('POST', '/api/v1/plan-slots/skip', { ids: [slot?.id] })).status).toBe(404)
})

test('two concurrent planners write each slot once', async () => {
  const app = await startApp()
  const plan = await buildPlan(app)
  await startPlanOf(plan)
  const [row] = await app.services.db.asUser(plan.user.id, async (tx) => tx.select().from(contentPlans))
  const run = { userId: plan.user.id, planId: row?.id ?? '' }
  const { signal } = new AbortController()
  await Promise.allSettled([runPlan(app.services, run, { signal }), runPlan(app.services, run, { signal })])
  await planAll(app)
  expect(await readPlanOf(plan)).toMatchObject({ state: 'running', reason: null })
  const slots = await storedSlots(app, plan.user.id)
  expect(slots.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
  const created = await app.services.db.asUser(plan.user.id, (tx) => tx.select({ id: projects.id }).from(projects))
  expect(created.map(({ id }) => id).toSorted()).toEqual(slots.map(({ projectId }) => projectId).toSorted())
})

test('approval schedules each post once at its time and requires the user’s consent for a network', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const [first, second] = await slotsOf(plan)
  if (!first || !second) throw new Error('No slots')
  const withoutOptions = { slots: [{ id: first.id, version: first.version, options: [] }] }
  expect(await plan.user.api('POST', '/plan-slots/approve', withoutOptions)).toMatchObject({ approved: [], problems: [{ id: first.id }] })
  expect(await postsOf(plan)).toEqual([])
  const outdated = { slots: [{ ...approvalOf(plan, first), version: 99 }] }
  expect(await plan.user.api('POST', '/plan-slots/approve', outdated)).toMatchObject({ approved: [] })
  const approvals = { slots: [approvalOf(plan, first), approvalOf(plan, second)] }
  expect(await plan.user.api('POST', '/plan-slots/approve', approvals)).toEqual({ approved: [first.id, second.id], problems: [] })
  // The same click again.
  expect(await plan.user.api('POST', '/plan-slots/approve', approvals)).toEqual({ approved: [first.id, second.id], problems: [] })
  const [tiktok] = approvalOf(plan, first).options
  const other = { slots: [{ ...approvalOf(plan, first), options: [{ ...tiktok, options: { platform: 'tiktok', audience: 'PUBLIC' } }] }] }
  expect(await plan.user.api('POST', '/plan-slots/approve', other)).toMatchObject({ approved: [], problems: [{ id: first.id }] })
  const posts = await postsOf(plan)
  const times = [first, second].flatMap((slot) => slot.posts.map(({ platform, at }) => `${platform} ${at}`))
  expect(posts.map(({ platform, scheduledTime }) => `${platform} ${scheduledTime}`).toSorted()).toEqual(times.toSorted())
  expect(posts.every(({ delivery }) => delivery === 'waiting')).toBe(true)
  expect(await readPlanOf(plan)).toMatchObject({ counts: { planned: 2, approved: 2 } })
})

test('a plan labels posts of slides with AI photos, where the network has a label', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const [slot, plain] = await slotsOf(plan)
  if (!slot || !plain) throw new Error('No slots')
  const { filePath } = await plan.user.buildPhoto()
  await app.services.db.asUser(plan.user.id, async (tx) => {
    await tx.update(files).set({ madeByAi: true }).where(eq(files.path, filePath))
    const [stored] = await storedSlots(app, plan.user.id)
    const data = sql`jsonb_set(${slideRows.data}, '{backgroundImage}', to_jsonb(${filePath}::text))`
    await tx
      .update(slideRows)
      .set({ data })
      .where(and(eq(slideRows.projectId, stored?.projectId ?? ''), eq(slideRows.number, 1)))
  })
  await plan.user.api('POST', '/plan-slots/approve', { slots: [approvalOf(plan, slot), approvalOf(plan, plain)] })
  const labels = (await postsOf(plan)).map(({ platform, projectId, options }) => [platform, projectId === slot.projectId, options])
  expect(labels).toEqual(
    expect.arrayContaining([
      ['tiktok', true, expect.objectContaining({ aiGenerated: true })],
      ['tiktok', false, expect.objectContaining({ aiGenerated: false })],
      ['threads', true, expect.not.objectContaining({ aiGenerated: true })],
    ]),
  )
})

/** Stores what a process left behind that died after it recorded an approval. */
async function interruptApproval(app: TestApp, { user }: PlannedCompany, { id, at }: { id: string; at?: string }): Promise<void> {
  const row = (await storedSlots(app, user.id)).find((slot) => slot.id === id)
  const posts = (row?.posts ?? []).map((post) => ({
    ...post,
    ...(at && { at }),

    options: REQUIRED_OPTIONS[post.platform],
  }))
  const updatedAt = sql`now() - interval '11 seconds'`
  await app.services.db.asSystem((tx) => tx.update(planSlots).set({ state: 'approving', posts, updatedAt }).where(eq(planSlots.id, id)))
}

test('the job completes an interrupted approval of a paused plan once, even when posts of it exist', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const [first, second] = await slotsOf(plan)
  if (!first || !second) throw new Error('No slots')
  const [row] = await storedSlots(app, plan.user.id)
  const planId = row?.planId ?? ''
  await plan.user.api('POST', '/plan-slots/approve', { slots: [approvalOf(plan, first)] })
  // A version that created the posts before it stored the slot.
  await app.services.db.asSystem((tx) =>
    tx
      .update(planSlots)
      .set({ posts: row?.posts ?? [] })
      .where(eq(planSlots.id, first.id)),
  )
  await interruptApproval(app, plan, first)
  await interruptApproval(app, plan, second)
  await plan.user.api('POST', `/content-plans/${plan.companyId}/pause`)
  await completeApprovals(app.services, { planId })
  await completeApprovals(app.services, { planId })
  expect((await storedSlots(app, plan.user.id)).map(({ state }) => state)).toEqual(['approved', 'approved', 'planned', 'planned'])
  expect(await postsOf(plan)).toHaveLength(4)
})

test('an approval whose time passed before it was completed moves to the next free time and notifies the user', async () => {
  const app = await startApp()
  const plan = await startPlanned(app, { platforms: ['threads'] })
  const [slot, ...others] = await slotsOf(plan)
  if (!slot) throw new Error('No slot')
  await interruptApproval(app, plan, { id: slot.id, at: new Date(Date.now() - 5 * 60_000).toISOString() })
  // The same click again completes it, before the job does.
  expect(await plan.user.api('POST', '/plan-slots/approve', { slots: [approvalOf(plan, slot)] })).toEqual({
    approved: [slot.id],
    problems: [],
  })
  const [post] = await postsOf(plan)
  // Its own time is free again: the other posts occupy theirs.
  expect(post?.scheduledTime).toBe(slot.at)
  expect(others.map(({ at }) => at)).not.toContain(post?.scheduledTime)
  expect(await notificationsOf(plan)).toMatchObject([
    { title: 'An approved post moved to the next free time', body: expect.stringContaining(slot.hook) as string },
  ])
})

test('two processes that complete one approval at the same time create its posts once', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const [slot] = await slotsOf(plan)
  const [row] = await storedSlots(app, plan.user.id)
  if (!slot || !row) throw new Error('No slot')
  await interruptApproval(app, plan, slot)
  const click = { slots: [approvalOf(plan, slot)] }
  const [, clicked] = await Promise.all([
    completeApprovals(app.services, { planId: row.planId }),
    plan.user.api('POST', '/plan-slots/approve', click),
  ])
  expect(clicked).toEqual({ approved: [slot.id], problems: [] })
  expect(await postsOf(plan)).toHaveLength(2)
})

test('silence approves posts after the set hours, except on networks that require consent', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const refused = { ...plan.brief, accounts: plan.brief.accounts.map((account) => ({ ...account, silenceHours: 1 })) }
  expect(await plan.user.call('PUT', `/api/v1/content-plans/${plan.companyId}`, refused)).toMatchObject({ status: 400 })
  const accounts = plan.brief.accounts.map((account) => ({ ...account, silenceHours: account.platform === 'threads' ? 5 : null }))
  await plan.user.api('PUT', `/content-plans/${plan.companyId}`, { ...plan.brief, accounts })
  await followPlans(app.services, { now: new Date(Date.now() + 4.9 * 3_600_000) })
  expect(await postsOf(plan)).toEqual([])
  await followPlans(app.services, { now: new Date(Date.now() + 5.1 * 3_600_000) })
  expect((await postsOf(plan)).map(({ platform }) => platform)).toEqual(['threads', 'threads', 'threads', 'threads'])
  const slots = await slotsOf(plan)
  expect(slots.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
  expect(slots[0]?.posts.map(({ isApproved }) => isApproved)).toEqual([false, true])
})

test('a model error stops the plan and notifies the user; a restart continues where it stopped', async () => {
  const app = await startApp()
  const plan = await buildPlan(app)
  await startPlanOf(plan)
  await sandbox.fail(...Array.from({ length: 6 }, () => ({ kind: '500' })))
  await planAll(app)
  const stopped = await readPlanOf(plan)
  expect(stopped).toMatchObject({ state: 'failed', reason: 'The AI provider has a problem. Please try again in a moment.' })
  expect(await notificationsOf(plan)).toMatchObject([{ title: 'Your content plan stopped', body: stopped.reason }])
  expect((await slotsOf(plan)).every(({ state }) => state !== 'planned')).toBe(true)
  await sandbox.reset()
  await startPlanOf(plan)
  await planAll(app)
  expect((await slotsOf(plan)).map(({ state }) => state)).toEqual(['planned', 'planned', 'planned', 'planned'])
})

test('a plan without new ideas stops instead of repeating an idea', async () => {
  const app = await startApp()
  const plan = await buildPlan(app, { topics: '', usesIdeas: true })
  await app.services.db.asUser(plan.user.id, (tx) =>
    tx.insert(contentIdeas).values(
      ['5 signs you need slower mornings', '7 signs that you need slower mornings', 'a day without a phone'].map((title) => ({
        userId: plan.user.id,
        companyId: plan.companyId,
        title,
        category: 'tips' as const,
      })),
    ),
  )
  await startPlanOf(plan)
  await planAll(app)
  expect(await readPlanOf(plan)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('no new ideas') as string,
    counts: { planned: 2 },
  })
})

test('a plan never exceeds its weekly tokens', async () => {
  const app = await startApp()
  const plan = await buildPlan(app, { weeklyTokens: 2 * SLIDESHOW_TOKENS + 100 })
  expect(await plan.user.api('POST', `/content-plans/${plan.companyId}/estimate`, plan.brief)).toEqual({
    slideshowsPerWeek: 2,
    postsPerWeek: 4,
    tokensPerSlideshow: SLIDESHOW_TOKENS,
    tokensPerWeek: 2 * SLIDESHOW_TOKENS,
  })
  await startPlanOf(plan)
  await app.services.jobs.runDue()
  expect(await readPlanOf(plan)).toMatchObject({
    state: 'running',
    reason: 'The tokens of this week are used. Planning continues on Monday.',
    counts: { planned: 2, writing: 2 },
    usedTokens: 2 * SLIDESHOW_TOKENS,
  })
  // The job that waits for the next week continues at once when the user allows more.
  await plan.user.api('PUT', `/content-plans/${plan.companyId}`, { ...plan.brief, weeklyTokens: 4 * SLIDESHOW_TOKENS })
  await startPlanOf(plan)
  expect(await app.services.jobs.runDue()).toContain('plan-posts')
  await planAll(app)
  expect(await readPlanOf(plan)).toMatchObject({ reason: null, counts: { writing: 0, planned: 4 } })
})

test('planning leaves three of a minute’s ten requests to the user, and continues when the next minute begins', async () => {
  const app = await startApp()
  const plan = await buildPlan(app)
  const query = async <Row extends object>(text: string) => (await app.services.db.pool.query<Row>(text, [plan.user.id])).rows
  await query(`insert into usage_counters (user_id, kind, window_start, amount)
    select $1, 'ai.calls.minute', date_trunc('minute', now()) + minutes * interval '1 minute', 6 from generate_series(0, 1) as minutes`)
  await startPlanOf(plan)
  await app.services.jobs.runDue()
  expect(await readPlanOf(plan)).toMatchObject({ state: 'running', reason: null, counts: { writing: 4, planned: 0 } })
  const used = await query<{ most: number }>(
    "select max(amount) as most from usage_counters where user_id = $1 and kind = 'ai.calls.minute'",
  )
  expect(used).toEqual([{ most: 7 }])
  const waiting = await query<{ seconds: number }>(
    "select floor(extract(second from start_after))::int as seconds from pgboss.job where name = 'plan-posts' and state = 'created' and data ->> 'userId' = $1",
  )
  expect(waiting).toEqual([{ seconds: 0 }])
  await planAll(app)
  expect(await readPlanOf(plan)).toMatchObject({ counts: { writing: 0, planned: 4 } })
})

test('followPlans reminds at most once a day and pauses a plan after a week without a review', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const later = (days: number) => ({ now: new Date(Date.now() + days * DAY_MS) })
  for (const days of [0, 0.5, 0.9]) await followPlans(app.services, later(days))
  expect(await notificationsOf(plan)).toMatchObject([{ title: '4 posts wait for you', href: `/content_plan?company=${plan.companyId}` }])
  await followPlans(app.services, later(1.1))
  expect(await notificationsOf(plan)).toHaveLength(2)
  await setPlan(app, plan.user.id, { reviewedAt: new Date(Date.now() - 7.1 * DAY_MS) })
  await followPlans(app.services)
  await followPlans(app.services)
  expect(await readPlanOf(plan)).toMatchObject({ state: 'paused' })
  expect((await notificationsOf(plan)).filter(({ title }) => title === 'Your content plan is paused')).toHaveLength(1)
})

test('a slot that is not reviewed in time is missed, not posted', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  await followPlans(app.services, { now: new Date(Date.now() + 15 * DAY_MS) })
  expect((await storedSlots(app, plan.user.id)).map(({ state }) => state)).toEqual(['missed', 'missed', 'missed', 'missed'])
  expect(await postsOf(plan)).toEqual([])
})

test('a user can edit, move, swap, rewrite and skip slots; a swapped idea never returns', async () => {
  const app = await startApp()
  const plan = await startPlanned(app)
  const [first, second, third] = await slotsOf(plan)
  if (!first || !second || !third) throw new Error('No slots')
  const at = new Date(Date.parse(first.at) + 3_600_000).toISOString()
  const change = { posts: [{ ...plan.accounts[0], at, caption: 'my own words' }] }
  expect(await plan.user.api('PATCH', `/plan-slots/${first.id}`, change)).toMatchObject({
    posts: [{ at, caption: 'my own words' }, { at: first.at }],
  })
  expect(await plan.user.api('POST', '/plan-slots/rewrite', { ids: [second.id], keepsIdea: false })).toEqual({ rewritten: [second.id] })
  expect(await plan.user.api('POST', '/plan-slots/rewrite', { ids: [third.id], keepsIdea: true })).toEqual({ rewritten: [third.id] })
  await planAll(app)
  const [, swapped, rewritten] = await slotsOf(plan)
  expect(swapped).toMatchObject({ id: second.id, state: 'planned' })
  expect(knownHooks([second.hook]).has(swapped?.hook ?? '')).toBe(false)
  expect(rewritten).toMatchObject({ id: third.id, state: 'planned', hook: third.hook })
  expect(rewritten?.projectId).not.toBe(third.projectId)
  expect((await plan.user.call('GET', `/api/v1/projects/${third.projectId}`)).status).toBe(404)
  expect(await plan.user.api('POST', '/plan-slots/skip', { ids: [first.id] })).toEqual({ skipped: [first.id] })
  expect((await slotsOf(plan)).map(({ id }) => id)).not.toContain(first.id)
})
