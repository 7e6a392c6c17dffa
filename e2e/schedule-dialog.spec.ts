import type { Locator, Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { apiHeaders } from './driving/product.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { expectSaved, openSlideshow, stripSlides } from './driving/studio.ts'

/** Summer time in New York, and less than two years ahead. */
const YEAR = new Date().getUTCFullYear() + 1
const DAY = `${YEAR}-07-01`
const LONG_CAPTION = 'five small things that make the first hour of a day feel like yours, and take no more than ten minutes'

test.afterEach(() => resetSandbox())

interface Post {
  id: string
  platform: string
  caption: string
  timeZone: string
  scheduledTime: string | null
  isOutdated: boolean
  projectTitle: string
  options: Record<string, unknown>
}

async function postsOf(page: Page): Promise<Post[]> {
  const { posts }: { posts: Post[] } = await (await page.context().request.get('/api/v1/scheduled-posts')).json()
  return posts.toSorted((a, b) => a.platform.localeCompare(b.platform))
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Schedule Post' })

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first().click()
  await expect(dialogOf(page).getByRole('group', { name: 'When' })).toBeVisible()
  return dialogOf(page)
}

/** Presses the button at the end of the form. */
const order = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: /^(Schedule Post|Post now|Save draft|Save Changes)$/ }).click()

async function choose(dialog: Locator, field: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: field }).click()
  await dialog.getByRole('option', { name: option }).click()
  await expect(dialog.getByRole('listbox')).toBeHidden()
}

