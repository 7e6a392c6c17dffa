import type { Page, Route } from '@playwright/test'
import { expect, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'

/** Errors appear where they happen, with their reason, for as long as they last. */

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('names a proxy that blocks an upload, clears the error on the next save, and keeps a half-typed company', async ({
  member: page,
  watch,
}) => {
  watch.expectProblem(/^HTTP 413 POST \/api\/files$/)
  await page.goto('/settings?tab=general')
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  await page.getByLabel('Company name').fill('Half Candles')
  await tab(page, 'Appearance').click()
  await tab(page, 'General').click()
  await expect(page.getByLabel('Company name')).toHaveValue('Half Candles')
  await page.getByRole('link', { name: 'Photo Library' }).click()
  await expect(page.getByText('No photos yet')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByLabel('Company name')).toHaveValue('Half Candles')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  await expect(page.getByLabel('Company name')).toHaveValue('')

  await page.getByLabel('Company name').fill('Glow Candles')
  await page.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.getByText('Saved successfully')).toBeVisible()
  // As nginx answers what is larger than it lets through.
  const body = '<html><head><title>413 Request Entity Too Large</title></head><body><center>nginx</center></body></html>'
  await page.route('**/api/files', (route) => route.fulfill({ status: 413, contentType: 'text/html', body }))
  await page.getByLabel('Upload Logo').setInputFiles(greyPng('logo.png', { width: 60, height: 60 }))
  const refused = page.getByText(/^This is too large for the proxy in front of the server/)
  await expect(refused).toBeVisible()
  await page.getByLabel('Description').fill('soy candles')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved successfully')).toBeVisible()
  await expect(refused).toBeHidden()

  await page.goto('/photos')
  await expect(page.getByRole('link', { name: 'Photo Library' })).toHaveAttribute('aria-current', 'page')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([greyPng('large.png', { width: 540, height: 960 })])
  await expect(refused).toBeVisible()
})

test(
  'starts with the chosen content style until the user changes it, and can turn off automatic saving',
  { tag: '@long' },
  async ({ member: page }) => {
    const chosen = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
    await page.goto('/content_studio')
    await expect(chosen('Numbered list')).toBeChecked()
    await page.goto('/settings?tab=general')
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/me/settings') && reply.ok())
    await page.getByRole('combobox', { name: 'Default content style' }).click()
    await page.getByRole('option', { name: 'Motivational' }).click()
    await saved
    await page.goto('/content_studio')
    await expect(chosen('Multi-photo video')).toBeChecked()
    await chosen('Question').check()
    await page.reload()
    await expect(chosen('Question')).toBeChecked()
  },
)

test('every page works when the browser blocks storage', async ({ member: page, watch }) => {
  watch.expectProblem(/^console\.info: .* storage /)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  await page.goto('/settings?tab=accounts')
  await expect(page.getByRole('heading', { name: 'TikTok accounts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Google Drive' })).toBeVisible()
  await page.goto('/tiktok_callback?error=access_denied')
  await expect(page.getByRole('heading', { name: 'Connection Failed' })).toBeVisible()
  await page.goto('/tiktok_callback?code=x&state=y')
  await expect(page.getByText('Invalid OAuth response - state verification failed')).toBeVisible()
  await page.goto('/content_studio')
  await expect(page.getByRole('textbox', { name: 'Topic' })).toBeVisible()
})

test('does not report a bug of the page as a network error', { tag: '@long' }, async ({ member: page, watch }) => {
  watch.expectProblem(/^console\.error: /)
  watch.expectProblem(/^HTTP 500 GET \/api\/v1\/companies$/)
  await page.route('**/api/v1/companies', (route) => route.fulfill({ json: {} }))
  await page.goto('/settings?tab=general')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText(/^Something went wrong on this page\./)).toBeVisible()
  await expect(page.getByText(/can.t reach the server/)).toBeHidden()

  await page.unroute('**/api/v1/companies')
  await page.route('**/api/v1/companies', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load companies')).toBeVisible()
  await page.unroute('**/api/v1/companies')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No company yet')).toBeVisible()
})

test('does not ask a signed-in user to sign in when their plan could not be checked', async ({ account, page, watch }) => {
  watch.expectProblem(/^HTTP 503 /)
  watch.expectProblem(/^console\.info: Loading the signed-in user failed/)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  const answers = (status: number) => (route: Route) =>
    route.fulfill({ status, json: { error: { code: 'UNAVAILABLE', message: 'not ready' } } })
  await page.route('**/api/v1/me', answers(503))
  await page.goto('/content_studio')
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(page.getByText('We couldn’t check your plan')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Pro' })).toBeHidden()
  await page.unroute('**/api/v1/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText(account.email)).toBeVisible()
})
