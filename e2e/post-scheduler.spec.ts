import type { Locator, Page } from '@playwright/test'
import { fingersOn, middleOf } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { connectAccount, schedule, type Connected } from './driving/posts.ts'
import { apiHeaders } from './driving/product.ts'
import { openProject } from './driving/projects.ts'

const TITLE = '3 things to do before breakfast'

/** A day of the month after this one: its posts are all still to come, and none of them while this runs. */
function nextMonth(day: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
}
const at = (day: number, time: string): string => `${nextMonth(day)}T${time}:00.000Z`

interface Prepared {
  projectId: string
  clips: Connected
  blog: Connected
}

async function prepare(page: Page): Promise<Prepared> {
  const clips = await connectAccount(page, 'tiktok', 'sandy')
  const blog = await connectAccount(page, 'tumblr', 'sandy')
  const projectId = await openProject(page, { title: TITLE, slides: [{ textBoxes: [{ text: 'one' }] }, { textBoxes: [{ text: 'two' }] }] })
  return { projectId, clips, blog }
}

async function openMonth(page: Page, query = ''): Promise<void> {
  await page.goto(`/post_scheduler?day=${nextMonth(10)}${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Post Scheduler' })).toBeVisible()
}

const cell = (page: Page, day: number): Locator => page.locator(`[data-view="month"] [data-day="${nextMonth(day)}"]`)
const pills = (where: Locator): Locator => where.getByRole('button', { name: new RegExp(TITLE) })
// The latest note comes first.
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' }).first()

// Screen readers get the text of each toast from a second element.
const toast = (page: Page, text: string): Locator => page.getByRole('region', { name: /^Notifications/ }).getByText(text)

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 12, start.y + 4)
  await page.mouse.move(end.x, end.y, { steps: 6 })
  await page.mouse.up()
}

test(
  'moves posts by mouse and keyboard, undoes, cancels, filters and selects them in a month',
  { tag: '@long' },
  async ({ member: page }) => {
    const { projectId, clips, blog } = await prepare(page)
    await schedule(page, { projectId, account: clips, at: at(10, '09:05'), caption: 'save this for tomorrow' })
    await schedule(page, { projectId, account: blog, at: at(10, '18:30') })
    await schedule(page, { projectId, account: blog, at: null })
    await openMonth(page)
    const tenth = pills(cell(page, 10))
    await expect(tenth).toHaveCount(2)
    await expect(cell(page, 10).getByText('09:05 AM')).toBeVisible()
    await expect(page.locator('[data-view="month"] [role=gridcell]')).toHaveCount(42)
    await expect(page.getByRole('button', { name: '3 Total Posts' })).toBeVisible()

    await test.step('what a pill has no room for', async () => {
      await tenth.first().hover()
      const popup = page.getByRole('group', { name: `About ${TITLE}` })
      for (const text of ['TIKTOK', TITLE, 'Educational', /at 09:05 AM$/, 'save this for tomorrow'])
        await expect(popup.getByText(text)).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 2), 'month with popup')
      await tenth.first().hover()
      await popup.getByRole('button', { name: 'Cancel Post' }).hover()
      await expect(popup).toBeVisible()
      await page.mouse.click(5, 300)
      await expect(popup).toBeHidden()
    })

    await test.step('manually, and back', async () => {
      await dragTo(page, tenth.first(), cell(page, 12))
      await expect(pills(cell(page, 12))).toHaveAccessibleName(/^09:05 AM /)
      await undo(page).click()
      await expect(tenth).toHaveCount(2)
      await dragTo(page, page.getByRole('button', { name: /^Draft / }), cell(page, 17))
      await expect(pills(cell(page, 17))).toHaveAccessibleName(/^09:00 AM /)
      await expect(page.getByRole('region', { name: /^Drafts/ })).toBeHidden()
    })

    await test.step('by key, and back', async () => {
      await cell(page, 10)
        .getByRole('button', { name: /, 2 posts$/ })
        .focus()
      await page.keyboard.press('Tab')
      await expect(tenth.first()).toBeFocused()
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByRole('status').filter({ hasText: /^Moved to .* at 09:05 AM\.$/ })).toBeAttached()
      await expect(pills(cell(page, 18))).toBeFocused()
      await expect(page.getByText(/^Moved to .* at 09:05 AM\.$/).first()).toBeVisible()
      await page.keyboard.press('Control+z')
      await expect(tenth).toHaveCount(2)
    })

    await test.step('in a week, to another hour', async () => {
      await cell(page, 10)
        .getByRole('button', { name: /, 2 posts$/ })
        .click()
      await page.getByRole('button', { name: 'Week' }).click()
      const posts = page.locator(`[data-view="week"] [data-hours][data-day="${nextMonth(10)}"] [data-post]`)
      await expect(posts).toHaveCount(2)
      await posts.first().focus()
      await page.keyboard.press('Shift+ArrowDown')
      await expect(posts.first()).toHaveAccessibleName(/^09:20 AM /)
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'week')
      await page.getByRole('button', { name: 'Day', exact: true }).click()
      await expect(page.locator('[data-view="day"] [data-post]')).toHaveCount(2)
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'day')
      await page.getByRole('button', { name: 'Month', exact: true }).click()
    })

    await test.step('some of them', async () => {
      await page.getByRole('combobox', { name: 'Platform' }).click()
      await page.getByRole('option', { name: 'Tumblr' }).click()
      await expect(tenth).toHaveCount(1)
      await expect(page).toHaveURL(/platform=tumblr/)
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect(tenth).toHaveCount(2)
    })

    await test.step('several at once', async () => {
      await tenth.first().click({ modifiers: ['Control'] })
      await pills(cell(page, 17)).click({ modifiers: ['Shift'] })
      const bar = page.getByRole('region', { name: 'Selected posts' })
      await expect(bar.getByText('3 posts selected')).toBeVisible()
      await bar.getByRole('button', { name: 'Move a day later' }).click()
      await expect(pills(cell(page, 11))).toHaveCount(2)
      await expect(pills(cell(page, 18))).toHaveCount(1)
      await expect(toast(page, '3 posts moved.')).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'selected')
      await bar.getByRole('button', { name: 'Cancel 3 posts' }).click()
      await expect(page.getByRole('button', { name: '3 Failed' })).toBeVisible()
      await expect(toast(page, '3 posts cancelled.')).toBeVisible()
      await undo(page).click()
      await expect(page.getByRole('button', { name: '3 Pending' })).toBeVisible()
    })
  },
)

test('a drag past the edge of the window scrolls to a later day, and its message leaves below a resting pointer', async ({
  member: page,
}) => {
  const { projectId, clips } = await prepare(page)
  await schedule(page, { projectId, account: clips, at: at(3, '09:05') })
  await page.setViewportSize({ width: 1440, height: 560 })
  await openMonth(page)
  const pill = pills(cell(page, 3))
  await pill.scrollIntoViewIfNeeded()
  const target = cell(page, 24)
  await expect(target).not.toBeInViewport({ ratio: 1 })
  const start = await middleOf(pill)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y + 12)
  await page.mouse.move(start.x, 600, { steps: 4 })
  await expect.poll(() => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)).toBe(true)
  await expect(target).toBeInViewport({ ratio: 1 })
  const end = await middleOf(target)
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
  await expect(pills(target)).toHaveAccessibleName(/^09:05 AM /)
  const message = toast(page, 'Moved to ')
  await message.hover()
  await expect(message).toBeHidden({ timeout: 30_000 })
})

test('posts of one request are one entry: they move, change and are cancelled together or alone', async ({ member: page }) => {
  test.setTimeout(180_000)
  const { projectId, clips, blog } = await prepare(page)
  const { request } = page.context()
  const headers = await apiHeaders(request)
  const targets = [
    { platform: 'tiktok', accountId: clips.accountId, options: { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true } },
    { platform: 'tumblr', accountId: blog.accountId, options: { platform: 'tumblr', blog: blog.username } },
  ]
  const texts = { projectVersion: null, timeZone: 'UTC', caption: 'together', description: '' }
  const data = { requestId: crypto.randomUUID(), projectId, targets, scheduledTime: at(10, '09:05'), ...texts }
  const scheduled = await request.post('/api/v1/scheduled-posts', { headers, data })
  expect(scheduled.status(), await scheduled.text()).toBe(201)
  await openMonth(page)
  const question = (verb: string) => page.getByRole('dialog', { name: `${verb} all 2 posts?` })
  await expect(pills(cell(page, 10))).toHaveCount(1)
  await expect(pills(cell(page, 10))).toHaveAccessibleName(/TikTok, Tumblr/)

  await test.step('all move', async () => {
    await dragTo(page, pills(cell(page, 10)), cell(page, 17))
    await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 2), 'asked which posts move')
    await question('Move').getByRole('button', { name: 'All 2 posts' }).click()
    await expect(pills(cell(page, 17))).toHaveAccessibleName(/TikTok, Tumblr/)
    await expect(toast(page, '2 posts moved.')).toBeVisible()
  })
  await test.step('other words for both', async () => {
    await pills(cell(page, 17)).click()
    const details = page.getByRole('dialog', { name: TITLE })
    await details.getByRole('button', { name: 'Edit', exact: true }).click()
    await question('Edit').getByRole('button', { name: 'All 2 posts' }).click()
    const form = page.getByRole('dialog', { name: 'Edit scheduled post' })
    await form.getByLabel('Caption', { exact: true }).fill('for both')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden({ timeout: 20_000 })
    const { posts }: { posts: { caption: string }[] } = await (await request.get('/api/v1/scheduled-posts')).json()
    expect(posts.map(({ caption }) => caption)).toEqual(['for both', 'for both'])
  })
  await test.step('both get the latest slides', async () => {
    await page.keyboard.press('Escape')
    const { version }: { version: number } = await (await request.get(`/api/v1/projects/${projectId}`)).json()
    const change = { version, saveId: crypto.randomUUID(), slides: [{ id: 'new', textBoxes: [{ id: 'text', text: 'newer' }] }] }
    const saved = await request.put(`/api/v1/projects/${projectId}`, { headers, data: change })
    expect(saved.status(), await saved.text()).toBe(200)
    await page.reload()
    await pills(cell(page, 17)).click()
    const details = page.getByRole('dialog', { name: TITLE })
    await details.getByRole('button', { name: 'Update the post' }).click()
    const update = page.getByRole('dialog', { name: 'Update all 2 posts to the latest slides?' })
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the question about the latest slides')
    await update.getByRole('button', { name: 'All 2 posts' }).click()
    await expect(details.getByText('The slideshow has changed', { exact: false })).toBeHidden({ timeout: 20_000 })
    const { posts }: { posts: { isOutdated: boolean; pictures: number }[] } = await (await request.get('/api/v1/scheduled-posts')).json()
    expect(posts.map(({ isOutdated, pictures }) => [isOutdated, pictures])).toEqual([
      [false, 1],
      [false, 1],
    ])
    await page.keyboard.press('Escape')
  })
  await test.step('one moves alone', async () => {
    await dragTo(page, pills(cell(page, 17)), cell(page, 18))
    await question('Move')
      .getByRole('button', { name: /^Only Tumblr/ })
      .click()
    await expect(pills(cell(page, 18))).toHaveAccessibleName(/Tumblr/)
    await expect(pills(cell(page, 17))).not.toHaveAccessibleName(/Tumblr/)
    await undo(page).click()
    await expect(pills(cell(page, 17))).toHaveAccessibleName(/TikTok, Tumblr/)
  })
  await test.step('both are cancelled from the list', async () => {
    await page.goto('/post_scheduler?view=list')
    const entry = page.getByRole('list', { name: 'Scheduled posts' }).getByRole('listitem')
    await expect(entry).toHaveCount(1)
    await entry.getByRole('button', { name: 'Cancel' }).click()
    await question('Cancel').getByRole('button', { name: 'All 2 posts' }).click()
    await expect(toast(page, '2 posts cancelled.')).toBeVisible()
    await undo(page).click()
    await expect(entry.getByText('Pending')).toBeVisible()
  })
  await test.step('both are published at once, also the one that the filter hides', async () => {
    await page.goto('/post_scheduler?view=list&platform=tumblr')
    const entry = page.getByRole('list', { name: 'Scheduled posts' }).getByRole('listitem')
    await entry.getByRole('button', { name: 'Test Upload Now' }).click()
    const publish = page.getByRole('dialog', { name: 'Post all 2 posts now?' })
    await expect(publish.getByText(/Not shown here: TikTok, @/)).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 2), 'asked which posts are published')
    await page.keyboard.press('Escape')
    await expect(publish).toBeHidden()
    await entry.getByRole('button', { name: TITLE }).click()
    await page.getByRole('dialog', { name: TITLE }).getByRole('button', { name: 'Post now' }).click()
    await publish.getByRole('button', { name: 'All 2 posts' }).click()
    const statuses = async () => {
      const { posts }: { posts: { status: string }[] } = await (await request.get('/api/v1/scheduled-posts')).json()
      return posts.map(({ status }) => status)
    }
    await expect.poll(statuses, { timeout: 60_000 }).toEqual(['published', 'published'])
  })
})

test('a month tells posts apart, explains its colors and opens days with many posts', async ({ member: page }) => {
  const { projectId, clips, blog } = await prepare(page)
  await schedule(page, { projectId, account: clips, at: at(10, '09:05'), caption: 'save this for tomorrow' })
  await schedule(page, { projectId, account: blog, at: at(10, '10:05'), description: 'read it twice' })
  for (const time of ['11:05', '12:05']) await schedule(page, { projectId, account: blog, at: at(10, time) })
  await openMonth(page)
  const day = cell(page, 10)
  await expect(pills(day)).toHaveCount(2)
  await expect(pills(day).first().getByText('save this for tomorrow')).toBeVisible()
  await expect(pills(day).first().locator('img')).toBeVisible()
  await expect(pills(day).last().getByText('read it twice')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toContainText(['TikTok', 'Tumblr'])
  await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 2), 'month with a full day')
  await day.getByRole('button', { name: /^2 more on / }).click()
  await expect(page.locator('[data-view="day"] [data-post]')).toHaveCount(4)
})

test(
  'edits a post, duplicates it with other words to another account, too, and keeps it when its company is deleted',
  { tag: '@long' },
  async ({ member: page }) => {
    const clips = await connectAccount(page, 'tiktok', 'sandy')
    await connectAccount(page, 'tumblr', 'sandy')
    const { request } = page.context()
    const headers = await apiHeaders(request)
    const companies = ['Harbour Tea', 'Quiet Mornings'].map((name) => request.post('/api/v1/companies', { headers, data: { name } }))
    const [tea]: { id: string }[] = await Promise.all(companies.map(async (response) => (await response).json()))
    const slides = [{ textBoxes: [{ text: 'one' }] }]
    const projectId = await openProject(page, { title: TITLE, slides, ...(tea && { companyId: tea.id }) })
    await schedule(page, { projectId, account: clips, at: at(10, '09:05'), caption: 'save this' })
    await openMonth(page)
    const details = page.getByRole('dialog', { name: TITLE })

    await test.step('other words, another time', async () => {
      await pills(cell(page, 10)).click()
      await details.getByRole('button', { name: 'Edit', exact: true }).click()
      const form = page.getByRole('dialog', { name: 'Edit scheduled post' })
      await expect(form.getByLabel('Caption', { exact: true })).toHaveValue('save this')
      await form.getByLabel('Caption', { exact: true }).fill('keep this')
      await form.getByLabel('Time', { exact: true }).fill('10:35')
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'a post that is edited')
      await form.getByRole('button', { name: 'Save Changes' }).click()
      await expect(form).toBeHidden({ timeout: 20_000 })
      await expect(pills(cell(page, 10))).toHaveAccessibleName(/^10:35 AM /)
    })

    await test.step('the same again, with other words, and to another account', async () => {
      await pills(cell(page, 10)).click()
      await expect(details.getByText('keep this')).toBeVisible()
      await details.getByRole('button', { name: 'Duplicate' }).click()
      const form = page.getByRole('dialog', { name: 'Duplicate post' })
      await expect(form.getByRole('checkbox', { name: /, TikTok$/ })).toBeChecked()
      await expect(form.getByLabel('Caption', { exact: true })).toHaveValue('keep this')
      await form.getByLabel('Caption', { exact: true }).fill('again')
      await form.getByRole('checkbox', { name: /, TikTok$/ }).uncheck()
      await form.getByRole('checkbox', { name: /, Tumblr$/ }).check()
      await form.getByLabel('Date', { exact: true }).fill(nextMonth(12))
      await form.getByLabel('Time', { exact: true }).fill('18:00')
      await form.getByRole('button', { name: 'Schedule Post' }).click()
      await expect(form).toBeHidden({ timeout: 20_000 })
      await expect(pills(cell(page, 12))).toHaveAccessibleName(/^06:00 PM /)
      await pills(cell(page, 12)).click()
      await expect(details.getByText('again')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('what becomes of them when their company goes', async () => {
      await page.goto('/settings?tab=general')
      await page.getByRole('button', { name: /Harbour Tea/ }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Delete company' })
      await expect(question.getByText('2 scheduled posts', { exact: true })).toBeVisible()
      await expect(question.getByText('They still go out as planned.')).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'a company that posts belong to')
      await question.getByRole('button', { name: 'Delete' }).click()
      await openMonth(page)
      await expect(page.getByRole('button', { name: '2 Pending' })).toBeVisible()
    })
  },
)

/** As the server answers while a publisher has had no heartbeat for more than a minute. */
async function silenceWorker(page: Page): Promise<() => Promise<void>> {
  const path = '**/api/v1/scheduled-posts/worker'
  await page.route(path, async (route) => {
    const reply = await route.fetch()
    const said: object = await reply.json()
    await route.fulfill({ response: reply, json: { ...said, isAlive: false, beatAt: '2026-03-04T09:05:00.000Z' } })
  })
  return () => page.unroute(path)
}

test('the list shows the outcome of each post, publishes one now and filters failures', { tag: '@long' }, async ({ member: page }) => {
  await page.goto('/post_scheduler')
  await expect(page.getByRole('heading', { name: 'No Scheduled Posts' })).toBeVisible()
  await expect(page.getByText('Schedule your first post to get started with automated publishing')).toBeVisible()

  await test.step('that nothing goes out is said for as long as it is so', async () => {
    const silent = page.getByText(/^Publishing is paused: /)
    await expect(silent).toBeHidden()
    const resume = await silenceWorker(page)
    await page.reload()
    await expect(silent).toContainText(
      /the worker stopped on .*Mar 4.*\. Your posts are safe and go out when .* starts it again, up to 24 hours late\./,
    )
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a scheduler whose publisher is silent')
    await resume()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No Scheduled Posts' })).toBeVisible()
    await expect(silent).toBeHidden()
  })

  const blog = await connectAccount(page, 'tumblr', 'mira')
  const projectId = await openProject(page, { title: TITLE, slides: [{ textBoxes: [{ text: 'one' }] }] })
  await schedule(page, { projectId, account: blog, at: at(10, '09:05'), caption: 'save this' })
  await schedule(page, { projectId, account: blog, at: at(11, '09:05') })
  await openMonth(page, '&view=list')
  const posts = page.getByRole('list', { name: 'Scheduled posts' }).getByRole('listitem')
  await expect(posts).toHaveCount(2)
  await expect(posts.last().getByText(/ at 09:05 AM$/)).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'list')

  await posts.last().getByRole('button', { name: 'Test Upload Now' }).click()
  const question = page.getByRole('dialog', { name: 'Post now?' })
  await expect(question.getByText(/^This publishes for real: it posts to @.* on Tumblr right away\.$/)).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'asked before a test upload')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(posts.filter({ hasText: 'Published' })).toHaveCount(0)
  await posts.last().getByRole('button', { name: 'Test Upload Now' }).click()
  await question.getByRole('button', { name: 'Post now' }).click()
  const published = posts.filter({ hasText: 'Published' })
  await expect(published).toHaveCount(1)
  // It appears at the time it went out, and its details still show the planned time.
  await expect(published.getByText(/ at 09:05 AM$/)).toBeHidden()
  await published.getByRole('button', { name: TITLE }).click()
  const early = page.getByRole('dialog', { name: TITLE })
  await expect(early.getByText(/^Planned for .* at 09:05 AM$/)).toBeVisible()
  await early.getByRole('button', { name: 'Close' }).click()
  await expect(early).toBeHidden()
  await posts.filter({ hasText: 'Pending' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: '1 Failed' }).click()
  await expect(posts).toHaveCount(1)
  await expect(posts.getByText('Cancelled')).toBeVisible()

  await posts.getByRole('button', { name: TITLE }).click()
  const details = page.getByRole('dialog', { name: TITLE })
  await expect(details.getByRole('img', { name: 'Slide 1' })).toBeVisible()
  await expect(details.getByRole('heading', { name: 'History' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'details of a failed post')
  await details.getByRole('button', { name: 'Retry now' }).click()
  await page.getByRole('dialog', { name: 'Post now?' }).getByRole('button', { name: 'Post now' }).click()
  await expect(details.getByRole('link', { name: 'View on Tumblr' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('drags a post to another day after a long press, and undoes it', async ({ member: page }) => {
    const blog = await connectAccount(page, 'tumblr', 'quiet')
    const projectId = await openProject(page, { title: TITLE, slides: [{ textBoxes: [{ text: 'one' }] }] })
    await schedule(page, { projectId, account: blog, at: at(10, '09:05') })
    await openMonth(page)
    const agenda = page.locator('[data-view="agenda"]')
    await expect(pills(agenda)).toHaveCount(1)
    await expectAccessibleIn(page, viewportsOf({ width: 390, height: 844 }), 'month on a phone')
    // The bar at the bottom is over the area below the month.
    await page.evaluate(() => scrollTo(0, 240))
    const fingers = await fingersOn(page)
    const [start, end] = [await middleOf(pills(agenda)), await middleOf(cell(page, 13))]
    await fingers('touchStart', [start])
    await expect(page.locator('html')).toHaveClass(/dragging/)
    for (const part of [0.3, 0.6, 0.9, 1]) {
      await fingers('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }])
    }
    await fingers('touchEnd', [])
    await expect(pills(agenda)).toHaveCount(0)
    await cell(page, 13).tap()
    await expect(pills(agenda)).toHaveCount(1)
    await undo(page).tap()
    await expect(pills(agenda)).toHaveCount(0)
  })
})
