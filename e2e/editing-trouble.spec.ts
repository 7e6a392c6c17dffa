import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openProject } from './driving/projects.ts'
import { expectSaved, stage, stripSlides, textBoxes } from './driving/studio.ts'

/** Writes into the first text box of the slide shown. */
async function write(page: Page, text: string): Promise<void> {
  await textBoxes(page).first().dblclick()
  const field = stage(page).getByRole('textbox', { name: /^Text of Text box 1/ })
  await field.fill(text)
  await field.press('Enter')
  await expect(written(page, text)).toBeVisible()
}

const written = (page: Page, text: string) => stage(page).getByRole('button', { name: `Text box 1: ${text}`, exact: true })

test('the user signs in again over the page when the session ends while editing, and the work is saved', async ({
  slideshow: page,
  account,
  watch,
  context,
}) => {
  watch.expectProblem(/^HTTP 401 /)
  await write(page, 'before the end')
  await expectSaved(page)

  // Whichever request notices the end first, the dialog takes the focus from the field, and what was typed stays.
  await textBoxes(page).first().dblclick()
  await stage(page)
    .getByRole('textbox', { name: /^Text of Text box 1/ })
    .fill('typed after the end')
  await context.clearCookies()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Welcome to/ })
  await expect(dialog.getByText(/Sign in to save your work/)).toBeVisible()
  await dialog.getByLabel('Email').fill(account.email)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(written(page, 'typed after the end')).toBeVisible()
  await expectSaved(page)
  await page.reload()
  await expect(written(page, 'typed after the end')).toBeVisible()
})

test(
  'asks the later editor when both changed the same text, and overwrites nothing',
  { tag: '@long' },
  async ({ slideshow: page, account, browser, watch, baseURL, extraHTTPHeaders }) => {
    watch.expectProblem(/^HTTP 412 /)
    await expectSaved(page)

    const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders })
    await watch.over(elsewhere)
    await elsewhere.request.post('/api/auth/sign-in/email', { data: account })
    const other = await elsewhere.newPage()
    await other.goto(page.url())
    await expect(textBoxes(other).first()).toBeVisible()

    await write(page, 'written here')
    await expectSaved(page)
    await write(other, 'written there')
    const dialog = other.getByRole('dialog', { name: 'This slideshow was changed elsewhere' })
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(written(page, 'written here'), 'nothing is overwritten before the choice').toBeVisible()

    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog).toBeHidden()
    await expectSaved(other)
    await page.reload()
    await expect(written(page, 'written there')).toBeVisible()
    await elsewhere.close()
  },
)

test(
  'merges changes to different slides without asking',
  { tag: '@long' },
  async ({ slideshow: page, account, browser, watch, baseURL, extraHTTPHeaders }) => {
    watch.expectProblem(/^HTTP 412 /)
    await expectSaved(page)

    const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders })
    await watch.over(elsewhere)
    await elsewhere.request.post('/api/auth/sign-in/email', { data: account })
    const other = await elsewhere.newPage()
    await other.goto(page.url())
    await expect(textBoxes(other).first()).toBeVisible()

    await write(page, 'written here')
    await expectSaved(page)
    await other
      .getByRole('list', { name: 'Slides' })
      .getByRole('button', { name: /^Slide 2/ })
      .click()
    await expect(stage(other).getByRole('group', { name: /^Slide 2 of/ })).toBeAttached()
    await write(other, 'written there')
    await expectSaved(other)

    await page.reload()
    await expect(written(page, 'written here')).toBeVisible()
    await page
      .getByRole('list', { name: 'Slides' })
      .getByRole('button', { name: /^Slide 2/ })
      .click()
    await expect(written(page, 'written there')).toBeVisible()
    await elsewhere.close()
  },
)

test('editing continues offline, and the work is saved once the network is back', async ({ slideshow: page, context }) => {
  await expectSaved(page)
  await context.setOffline(true)
  await expect(page.getByText("You're offline. Your changes stay here and are saved when you're back online.")).toBeVisible()
  await write(page, 'typed without a network')
  await expect(page.getByText('Offline: saved on this device')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Offline: saved on this device')).toBeHidden()
  await expectSaved(page)
  await page.reload()
  await expect(written(page, 'typed without a network')).toBeVisible()
})

test('undoes and redoes changes, also after a save', async ({ slideshow: page }) => {
  const original = await textBoxes(page).first().getAttribute('aria-label')
  await write(page, 'first change')
  await write(page, 'second change')
  await expectSaved(page)
  await page.keyboard.press('Control+z')
  await expect(written(page, 'first change')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(textBoxes(page).first()).toHaveAttribute('aria-label', original ?? '')
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+y')
  await expect(written(page, 'second change')).toBeVisible()
})

test('waits for slow fonts, and reports missing ones until they arrive', { tag: '@long' }, async ({ member: page }) => {
  const [late, lost] = [Promise.withResolvers<void>(), '**/painter/fonts/arabic-*']
  await page.route('**/painter/fonts/jp-*', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.route(lost, (route) => route.abort())
  const slides = ['calm mornings', '静かな朝', 'صباح هادئ'].map((text) => ({ textBoxes: [{ text }] }))
  await openProject(page, { title: 'calm mornings', slides })
  await expect(stage(page)).toHaveAttribute('data-drawn', 'slide0')

  await stripSlides(page).nth(1).click()
  const loading = stage(page).getByRole('status').getByText('Loading letters…')
  await expect(loading).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'letters under way')
  await expect(stage(page)).toHaveAttribute('data-drawn', 'slide0')
  late.resolve()
  await expect(stage(page)).toHaveAttribute('data-drawn', 'slide1')
  await expect(loading).toBeHidden()

  await stripSlides(page).nth(2).click()
  const warning = stage(page).getByText('Some letters on this slide couldn’t be loaded. They appear once you’re back online.')
  await expect(warning).toBeVisible()
  await expect(loading).toBeHidden()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'letters that did not come')
  await expect(stage(page)).toHaveAttribute('data-drawn', 'slide1')
  await page.unroute(lost)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(stage(page)).toHaveAttribute('data-drawn', 'slide2')
  await expect(warning).toBeHidden()
})
