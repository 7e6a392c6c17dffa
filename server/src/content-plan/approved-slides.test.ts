import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PlanSlot } from '@ninesixteen/shared/api/content-plan'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { planSlots } from '../db/schema-content-plan.ts'
import { formKey } from '../posts/rendered-media/render-slides.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { slideFiles } from '../rendering/slide-files.ts'
import { buildSlide } from '../testing/app.ts'
import { approvalOf, slotsOf, startPlanned, startPlanner, storedSlots, type PlannedCompany } from '../testing/content-plan.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { REQUIRED_OPTIONS, sharedRenderer } from '../testing/scheduler.ts'
import { completeApprovals } from './resume-approvals.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const postsOf = async ({ user }: PlannedCompany) => (await user.api<{ posts: ScheduledPost[] }>('GET', '/scheduled-posts')).posts

/** Adds a slide, as an edit in another tab does. */
async function editSlides({ user }: PlannedCompany, { projectId, version }: PlanSlot): Promise<void> {
  await user.api('PUT', `/projects/${projectId}`, { version, saveId: randomUUID(), slides: [buildSlide('edited')] })
}

test('approval does not wait for the slides, and what goes out are the approved slides, whatever changed since', async () => {
  const renderer = sharedRenderer()
  let rendered = 0
  const counting: Renderer = {
    ...renderer,
    renderSlide: (...request) => {
      rendered += 1
      return renderer.renderSlide(...request)
    },
  }
  const app = await startPlanner(sandbox, { renderer: counting })
  const plan = await startPlanned(app, { platforms: [...PLATFORM_IDS] })
  const [slot] = await slotsOf(plan)
  if (!slot) throw new Error('No slot')
  rendered = 0
  await plan.user.api('POST', '/plan-slots/approve', { slots: [approvalOf(plan, slot)] })
  expect(rendered).toBe(0)
  expect((await postsOf(plan)).map(({ detail, thumbnailUrl }) => [detail, thumbnailUrl])).toEqual(
    PLATFORM_IDS.map(() => ['Making the pictures.', null]),
  )
  await editSlides(plan, slot)
  await app.services.jobs.runDue()
  const posts = await postsOf(plan)
  expect(posts.map(({ detail }) => detail)).toEqual(PLATFORM_IDS.map(() => null))
  // Slides in the same form are rendered once for all accounts.
  const forms = new Set(posts.map(({ platform, options }) => formKey({ platform, options: options ?? {} })))
  expect(forms.size).toBeLessThan(posts.length)
  expect(rendered).toBe(forms.size * slot.slides.length)
  for (const { id, platform, options } of posts) {
    const { media } = await plan.user.api<PostDetails>('GET', `/scheduled-posts/${id}`)
    expect(media).toHaveLength(slot.slides.length)
    for (const { position, sha256 } of media) {
      const slide = inFormat(slot.slides[position] ?? buildSlide(''), postFormat(options ?? {}))
      const image = renderer.renderSlide(slide, slideFiles(app.services), { userId: plan.user.id })
      const bytes = POST_FORMS[platform].pictures === 'image/png' ? await image.png() : await image.jpeg()
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  }
})

test('an approved slideshow that changes before its posts exist goes back to review and notifies the user', async () => {
  const app = await startPlanner(sandbox)
  const plan = await startPlanned(app)
  const [slot] = await slotsOf(plan)
  const [row] = await storedSlots(app, plan.user.id)
  if (!slot?.version || !row) throw new Error('No slot')
  const posts = row.posts.map((post) => ({ ...post, options: REQUIRED_OPTIONS[post.platform], version: slot.version ?? 0 }))
  const updatedAt = sql`now() - interval '11 seconds'`
  await app.services.db.asSystem((tx) =>
    tx.update(planSlots).set({ state: 'approving', posts, updatedAt }).where(eq(planSlots.id, slot.id)),
  )
  await editSlides(plan, slot)
  await completeApprovals(app.services, { planId: row.planId })
  expect(await postsOf(plan)).toEqual([])
  expect((await slotsOf(plan))[0]).toMatchObject({ state: 'planned', version: slot.version + 1 })
  expect((await plan.user.api<Notifications>('GET', '/notices')).items).toMatchObject([
    { title: 'An approved post needs another look', body: expect.stringContaining('changed elsewhere') as string },
  ])
})
