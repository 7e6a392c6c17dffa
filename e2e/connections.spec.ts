import type { Page } from '@playwright/test'
import { freshCredentials, setPlan, signUp } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessible, expectAccessibleIn, test } from './driving/journey.ts'
import { connectTumblr, decide, openAccounts, revokeAt } from './driving/platforms.ts'
import { nextPlatformRequestsFail, resetSandbox } from './driving/sandbox.ts'
import { expectSaved, openSlideshow, stagePixels } from './driving/studio.ts'

// Each page and dialog is looked at in six looks.
test.setTimeout(240_000)

test.beforeEach(({ watch }) => {
  // The consent pages are the platforms', not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/(tiktok|tumblr)/)
})
test.afterEach(() => resetSandbox())

const tiktokCard = (page: Page) => page.getByRole('region', { name: 'TikTok accounts' })
const tumblrCard = (page: Page) => page.getByRole('region', { name: 'Tumblr accounts' })
const TODAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

test(
  'connects two TikTok accounts, the second one in four steps, and disconnects one',
  { tag: '@long' },
  async ({ member: page, watch }) => {
    watch.expectProblem(/^HTTP 500 DELETE \/api\/v1\/accounts\//)
    await openAccounts(page)
    await expectAccessible(page, 'no accounts')
    await expect(tiktokCard(page).getByText(/^Sandbox: an imitation of TikTok/)).toBeVisible()
    await tiktokCard(page).getByRole('button', { name: 'Add Account' }).click()
    await expect(page.getByRole('heading', { name: 'Connect to TikTok' })).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'before TikTok')
    await page.getByRole('button', { name: 'Connect TikTok Account' }).click()
    await decide(page, { account: 'sandy', allow: true })
    await expect(page.getByRole('heading', { name: 'Successfully Connected' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await expect(page).toHaveURL(/\/settings\?tab=accounts$/)

    await openAccounts(page)
    await expect(tiktokCard(page).getByText('@sandy.creates')).toBeVisible()
    await expect(tiktokCard(page).getByText(`Connected ${TODAY.format(new Date())}`)).toBeVisible()
    await expect(tiktokCard(page).getByText('Active')).toBeVisible()
    await tiktokCard(page).getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Multiple TikTok Account Setup' })
    await expect(dialog.getByRole('listitem')).toHaveCount(4)
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'four steps')
    await dialog.getByRole('button', { name: 'Continue Adding Account' }).click()
    await expect(page.getByRole('heading', { name: 'Add Another TikTok Account' })).toBeVisible()
    await page.getByRole('button', { name: 'Add TikTok Account' }).click()
    await decide(page, { account: 'mira', allow: true, without: 'video.publish' })
    await expect(page).toHaveURL(/\/settings\?tab=accounts$/)

    await openAccounts(page)
    await expect(tiktokCard(page).getByRole('listitem')).toHaveCount(2)
    await expect(tiktokCard(page).getByRole('listitem').nth(1)).toContainText('Connected without permission to post.')
    await expect(tiktokCard(page).getByRole('button', { name: 'Reconnect @Mira Bakes' })).toBeVisible()
    await expect(tiktokCard(page).getByText('Active')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'TikTok accounts 2' })).toBeVisible()
    await expectAccessible(page, 'two accounts')
    await tiktokCard(page).getByRole('button', { name: 'Disconnect @Mira Bakes' }).click()
    await expect(page.getByText('Are you sure you want to disconnect this TikTok account?')).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'disconnecting')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(tiktokCard(page).getByRole('listitem')).toHaveCount(1)
    await page.goto('/tiktok_login')
    await expect(page.getByRole('heading', { name: 'TikTok Connected!' })).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'TikTok connected')
    // A failed disconnect is reported here, and not on the next page.
    await page.route('**/api/v1/accounts/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Disconnect TikTok Account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('Failed to update TikTok authentication')).toBeVisible()
    await page.unroute('**/api/v1/accounts/*')
    await page.getByRole('button', { name: 'Disconnect TikTok Account' }).click()
    await expect(page.getByText('Are you sure you want to disconnect this TikTok account?')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('heading', { name: 'Connect to TikTok' })).toBeVisible()
  },
)

test('reports a declined consent, a wrong state and a missing one, and connects nothing', { tag: '@long' }, async ({ member: page }) => {
  await page.goto('/tiktok_login')
  await page.getByRole('button', { name: 'Connect TikTok Account' }).click()
  await decide(page, { account: 'sandy', allow: false })
  await expect(page.getByRole('heading', { name: 'Connection Failed' })).toBeVisible()
  await expect(page.getByText(/^TikTok authorization failed: /)).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'denied')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: 'Connect TikTok Account' }).click()
  await page.locator('input[name=account][value=sandy]').waitFor()
  for (const [query, text] of [
    ['?code=x&state=never-given', 'Invalid OAuth response - state verification failed'],
    ['?code=x', 'Invalid OAuth response - missing state parameter'],
    ['', 'No authorization code received from TikTok'],
  ]) {
    await page.goto(`/tiktok_callback${query}`)
    await expect(page.getByText(text ?? '')).toBeVisible()
  }
  await page.goto('/tumblr_callback?oauth_token=never-given&oauth_verifier=x')
  await expect(page.getByText('Request token secret not found. Please restart the OAuth flow.')).toBeVisible()
  await openAccounts(page)
  await tumblrCard(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await decide(page, { account: 'sandy', allow: false })
  await expect(page.getByText('Missing OAuth parameters in callback URL')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'denied at Tumblr')
  await page.getByRole('link', { name: 'Back to Settings' }).click()
  await expect(tumblrCard(page).getByText(/^To publish posts/)).toBeVisible()
  await expect(tiktokCard(page).getByText(/^To publish slideshows/)).toBeVisible()
})

