import type { Page } from '@playwright/test'
import { fingersOn, middleOf } from './driving/editing.ts'
import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { connectAccount, schedule } from './driving/posts.ts'
import { apiHeaders } from './driving/product.ts'
import { openProject } from './driving/projects.ts'
import { resetSandbox } from './driving/sandbox.ts'

const LOOKS = viewportsOf({ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 })

const cards = (page: Page) => page.getByRole('list', { name: 'Planned posts' }).getByRole('article')
const toReview = (page: Page, count: number) => page.getByText(new RegExp(`^${count} to review`))

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await expect(page).toHaveURL(/\/content_studio/)
}

async function openPlan(page: Page): Promise<void> {
  await page.goto('/post_scheduler')
  await page.getByRole('link', { name: 'Content Plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content plan' })).toBeVisible()
}

test("reviews the demo's fortnight by keyboard", { tag: '@long' }, async ({ page }) => {
  // Planning waits for the next minute once, when the requests of this one are used.
  test.setTimeout(600_000)
  await enterDemo(page)
  await openPlan(page)

  const count = await test.step('a fortnight is planned, and the slides are drawn', async () => {
    await page.getByRole('button', { name: 'Start planning' }).click()
    await expect(page.getByText(/^[1-9]\d* to review/)).toBeVisible({ timeout: 240_000 })
    await expect(page.getByText(/writing \d/)).toHaveCount(0, { timeout: 240_000 })
    const planned = Number.parseInt((await page.getByText(/^\d+ to review/).textContent()) ?? '', 10)
    expect(planned).toBeGreaterThanOrEqual(5)
    // The board follows the counts.
    await expect(cards(page)).toHaveCount(planned, { timeout: 60_000 })
    await expect(
      cards(page)
        .first()
        .getByRole('img', { name: /^Slide 1 of/ }),
    ).toHaveAttribute('data-drawn', '', { timeout: 60_000 })
    return planned
  })
  await expectAccessibleIn(page, LOOKS, 'the board')

  await test.step('the brief says what it costs', async () => {
    await page.getByRole('button', { name: 'Brief' }).click()
    const brief = page.getByRole('dialog', { name: 'Brief' })
    await expect(brief.getByText(/slideshows and .* posts a week, for at most/)).toBeVisible()
    await expectAccessibleIn(page, LOOKS, 'the brief')
    await page.keyboard.press('Escape')
    await expect(brief).toBeHidden()
  })

  await test.step('keys move between posts, skip one, and edit another', async () => {
    await cards(page).first().focus()
    await page.keyboard.press('j')
    await expect(cards(page).nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await cards(page).first().focus()
    await page.keyboard.press('s')
    await expect(toReview(page, count - 1)).toBeVisible()
    await cards(page).first().focus()
    await page.keyboard.press('e')
    const edit = page.getByRole('dialog', { name: 'Edit post' })
    await edit.getByRole('textbox', { name: 'Caption' }).first().fill('in my own words')
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(cards(page).first()).toContainText('in my own words')
  })

  await test.step('all of them are approved at once, with the choices and the consent that the networks want', async () => {
    for (let at = 0; at < count - 1; at += 1) {
      await cards(page).nth(at).focus()
      await page.keyboard.press('x')
    }
    await page.getByRole('button', { name: `Approve ${count - 1}` }).press('Enter')
    const approve = page.getByRole('dialog', { name: `Approve ${count - 1} slideshows` })
    const confirm = approve.getByRole('button', { name: 'Approve', exact: true })
    // A key goes to whatever has the focus while the button waits for the networks' settings.
    await expect(confirm).toBeEnabled()
    await confirm.press('Enter')
    await expect(approve.getByText('Choose who can see this post')).toBeVisible()
    await expectAccessibleIn(page, LOOKS, 'the approval')
    await approve.getByRole('combobox', { name: 'Who can see this post' }).press('Enter')
    await page.getByRole('option').first().press('Enter')
    await approve.getByRole('checkbox', { name: /Music Usage Confirmation/ }).press('Space')
    await confirm.press('Enter')
    // Twenty posts are scheduled, and their images drawn.
    await expect(approve).toBeHidden({ timeout: 240_000 })
    await expect(page.getByText(new RegExp(`^0 to review · ${count - 1} approved`))).toBeVisible()
  })
})

test(
  'an open brief follows a plan that is saved meanwhile, and saves only its edits over it',
  { tag: '@long' },
  async ({ member: page }) => {
    const { request } = page.context()
    const headers = await apiHeaders(request)
    const { id: companyId }: { id: string } = await (
      await request.post('/api/v1/companies', { headers, data: { name: 'Dawn Roast' } })
    ).json()
    const account = await connectAccount(page, 'tumblr', 'mira')
    const projectId = await openProject(page, { title: 'A second cup', slides: [{ textBoxes: [{ text: 'one' }] }] })
    const saved = async (): Promise<{ plan: Record<string, unknown> }> =>
      (await request.get(`/api/v1/content-plans/${companyId}`, { headers })).json()
    const save = async (topics: string, languages: string[]) => {
      const data = { goals: 'Theirs', topics, usesIdeas: false, feedUrl: '', accounts: [], languages, usesBlogPhotos: true }
      const rest = { contentTypes: ['question-users'], templateIds: [], weeks: 3, weeklyTokens: 9000 }
      expect((await request.put(`/api/v1/content-plans/${companyId}`, { headers, data: { ...data, ...rest } })).status()).toBe(200)
    }
    await page.goto('/content_plan')
    await page.getByRole('button', { name: 'Write a brief' }).click()
    const brief = page.getByRole('dialog', { name: 'Brief' })
    await brief.getByRole('textbox', { name: 'Goals' }).fill('Mine')

    await test.step('untouched fields show the plan that arrives', async () => {
      await save('pour over coffee', ['German'])
      // A change of the posts makes the board fetch its plan.
      await schedule(page, { projectId, account, at: null })
      await expect(brief.getByRole('textbox', { name: 'Topics' })).toHaveValue('pour over coffee')
      await expect(brief.getByRole('textbox', { name: 'Languages' })).toHaveValue('German')
      await expect(brief.getByRole('textbox', { name: 'Goals' })).toHaveValue('Mine')
    })

    await test.step('a plan that this page has not seen keeps all but the edits', async () => {
      await save('better breakfasts', ['French'])
      await brief.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(brief).toBeHidden()
      expect((await saved()).plan).toMatchObject({
        goals: 'Mine',
        topics: 'better breakfasts',
        languages: ['French'],
        contentTypes: ['question-users'],
        weeks: 3,
        weeklyTokens: 9000,
      })
    })
  },
)

const DAY_MS = 86_400_000
const weekdayIn = (days: number): number => (new Date(Date.now() + days * DAY_MS).getUTCDay() + 6) % 7

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, timezoneId: 'UTC' })
  test.afterEach(() => resetSandbox())

  test(
    'writes a brief, approves and skips its posts by swiping, and gives drafts the free times',
    { tag: '@long' },
    async ({ member: page }) => {
      test.setTimeout(180_000)
      const account = await connectAccount(page, 'tumblr', 'mira')
      const { request } = page.context()
      const headers = await apiHeaders(request)
      const company = await request.post('/api/v1/companies', { headers, data: { name: 'Dawn Roast' } })
      expect(company.status()).toBe(201)

      await test.step('a brief', async () => {
        await page.goto('/content_plan')
        await page.getByRole('button', { name: 'Write a brief' }).tap()
        const brief = page.getByRole('dialog', { name: 'Brief' })
        await brief.getByRole('textbox', { name: 'Topics' }).fill('slow coffee at home')
        await brief.getByRole('button', { name: /^Set posting times of @.* on Tumblr$/ }).tap()
        const times = page.getByRole('dialog', { name: 'Weekly posting times' })
        const days = times.getByRole('group', { name: 'Days' }).getByRole('checkbox')
        await expect(days).toHaveCount(7)
        for (const [weekday, day] of (await days.all()).entries()) await day.setChecked([weekdayIn(2), weekdayIn(4)].includes(weekday))
        await times.getByLabel('Time', { exact: true }).fill('12:00')
        await times.getByRole('button', { name: 'Add', exact: true }).tap()
        await times.getByRole('button', { name: 'Save times' }).tap()
        await expect(times).toBeHidden()
        await expect(brief.getByRole('textbox', { name: 'Topics' })).toHaveValue('slow coffee at home')
        await brief.getByRole('checkbox', { name: /on Tumblr$/ }).check()
        await expect(brief.getByText('2 slideshows and 2 posts a week', { exact: false })).toBeVisible()
        await brief.getByRole('button', { name: 'Save and start' }).tap()
        await expect(brief).toBeHidden()
        await expect(toReview(page, 4)).toBeVisible({ timeout: 120_000 })
      })

      const fingers = await fingersOn(page)
      const swipe = async (by: number): Promise<void> => {
        const heading = cards(page).first().getByRole('heading')
        await heading.scrollIntoViewIfNeeded()
        const { x, y } = await middleOf(heading)
        await fingers('touchStart', [{ x, y }])
        for (const part of [0.25, 0.5, 0.75, 1]) await fingers('touchMove', [{ x: x + by * part, y }])
        await fingers('touchEnd', [])
      }

      await test.step('a swipe to the left skips, one to the right approves, and a short one does nothing', async () => {
        const first = await cards(page).first().getByRole('heading').textContent()
        await swipe(-60)
        await expect(cards(page).first()).toContainText(`${first}`)
        await swipe(-140)
        await expect(toReview(page, 3)).toBeVisible()
        await swipe(140)
        const approve = page.getByRole('dialog', { name: /^Approve/ })
        await approve.getByRole('button', { name: 'Approve', exact: true }).click()
        await expect(approve).toBeHidden({ timeout: 60_000 })
        await expect(toReview(page, 2)).toBeVisible()
      })

      await test.step('drafts are spread over the times that are still free', async () => {
        const projectId = await openProject(page, { title: 'A second cup', slides: [{ textBoxes: [{ text: 'one' }] }] })
        for (const caption of ['First draft', 'Second draft']) await schedule(page, { projectId, account, at: null, caption })
        await page.goto('/post_scheduler')
        await page.getByRole('button', { name: 'Spread', exact: false }).tap()
        const spread = page.getByRole('dialog', { name: 'Spread drafts' })
        await expect(spread.getByRole('listitem')).toHaveCount(2)
        await expectAccessibleIn(page, LOOKS, 'the preview of spread drafts')
        await spread.getByRole('button', { name: 'Schedule 2 posts' }).tap()
        await expect(spread).toBeHidden()
        const { posts }: { posts: { caption: string; scheduledTime: string | null }[] } = await (
          await request.get('/api/v1/scheduled-posts')
        ).json()
        const times = posts.map(({ scheduledTime }) => scheduledTime)
        expect(times).not.toContain(null)
        expect(new Set(times).size).toBe(3)
      })
    },
  )
})