/** A caption kept as a template, used again and deleted. */
async function tryTemplates(page: Page, dialog: Locator): Promise<void> {
  const caption = dialog.getByLabel('Caption', { exact: true })
  const menu = dialog.getByRole('button', { name: 'Templates' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  const save = page.getByRole('dialog', { name: 'Save Template' })
  await expect(save.getByRole('button', { name: 'Save' })).toBeDisabled()
  await save.getByLabel('Template name').fill('mornings')
  await save.getByRole('button', { name: 'Save' }).click()
  await expect(save).toBeHidden()
  await caption.fill('something else')
  await menu.click()
  await page.getByRole('menuitem', { name: /^mornings/ }).click()
  await expect(caption).toHaveValue(LONG_CAPTION)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit or delete templates' }).click()
  await page.getByRole('button', { name: 'Delete mornings' }).click()
  await expect(page.getByText('Are you sure you want to delete this template?')).toBeVisible()
  await page.getByRole('dialog', { name: 'Delete Template' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No templates yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Caption templates' })).toBeHidden()
}

/** TikTok's requirements, in the order in which users meet them. */
async function tryTiktokRules(page: Page, dialog: Locator): Promise<void> {
  const audience = dialog.getByRole('combobox', { name: 'Who can see this post' })
  await expect(audience).toHaveText('Choose an audience')
  await expect(dialog.getByText('Posting as Sandy Creator @sandy.creates')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Comment' })).not.toBeChecked()
  await expect(dialog.getByRole('switch', { name: 'Disclose promotional content' })).not.toBeChecked()
  await order(dialog)
  await expect(audience).toHaveAccessibleDescription('Choose who can see this post')
  await expect(audience).toBeFocused()
  await expect(dialog.getByText("Agree to TikTok's Music Usage Confirmation first")).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'what a platform wants is missing')
  await choose(dialog, 'Who can see this post', 'Only me')
  await dialog.getByRole('switch', { name: 'Disclose promotional content' }).check()
  await expect(dialog.getByText('Choose what the post promotes: your content, branded content, or both')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Branded content', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Your content' }).check()
  await expect(dialog.getByText('Your photo will be labeled as “Promotional content”', { exact: false })).toBeVisible()
  await choose(dialog, 'Who can see this post', 'Everyone')
  await dialog.getByRole('checkbox', { name: 'Branded content', exact: true }).check()
  await expect(dialog.getByText('Your photo will be labeled as “Paid partnership”', { exact: false })).toBeVisible()
  await audience.click()
  await expect(dialog.getByRole('option', { name: 'Only me' })).toBeDisabled()
  await expect(dialog.getByText('Branded content can’t be visible only to you')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('link', { name: 'Branded Content Policy' })).toHaveAttribute('href', /^https:\/\/www\.tiktok\.com\//)
  await dialog.getByRole('checkbox', { name: 'Branded content', exact: true }).uncheck()
  await expect(dialog.getByRole('link', { name: 'Branded Content Policy' })).toBeHidden()
  await dialog.getByRole('radio', { name: 'Slide 2' }).check()
}

/** Describes the second slide in the editor, starting from the words on it. */
async function describeSecondSlide(page: Page): Promise<void> {
  await stripSlides(page).nth(1).click()
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Design', exact: true })
  await panel.getByRole('tab', { name: 'Photo' }).click()
  const altText = panel.getByLabel('Alt text of this slide')
  await expect(altText).toHaveValue('')
  await panel.getByRole('button', { name: 'Suggest from the words' }).click()
  await expect(altText).toHaveValue(/\.$/)
  await altText.fill('A cup of tea at the window')
  await panel.getByRole('button', { name: 'Close design' }).click()
}

async function tryTumblrOptions(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('combobox', { name: 'Blog' })).not.toHaveText('Choose a blog')
  const tags = dialog.getByRole('textbox', { name: 'Tags' })
  await tags.fill('slow')
  await tags.press('Enter')
  await tags.pressSequentially('tea,walks,')
  await tags.press('Backspace')
  await expect(tags).toHaveValue('walks')
  await tags.press('Enter')
  await dialog.getByRole('button', { name: 'Remove slow' }).click()
  await expect(tags).toBeFocused()
  await dialog.getByRole('radio', { name: 'Two', exact: true }).check()
  await dialog.getByRole('radio', { name: 'Queue' }).check()
  await dialog.getByRole('button', { name: /^Alt texts/ }).click()
  await expect(dialog.getByLabel('Alt text of slide 1')).toHaveValue('3 things to do before breakfast.')
  await expect(dialog.getByLabel('Alt text of slide 2')).toHaveValue('A cup of tea at the window')
  await dialog.getByLabel('Alt text of slide 1').fill('A title over a violet sky')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('radio', { name: 'Tumblr' }).check()
  await expect(preview.getByRole('img', { name: 'A title over a violet sky' })).toBeVisible()
}

test('asks for missing fields one after another, and saves captions as templates', { tag: '@long' }, async ({ slideshow: page }) => {
  const empty = await openDialog(page)
  await expect(empty.getByText('No accounts connected yet')).toBeVisible()
  await order(empty)
  await expect(empty.getByText('Please select at least one account')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'no account to post to')
  await expect(empty.getByRole('link', { name: 'Connect an account' })).toHaveAttribute('href', /^\/settings\?tab=accounts&back=/)
  await connectAccount(page, 'tiktok', 'sandy')

  // From the scheduler there is no slideshow yet.
  await page.goto('/post_scheduler')
  const before = Date.now()
  const dialog = await openDialog(page)
  const at = async () =>
    `${await dialog.getByLabel('Date', { exact: true }).inputValue()}T${await dialog.getByLabel('Time', { exact: true }).inputValue()}Z`
  expect(Math.abs(Date.parse(await at()) - before - 5 * 60_000)).toBeLessThan(61_000)
  await dialog.getByLabel('Caption', { exact: true }).fill(LONG_CAPTION)
  await expect(dialog.getByText(`${LONG_CAPTION.length}/150`)).toBeVisible()
  await tryTemplates(page, dialog)
  // Keeping a template orders nothing.
  await expect(dialog.getByText('Please select at least one account')).toBeHidden()
  await order(dialog)
  await expect(dialog.getByText('Please select at least one account')).toBeVisible()
  await dialog.getByRole('checkbox', { name: '@sandy.creates, TikTok' }).check()
  await expect(dialog.getByText('Please select at least one account')).toBeHidden()
  // Only what is empty is marked.
  const [day, clock] = [dialog.getByLabel('Date', { exact: true }), dialog.getByLabel('Time', { exact: true })]
  const proposed = await clock.inputValue()
  await clock.fill('')
  await order(dialog)
  await expect(clock).toHaveAccessibleDescription('Please select a date and time')
  await expect(clock).toBeFocused()
  await expect(day).not.toHaveAttribute('aria-invalid')
  await clock.fill(proposed)
  await day.fill('')
  await order(dialog)
  await expect(day).toHaveAccessibleDescription('Please select a date and time')
  await expect(day).toBeFocused()
  await expect(clock).not.toHaveAttribute('aria-invalid')
  await dialog.getByRole('radio', { name: 'Post now' }).check()
  await order(dialog)
  await expect(dialog.getByText('No project selected for scheduling')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'no slideshow chosen')
  await dialog.getByRole('radio', { name: '3 things to do before breakfast' }).check()
  await expect(dialog.getByText('No project selected for scheduling')).toBeHidden()

  await expect(dialog.getByText(/^TikTok titles allow 90 characters/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('definition').first()).toHaveText(/^five small things.*…$/)
})

/** Types on the list of time zones, which has the focus. */
async function chooseNewYork(page: Page, dialog: Locator): Promise<void> {
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  await page.keyboard.type('new york')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listbox')).toBeHidden()
  await expect(zone).toBeFocused()
  await expect(zone).toContainText('New York (UTC')
}

test('finds a time zone by city, abbreviation and offset by keyboard', { tag: '@long' }, async ({ member: page }) => {
  await connectAccount(page, 'tiktok', 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const dialog = await openDialog(page)
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  const cities = dialog.getByRole('listbox')
  await zone.press('Enter')
  await expect(cities.getByRole('option').first()).toHaveAccessibleName(/^UTC/)
  await expect(cities.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the list of time zones')
  for (const [typed, city] of [
    ['tokyo', 'Tokyo'],
    ['jst', 'Tokyo'],
    ['+9', 'Tokyo'],
  ] as const) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(typed)
    await expect(cities.getByRole('option', { name: city })).toBeVisible()
    await expect(cities.getByRole('option', { name: 'Berlin' })).toHaveCount(0)
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.type('atlantis')
  await expect(dialog.getByText('No time zone found. Try a city or an offset.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(zone).toBeFocused()
  await expect(zone).toContainText('UTC')
  // Typing on the closed list searches it.
  await chooseNewYork(page, dialog)
})

test('schedules a slideshow to two accounts by the rules of each platform', { tag: '@long' }, async ({ member: page }) => {
  // Two states are looked at in every look.
  test.setTimeout(180_000)
  await connectAccount(page, 'tiktok', 'sandy')
  await connectAccount(page, 'tumblr', 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  await describeSecondSlide(page)
  // Not saved yet when the dialog is opened: what goes out is what is seen.
  await page.getByLabel('Project title').fill('a morning of your own')
  const dialog = await openDialog(page)
  await dialog.getByRole('checkbox', { name: '@sandy.creates, TikTok' }).check()
  await dialog.getByLabel('Date', { exact: true }).fill(DAY)
  await dialog.getByLabel('Time', { exact: true }).fill('09:30')
  await dialog.getByRole('combobox', { name: 'Time zone' }).press('Enter')
  await expect(dialog.getByRole('listbox')).toBeVisible()
  await chooseNewYork(page, dialog)
  await expect(dialog.getByText(new RegExp(`^Jul 1, ${YEAR} at 09:30 AM, in `))).toBeVisible()
  await dialog.getByLabel('Caption', { exact: true }).fill('a slow start')
  await tryTiktokRules(page, dialog)
  await dialog.getByRole('checkbox', { name: /, Tumblr$/ }).check()
  await tryTumblrOptions(page, dialog)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a form that is filled in')

  await dialog.getByRole('checkbox', { name: /By posting, you agree to TikTok's Music Usage Confirmation/ }).check()
  await order(dialog)
  await expect(dialog.getByText('Success!')).toBeVisible()
  await expect(dialog.getByText(`2 posts on Jul 1, ${YEAR} at 09:30 AM`)).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'success')
  await expect(dialog).toBeHidden()
  const [tiktok, tumblr] = await postsOf(page)
  const zone = { timeZone: 'America/New_York', scheduledTime: `${DAY}T13:30:00.000Z` }
  const common = { caption: 'a slow start', projectTitle: 'a morning of your own', isOutdated: false, ...zone }
  const chosen = { audience: 'PUBLIC_TO_EVERYONE', allowComments: false, yourBrand: true, brandedContent: false, coverIndex: 1 }
  expect(tiktok).toMatchObject({ ...common, options: { ...chosen, musicConsent: true, handOver: false } })
  const altTexts: unknown = expect.arrayContaining(['A title over a violet sky'])
  expect(tumblr).toMatchObject({ ...common, options: { tags: ['tea', 'walks'], layout: 'two', state: 'queue', altTexts } })

  const again = await openDialog(page)
  await expect(again.getByLabel('Caption', { exact: true })).toHaveValue('')
  await expect(again.getByRole('checkbox', { name: '@sandy.creates, TikTok' })).not.toBeChecked()
})

test('asks before discarding input, and saves it as a draft', { tag: '@long' }, async ({ member: page, watch }) => {
  await connectAccount(page, 'tiktok', 'mira')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const dialog = await openDialog(page)
  const question = page.getByRole('dialog', { name: 'Discard this post?' })
  await page.keyboard.press('Escape')
  await expect(dialog, 'nothing was typed').toBeHidden()

  await openDialog(page)
  const caption = dialog.getByLabel('Caption', { exact: true })
  await caption.fill('slow mornings')
  const send = page.locator('[role=dialog] button[type=submit]')
  const lit = await send.screenshot()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  expect((await send.screenshot()).equals(lit), 'the button at the end of the form is dimmed, too').toBe(false)
  await expect(question.getByRole('button', { name: 'Save as draft' }), 'no account is chosen').toBeHidden()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'asked before a post is discarded')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(caption).toHaveValue('slow mornings')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  await openDialog(page)
  await expect(caption).toHaveValue('')
  await caption.fill('slow mornings')
  await dialog.getByRole('checkbox', { name: '@mira.bakes, TikTok' }).check()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a draft is possible')
  await question.getByRole('button', { name: 'Save as draft' }).click()
  await expect(dialog.getByText('1 post, without a time')).toBeVisible()
  await expect(dialog).toBeHidden()
  const [draft] = await postsOf(page)
  expect(draft).toMatchObject({ caption: 'slow mornings', scheduledTime: null })

  // An edit that fails says so in its own words, and loses nothing either.
  watch.expectProblem(/^HTTP 500 PATCH \/api\/v1\/scheduled-posts\//)
  await page.route('**/api/v1/scheduled-posts/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } })
      : route.continue(),
  )
  await page.goto(`/post_scheduler?post=${draft?.id}`)
  await page.getByRole('button', { name: 'Edit and schedule' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit scheduled post' })
  await edited.getByLabel('Caption', { exact: true }).fill('slower mornings')
  await order(edited)
  await expect(edited.getByText('Failed to save scheduled post')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(edited).toBeHidden()
})

test(
  'creates one post when the response is lost, and keeps posts and slides in sync',
  { tag: '@long' },
  async ({ member: page, watch }) => {
    test.setTimeout(180_000)
    watch.expectProblem(/^console\.error: .*ERR_FAILED/)
    await connectAccount(page, 'tiktok', 'mira')
    await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
    const dialog = await openDialog(page)
    await dialog.getByRole('checkbox', { name: '@mira.bakes, TikTok' }).check()
    // This account has comments switched off, which TikTok says.
    await expect(dialog.getByRole('checkbox', { name: 'Comment' })).toBeDisabled()
    await dialog.getByRole('radio', { name: 'Manually' }).check()
    await expect(dialog.getByRole('combobox', { name: 'Who can see this post' })).toBeHidden()
    await expect(dialog.getByRole('checkbox', { name: /By posting/ })).toBeHidden()
    await dialog.getByLabel('Date', { exact: true }).fill(DAY)
    await page.route('**/api/v1/scheduled-posts', async (route) => {
      await route.fetch()
      await route.abort('failed')
    })
    await order(dialog)
    await expect(dialog.getByText('Failed to schedule post. Please try again.')).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the order failed')
    await page.unroute('**/api/v1/scheduled-posts')
    await order(dialog)
    await expect(dialog.getByText('Success!')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await postsOf(page)).toMatchObject([{ platform: 'tiktok', options: { handOver: true, audience: null } }])

    // The slides go on, and the post asks whether it should follow.
    await page.getByRole('button', { name: /^Style:/ }).click()
    await expect(page.getByText('1 scheduled post shows an earlier version of these slides.')).toBeVisible()
    expect(await postsOf(page)).toMatchObject([{ isOutdated: true }])
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a post shows an earlier version')
    await page.getByRole('button', { name: 'Update it' }).click()
    await expect(page.getByText('1 scheduled post updated.')).toBeVisible()
    await expect(page.getByText('1 scheduled post shows an earlier version of these slides.')).toBeHidden()
    expect(await postsOf(page)).toMatchObject([{ isOutdated: false }])

    // Another user changes the slideshow while the form is open.
    await expectSaved(page)
    await page.goto('/content_studio')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Schedule Post' }).click()
    await dialogOf(page).getByRole('checkbox', { name: '@mira.bakes, TikTok' }).check()
    await dialogOf(page).getByRole('radio', { name: 'Save as draft' }).check()
    await expect(dialogOf(page).getByText('1 post, without a time')).toBeVisible()
    const { projects }: { projects: { id: string }[] } = await (await page.context().request.get('/api/v1/projects')).json()
    const renamed = await page.context().request.patch(`/api/v1/projects/${projects[0]?.id}`, {
      headers: await apiHeaders(page.context().request),
      data: { title: 'changed elsewhere' },
    })
    expect(renamed.status()).toBe(200)
    watch.expectProblem(/^HTTP 409 POST \/api\/v1\/scheduled-posts$/)
    await order(dialogOf(page))
    await expect(dialogOf(page).getByText(/^This slideshow was changed elsewhere in the meantime/)).toBeVisible()
    // By then the form shows the newest one.
    await expect(async () => {
      await order(dialogOf(page))
      await expect(dialogOf(page).getByText('Success!')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(dialogOf(page)).toBeHidden()

    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Slideshow' })
    await expect(question.getByText('2 scheduled posts', { exact: true })).toBeVisible()
    await expect(question.getByText('They go out as planned.')).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a deletion that concerns posts')
  },
)
