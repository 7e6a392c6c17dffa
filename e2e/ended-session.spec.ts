import type { Page } from '@playwright/test'
import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Ninesixteen' })
const bar = (page: Page) => page.getByRole('banner')

test.beforeEach(({ watch }) => {
  watch.expectProblem(/^HTTP 401 /)
})

test(
  'an idle page notices the end of its session, and signing in in one tab closes the dialog in all',
  { tag: '@long' },
  async ({ account, page, context }) => {
    await page.clock.install()
    await page.goto('/settings?tab=general')
    await expect(page.getByText('No company yet')).toBeVisible()
    const beside = await context.newPage()
    await beside.goto('/settings?tab=appearance')
    await expect(beside.getByRole('switch', { name: 'Dark Mode' })).toBeVisible()

    // A page that comes to the front asks at once; only then is it idle. Asked later, the end would be noticed by that and not by the tick.
    const looked = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/me') && reply.ok())
    await page.bringToFront()
    await looked
    const response = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/me') && reply.status() === 401)
    await context.clearCookies()
    await page.clock.runFor(30_000)
    await response
    await page.clock.runFor(1000)
    await expect(modal(page).getByText('Your session has ended.')).toBeVisible()
    await expect(modal(page).getByLabel('Email')).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(bar(page).getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(bar(page).getByText(account.email.split('@')[0] ?? '')).toBeHidden()
    await expect(bar(page).getByRole('button', { name: 'Sign out' })).toBeHidden()
    const looks = viewportsOf({ width: 1440, height: 900 }, { width: 390, height: 844 })
    await expectAccessibleIn(page, looks, 'a shell without a session')
    await page.setViewportSize({ width: 1440, height: 900 })
    await bar(page).getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(modal(page)).toBeVisible()
    await page.keyboard.press('Escape')

    // Dismissed, it comes back with the next call, which waits.
    await page.getByRole('button', { name: 'Add Company' }).first().click()
    await page.getByLabel('Company name').fill('Kept Candles')
    await page.getByRole('button', { name: 'Create Company' }).click()
    await expect(modal(page)).toBeVisible()

    // Looked at, it asks by itself.
    await beside.bringToFront()
    await expect(modal(beside)).toBeVisible()
    await modal(beside).getByLabel('Email').fill(account.email)
    await modal(beside).getByLabel('Password', { exact: true }).fill(account.password)
    await modal(beside).getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(modal(beside)).toBeHidden()
    await expect(modal(page)).toBeHidden()
    await expect(page.getByRole('list', { name: 'Companies' }).getByText('Kept Candles')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Sign out' })).toBeVisible()
  },
)