test(
  'connects Tumblr, puts a photo of a followed blog behind a slide, and disconnects',
  { tag: '@long' },
  async ({ member: page, watch }) => {
    watch.expectProblem(/^HTTP 503 GET \/api\/v1\/blogs\/tumblr/)
    await connectTumblr(page, 'sandy')
    await openAccounts(page)
    await expect(tumblrCard(page).getByRole('button', { name: 'Account Connected' })).toBeDisabled()
    await expect(tumblrCard(page).getByRole('link', { name: 'Photo Library' })).toHaveAttribute('href', '/photos')
    await openSlideshow(page, { topic: '3 calm mornings', slides: 3 })
    const before = await stagePixels(page)
    await page.getByRole('button', { name: 'Background', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
    // The page asks three times more by itself.
    await nextPlatformRequestsFail('tumblr', '/user/following', 4)
    await picker.getByRole('tab', { name: 'Tumblr' }).click()
    await expect(picker.getByRole('heading', { name: 'Tumblr is not responding right now' })).toBeVisible({ timeout: 30_000 })
    await expect(picker.getByText('Tumblr is not connected')).toBeHidden()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'Tumblr is down')
    await picker.getByRole('button', { name: 'Try again' }).click()
    await expect(picker.getByRole('heading', { name: 'Select Blog' })).toBeVisible()
    await expect(picker.getByRole('listitem')).toHaveCount(8)
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'blogs to choose from')
    await picker.getByRole('listitem').getByRole('button').first().click()
    const photos = picker.getByRole('list', { name: /^Photos of @/ })
    await expect(photos.getByRole('button').first()).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'photos of a blog')
    await photos.getByRole('button').first().click()
    await expect(picker).toBeHidden()
    await expect.poll(() => stagePixels(page)).not.toBe(before)
    await expectSaved(page)

    await openAccounts(page)
    await tumblrCard(page)
      .getByRole('button', { name: /^Disconnect @/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(tumblrCard(page).getByRole('button', { name: 'Connect', exact: true })).toBeEnabled()
  },
)

test('reconnects a revoked account in one click', { tag: '@long' }, async ({ member: page }) => {
  await connectTumblr(page, 'mira')
  await revokeAt('tumblr', 'mira')
  await page.goto('/photos')
  await page.getByRole('tab', { name: 'Tumblr' }).click()
  await expect(page.getByText(/econnect/).first()).toBeVisible()
  await openAccounts(page)
  const again = tumblrCard(page).getByRole('button', { name: /^Reconnect @/ })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'to be connected anew')
  await again.click()
  await decide(page, { account: 'mira', allow: true })
  await expect(page).toHaveURL(/\/settings\?tab=accounts$/)
  await openAccounts(page)
  await expect(tumblrCard(page).getByText('Active')).toBeVisible()
})

test('connects TikTok before signing in, and saves the account afterwards', async ({ page }) => {
  await page.goto('/tumblr_callback')
  await expect(page.getByText('Nothing was connected, and nothing was saved.')).toBeVisible()
  await page.goto('/tiktok_login')
  await expect(page.getByText(/^Sandbox: an imitation of TikTok/)).toBeVisible()
  await page.getByRole('button', { name: 'Connect TikTok Account' }).click()
  await decide(page, { account: 'zoe', allow: true })
  await expect(page.getByRole('link', { name: 'Continue Without Signing In' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('@zoe.garden is connected in this browser.')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'connected and signed out')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).toContain('sealed.v1.')
  expect(stored).not.toMatch(/act\.|rft\./)
  await page.getByRole('button', { name: 'Sign In to Save Connection' }).click()
  await expect(page).toHaveURL(/\/$/)
  const credentials = freshCredentials()
  await signUp(page, credentials)
  await expect(page).toHaveURL(/\/pricing$/)
  await setPlan('grant', credentials.email)
  // The page learns of it, and goes on by itself.
  await expect(page).toHaveURL(/\/content_studio$/)
  await openAccounts(page)
  await expect(tiktokCard(page).getByText('@zoe.garden')).toBeVisible()
})

test("stores and checks a user's own keys, and never shows them", { tag: '@long' }, async ({ member: page }) => {
  await openAccounts(page)
  const form = page.getByRole('form', { name: 'AI provider' })
  await form.getByLabel('AI provider: API key').fill('sk-invalid-canary-4242')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByPlaceholder('Set, ending in 4242')).toBeVisible()
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByText('The AI provider refused the key. Check it in the settings.')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a key that is refused')
  expect(await page.content()).not.toContain('canary')
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(form.getByLabel('AI provider: API key')).toHaveAttribute('placeholder', 'Not set')
})
