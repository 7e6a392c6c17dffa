import type { Page } from '@playwright/test'
import { freshCredentials, setPlan } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { addCompany, generator, openStudio, stagePixels, stripSlides } from './driving/studio.ts'

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await expect(page).toHaveURL(/\/content_studio/)
}

const recents = (page: Page, count: number) => page.getByRole('region', { name: `Recent Slideshows (${count})` })

test('a demo is alive from the first screen', async ({ page }) => {
  await enterDemo(page)

  await test.step('it says that the sandbox answers, and until when it is there', async () => {
    await expect(page.getByText('Sandbox: answers are composed locally').first()).toBeVisible()
    await expect(page.getByText(/^Demo, gone (today|tomorrow) at \d\d:\d\d\.$/)).toBeVisible()
  })

  await test.step('it has a company and one finished slideshow with a drawn cover', async () => {
    await expect(generator(page).getByRole('combobox', { name: 'Company' })).not.toContainText('No company')
    const first = recents(page, 1).getByRole('listitem').first()
    await expect
      .poll(() => first.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0))
      .toBe(true)
    await first.getByRole('button').first().click()
    await expect(stripSlides(page).nth(2)).toBeVisible()
  })

  await test.step('its slides are drawn, each another picture', async () => {
    const first = await stagePixels(page)
    await stripSlides(page).nth(1).click()
    await expect.poll(() => stagePixels(page)).not.toBe(first)
  })

  await test.step('its library holds two dozen photos', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Photo Library' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
    await expect.poll(() => page.getByRole('main').locator('img').count()).toBeGreaterThanOrEqual(24)
  })

  await openStudio(page)
})

test('each visitor has a demo of their own, and finds it again after signing out', async ({ page, browser, baseURL, watch }) => {
  const companies = async (visitor: Page) => {
    await generator(visitor).getByRole('combobox', { name: 'Company' }).click()
    return visitor.getByRole('option').allTextContents()
  }
  await enterDemo(page)
  await addCompany(page, { name: 'Mine alone', description: '' })
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: { 'x-forwarded-for': '10.252.0.1' } })
  watch.over(elsewhere)
  const other = await elsewhere.newPage()
  await enterDemo(other)
  expect((await companies(other)).join()).not.toContain('Mine alone')
  await elsewhere.close()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await enterDemo(page)
  expect((await companies(page)).join()).toContain('Mine alone')
})

test('a demo is kept as an account, or ended', async ({ page }) => {
  const mine = freshCredentials()
  await enterDemo(page)
  await addCompany(page, { name: 'Mine to keep', description: '' })
  await page.getByRole('link', { name: 'Keep your work' }).click()

  await test.step('with an e-mail and a password it is an account, as one that signed up', async () => {
    const keep = page.getByRole('form', { name: 'Keep your work' })
    await keep.getByLabel('Email').fill(mine.email)
    await keep.getByLabel('Password', { exact: true }).fill(mine.password)
    await keep.getByLabel('Password again').fill('another')
    await keep.getByRole('button', { name: 'Keep as my account' }).click()
    await expect(keep.getByText('Passwords do not match')).toBeVisible()
    await keep.getByLabel('Password again').fill(mine.password)
    await keep.getByRole('button', { name: 'Keep as my account' }).click()
    await expect(page.getByText(`Signed in as ${mine.email}, on the free plan`)).toBeVisible()
    await setPlan('grant', mine.email)
    await openStudio(page)
    await expect(generator(page).getByRole('combobox', { name: 'Company' })).toBeVisible()
    await generator(page).getByRole('combobox', { name: 'Company' }).click()
    await expect(page.getByRole('option', { name: 'Mine to keep' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^Demo, gone/)).toHaveCount(0)
  })

  await test.step('the next demo at this browser is another one, and can be ended at once', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await enterDemo(page)
    await page.goto('/settings?tab=account')
    await page.getByRole('button', { name: 'End the demo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the demo' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/content_studio')
    await expect(page).toHaveURL(/\/auth$/)
  })
})
