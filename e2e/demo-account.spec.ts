import type { Page } from '@playwright/test'
import { freshCredentials, setPlan } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'
import { generator, openStudio, stagePixels, stripSlides } from './driving/studio.ts'

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await expect(page).toHaveURL(/\/content_studio/)
}

const recents = (page: Page, count: number) => page.getByRole('region', { name: `Recent Slideshows (${count})` })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  // Not rendered again.
  await expect(page.getByRole('button', { name: 'Continue with the demo account' })).toBeVisible()
}

/** A second one: the form of the studio is there for the first. */
async function addCompany(page: Page, name: string): Promise<void> {
  const { request } = page.context()
  expect((await request.post('/api/v1/companies', { headers: await apiHeaders(request), data: { name } })).status()).toBe(201)
  await page.reload()
}

test('a demo has content on the first screen', async ({ page }) => {
  await enterDemo(page)

  await test.step('it says that the sandbox answers, and until when it is there', async () => {
    await expect(page.getByText('Sandbox: answers are composed locally').first()).toBeVisible()
    await expect(page.getByText(/^Demo, ends on \w{3} \d+, \d{4} at \d\d:\d\d [AP]M\./)).toBeVisible()
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

test(
  'each visitor has a separate demo, and returns to it after signing out',
  { tag: '@long' },
  async ({ page, browser, baseURL, watch }) => {
    const option = async (visitor: Page, name: string) => {
      await generator(visitor).getByRole('combobox', { name: 'Company' }).click()
      await expect(visitor.getByRole('option', { name: 'Dawn Roast' })).toBeVisible()
      return visitor.getByRole('option', { name })
    }
    await enterDemo(page)
    await addCompany(page, 'Mine alone')
    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: { 'x-forwarded-for': '10.252.0.1' } })
    await watch.over(elsewhere)
    const other = await elsewhere.newPage()
    await enterDemo(other)
    await expect(await option(other, 'Mine alone')).toHaveCount(0)
    await elsewhere.close()

    await signOut(page)
    await enterDemo(page)
    await expect(await option(page, 'Mine alone')).toBeVisible()
  },
)

test('a demo becomes an account, or expires', { tag: '@long' }, async ({ page }) => {
  const mine = freshCredentials()
  await enterDemo(page)
  await addCompany(page, 'Mine to keep')
  await page.getByRole('link', { name: 'Keep your work' }).click()

  await test.step('with an email and a password it is an account, as one that signed up', async () => {
    const keep = page.getByRole('form', { name: 'Keep your work' })
    await keep.getByLabel('Email').fill(mine.email)
    await keep.getByLabel('Password', { exact: true }).fill(mine.password)
    await keep.getByLabel('Password again').fill('another')
    await keep.getByRole('button', { name: 'Keep as my account' }).click()
    await expect(keep.getByText('Passwords do not match')).toBeVisible()
    await keep.getByLabel('Password again').fill(mine.password)
    await keep.getByRole('button', { name: 'Keep as my account' }).click()
    await expect(page.getByText(`Signed in as ${mine.email}, without Pro`)).toBeVisible()
    await setPlan('grant', mine.email)
    await openStudio(page)
    await expect(generator(page).getByRole('combobox', { name: 'Company' })).toBeVisible()
    await generator(page).getByRole('combobox', { name: 'Company' }).click()
    await expect(page.getByRole('option', { name: 'Mine to keep' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^Demo, ends/)).toHaveCount(0)
  })

  await test.step('the next demo at this browser is another one, and can be ended at once', async () => {
    await signOut(page)
    await enterDemo(page)
    await page.goto('/settings?tab=account')
    await page.getByRole('button', { name: 'End the demo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the demo' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/content_studio')
    await expect(page).toHaveURL(/\/auth$/)
  })
})

test('a demo session stays in its demo, and the end of a demo is reported', { tag: '@long' }, async ({ page, context, watch }) => {
  watch.expectProblem(/^HTTP 401 /)
  await enterDemo(page)
  const { id }: { id: string } = await (await context.request.get('/api/v1/me')).json()
  const signedOut = async () => {
    await context.clearCookies({ name: /session_token/ })
    const refused: string[] = []
    page.on('response', (reply) => reply.status() === 401 && refused.push(reply.url()))
    // Looked at again, a page asks who is signed in; but not while it waits for the answer to an earlier question.
    const look = async () => {
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      return refused
    }
    await expect.poll(look).not.toEqual([])
  }

  await test.step('its visitor goes on in the same one', async () => {
    await page.getByLabel('Ideas about').fill('slow mornings')
    await signedOut()
    const modal = page.getByRole('dialog')
    await expect(modal.getByText('Continue with the demo account: everything you typed is still here.')).toBeVisible()
    await modal.getByRole('button', { name: 'Continue with the demo account' }).click()
    await expect(modal).toBeHidden()
    await expect(page.getByLabel('Ideas about')).toHaveValue('slow mornings')
    expect(await (await context.request.get('/api/v1/me')).json()).toMatchObject({ id })
  })

  await test.step('a day later it is over, and nothing goes to the next', async () => {
    await page.clock.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
    await context.clearCookies({ name: /demo/ })
    await signedOut()
    const modal = page.getByRole('dialog')
    await expect(modal.getByText('This demo has ended and was deleted.')).toBeVisible()
    await modal.getByRole('button', { name: 'Continue with the demo account' }).click()
    await expect(modal).toBeHidden()
    await expect.poll(async () => (await (await context.request.get('/api/v1/me')).json()).id).not.toBe(id)
    await expect(page.getByRole('region', { name: 'Recent Slideshows (1)' })).toBeVisible()
  })
})
