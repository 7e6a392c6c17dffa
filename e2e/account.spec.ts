import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { freshCredentials } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { originHeader } from './driving/product.ts'
import { openSlideshow } from './driving/studio.ts'

const openSettings = async (page: Page): Promise<void> => {
  await page.goto('/settings?tab=account')
  await expect(page.getByRole('tab', { name: 'Profile', exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('changes name, email, password and sessions in the settings', async ({ page, account, browser, baseURL, extraHTTPHeaders, watch }) => {
  watch.expectProblem(/^HTTP 40[01] (POST|GET) \/api\/(auth\/change-password|auth\/sign-in\/email|v1\/)/)
  watch.expectProblem(/^HTTP 403 POST \/api\/v1\/me\/email$/)
  const next = freshCredentials()
  const elsewhere = await browser.newContext({
    baseURL,
    extraHTTPHeaders,
    userAgent: 'Mozilla/5.0 (iPhone) Version/19.0 Mobile/15E148 Safari/604.1',
  })
  await watch.over(elsewhere)
  const signInElsewhere = async (password: string) =>
    (await elsewhere.request.post('/api/auth/sign-in/email', { headers: originHeader(), data: { email: next.email, password } })).status()
  await openSettings(page)

  await test.step('name', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann of the Harbour')
    await page.getByRole('button', { name: 'Change name' }).click()
    await expect(page.getByText('Name changed')).toBeVisible()
  })

  await test.step('email, after a wrong password', async () => {
    const form = page.getByRole('form', { name: 'Email' })
    await form.getByLabel('Email').fill(next.email)
    await form.getByLabel('Password').fill('not the password')
    await form.getByRole('button', { name: 'Change email' }).click()
    await expect(form.getByText('The password is wrong.')).toBeVisible()
    await form.getByLabel('Password').fill(account.password)
    await form.getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Sign in with the new address from now on.')).toBeVisible()
    expect(await signInElsewhere(account.password)).toBe(200)
  })

  const sessions = page.getByRole('region', { name: 'Sessions' })
  await test.step('another session is seen and ended', async () => {
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann of the Harbour')
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('This browser')).toBeVisible()
    await sessions.getByRole('button', { name: 'End the session of Safari on iPhone' }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    expect((await elsewhere.request.get('/api/v1/me')).status()).toBe(401)
  })

  await test.step('password', async () => {
    const form = page.getByRole('form', { name: 'Password' })
    const fill = async (current: string, again = next.password) => {
      await form.getByLabel('Current password').fill(current)
      await form.getByLabel('New password', { exact: true }).fill('another one for 916')
      await form.getByLabel('New password again').fill(again)
      await form.getByRole('button', { name: 'Change password' }).click()
    }
    await fill(account.password, 'something else')
    await expect(form.getByText('Passwords do not match')).toBeVisible()
    await fill('not the password', 'another one for 916')
    await expect(form.getByText('The current password is wrong.')).toBeVisible()
    await fill(account.password, 'another one for 916')
    await expect(page.getByText('You were signed out everywhere else.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Sessions' })).toBeVisible()
    expect(await signInElsewhere(account.password)).toBe(401)
    expect(await signInElsewhere('another one for 916')).toBe(200)
  })
  await elsewhere.close()
})

test('downloads all data, then deletes the account for good', { tag: '@long' }, async ({ page, account, watch }) => {
  watch.expectProblem(/^HTTP 40[13] (POST|GET) \/api\//)
  await openSlideshow(page, { topic: 'basil diary', slides: 2 })
  await openSettings(page)
  // Another user of this browser.
  await page.evaluate(() => {
    localStorage.setItem('ninesixteen.unsaved.p/t', JSON.stringify({ owner: 'somebody-else' }))
    localStorage.setItem('ninesixteen.generator.somebody-else', '{}')
    localStorage.setItem('ninesixteen.unsaved.p/u', '{}')
  })

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
  expect(download.suggestedFilename()).toMatch(/^ninesixteen-\d{4}-\d\d-\d\d\.zip$/)
  const bytes = await readFile(await download.path())
  // Nothing in it is packed, so that what is in it can be read.
  expect(bytes.toString('latin1')).toContain('"title": "basil diary"')
  expect(bytes.toString('latin1')).toContain(account.email)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText(`Are you sure you want to delete the account of ${account.email}?`)
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await dialog.getByLabel('Password').fill(account.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('status').filter({ hasText: 'Your account and everything in it was deleted.' })).toBeVisible()
  const left = await page.evaluate(async () => [
    ...Object.keys(localStorage).filter((key) => key !== 'ninesixteen.theme'),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ])
  expect(left.toSorted(), 'nothing of the person is left on the device').toEqual([
    'ninesixteen.generator.somebody-else',
    'ninesixteen.unsaved.p/t',
  ])

  await page.goto('/auth')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible()
})

test('the account settings are accessible', { tag: '@long' }, async ({ member: page }) => {
  await openSettings(page)
  await expect(page.getByText('This browser')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete account' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'deleting the account')
})
