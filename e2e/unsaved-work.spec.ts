import type { BrowserContext, Page } from '@playwright/test'
import { newAccount, type Account } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { openSlideshow, stage, textBoxes, topicField } from './driving/studio.ts'

/** Unsaved work stays its user's when the session ends, or when another user signs in. */

const modal = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Ninesixteen' })

async function signInInModal(page: Page, { email, password }: Account): Promise<void> {
  await modal(page).getByLabel('Email').fill(email)
  await modal(page).getByLabel('Password', { exact: true }).fill(password)
  await modal(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Another user with an account here, without a session in this browser. */
async function somebodyElse(context: BrowserContext): Promise<Account> {
  const mine = await context.cookies()
  const other = await newAccount(context, { pro: true })
  await context.clearCookies()
  await context.addCookies(mine)
  return other
}

const takenOver = (page: Page, { email }: Account) => page.getByRole('status').filter({ hasText: `You are signed in as ${email}.` })
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Your unsaved work' })

async function signOutAndBackIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(topicField(page)).toBeVisible()
}

test.beforeEach(({ watch }) => {
  watch.expectProblem(/^HTTP 401 /)
})

test(
  'a pending company is not created for another user, and is offered to its user again',
  { tag: '@long' },
  async ({ account, page, context }) => {
    const other = await somebodyElse(context)
    await page.goto('/settings?tab=general')
    await page.getByRole('button', { name: 'Add Company' }).first().click()
    await page.getByLabel('Company name').fill('Secret company')
    await page.getByLabel('Description').fill('nobody knows of it')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Create Company' }).click()
    await expect(modal(page).getByText('Your session has ended.')).toBeVisible()
    await expect(modal(page).getByRole('button', { name: /demo account/ })).toBeHidden()
    await signInInModal(page, other)

    await expect(takenOver(page, other)).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a page that was somebody else’s')
    await page.goto('/settings?tab=general')
    await expect(page.getByText('No company yet')).toBeVisible()
    await expect(page.getByText('Secret company')).toBeHidden()
    await expect(offer(page)).toBeHidden()

    await signOutAndBackIn(page, account)
    await offer(page).getByRole('link', { name: 'Open company' }).click()
    await expect(page.getByLabel('Company name')).toHaveValue('Secret company')
    await expect(page.getByLabel('Description')).toHaveValue('nobody knows of it')
    await page.getByRole('button', { name: 'Create Company' }).click()
    await expect(page.getByRole('list', { name: 'Companies' }).getByText('Secret company')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('list', { name: 'Companies' }).getByText('Secret company')).toBeVisible()
    await expect(offer(page)).toBeHidden()
  },
)

test(
  'a pending photo is not uploaded for another user, and is offered to its user again',
  { tag: '@long' },
  async ({ account, page, context }) => {
    const other = await somebodyElse(context)
    await page.goto('/photos')
    await expect(page.getByText('No photos yet')).toBeVisible()
    await context.clearCookies()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([greyPng('secret.png', { width: 540, height: 960 })])
    await expect(modal(page)).toBeVisible()
    await signInInModal(page, other)

    await expect(takenOver(page, other)).toBeVisible()
    await expect(page.getByText('No photos yet')).toBeVisible()

    await signOutAndBackIn(page, account)
    await offer(page).getByRole('link', { name: 'Open photos' }).click()
    await expect(page.getByText('secret.png')).toBeVisible()
    await page.getByRole('button', { name: 'Retry secret.png' }).click()
    await expect(page.getByRole('img', { name: 'secret.png' })).toBeVisible()
  },
)

test(
  'a pending slideshow is not generated for another user, and its topic is restored',
  { tag: '@long' },
  async ({ account, studio: page, context }) => {
    const other = await somebodyElse(context)
    await topicField(page).fill('5 secret things')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    await expect(modal(page)).toBeVisible()
    await signInInModal(page, other)

    await expect(takenOver(page, other)).toBeVisible()
    await expect(topicField(page)).toHaveValue('')
    await expect(page.getByRole('region', { name: /^Recent Slideshows/ }).getByRole('listitem')).toHaveCount(0)

    await signOutAndBackIn(page, account)
    await expect(topicField(page)).toHaveValue('5 secret things')
  },
)

test('unsaved changes of a slideshow stay for their user', { tag: '@long' }, async ({ account, page, context }) => {
  const other = await somebodyElse(context)
  await openSlideshow(page, { topic: '3 secret things', slides: 3 })
  await context.clearCookies()
  await textBoxes(page).first().dblclick()
  const field = stage(page).getByRole('textbox', { name: /^Text of Text box 1/ })
  await field.fill('a secret line')
  await field.press('Enter')
  await expect(modal(page)).toBeVisible()
  await signInInModal(page, other)

  await expect(takenOver(page, other)).toBeVisible()
  await expect(page).toHaveURL(/\/content_studio$/)
  await expect(page.getByText('a secret line')).toBeHidden()
  await expect(page.getByRole('region', { name: /^Recent Slideshows/ }).getByRole('listitem')).toHaveCount(0)

  await signOutAndBackIn(page, account)
  await offer(page).getByRole('link', { name: 'Open slideshow' }).click()
  await expect(stage(page).getByRole('button', { name: 'Text box 1: a secret line', exact: true })).toBeVisible()
})

test('an action begun in one window is not done for a user who signed in in another', async ({ member: page, context, watch }) => {
  watch.expectProblem(/^HTTP 409 /)
  const other = await somebodyElse(context)
  await page.goto('/settings?tab=general')
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  await page.getByLabel('Company name').fill('Company of the first window')

  // Beside the page, so that it hears nothing of it: its next call meets the other one's session.
  await context.clearCookies()
  const origin = new URL(page.url()).origin
  const replied = await context.request.post('/api/auth/sign-in/email', { headers: { origin }, data: other })
  expect(replied.status()).toBe(200)
  await page.getByRole('button', { name: 'Create Company' }).click()

  await expect(takenOver(page, other)).toBeVisible()
  await page.goto('/settings?tab=general')
  await expect(page.getByText('No company yet')).toBeVisible()
})

test('a window notices at once that another user signed in in another window', { tag: '@long' }, async ({ member: page, context }) => {
  const other = await somebodyElse(context)
  await page.goto('/content_studio')
  await expect(topicField(page)).toBeVisible()
  await context.clearCookies()
  const second = await context.newPage()
  await second.goto('/auth')
  await second.evaluate(() => localStorage.removeItem('ninesixteen.signed-in'))
  await second.reload()
  await second.getByLabel('Email').fill(other.email)
  await second.getByLabel('Password', { exact: true }).fill(other.password)
  await second.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(topicField(second)).toBeVisible()
  await expect(takenOver(page, other)).toBeVisible()
})

test('signing in in one window resumes the session in both', { tag: '@long' }, async ({ account, page, context }) => {
  await page.goto('/settings?tab=general')
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  await page.getByLabel('Company name').fill('Harbour Cafe')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create Company' }).click()
  await expect(modal(page)).toBeVisible()
  const second = await context.newPage()
  await second.goto('/auth')
  await second.getByLabel('Email').fill(account.email)
  await second.getByLabel('Password', { exact: true }).fill(account.password)
  await second.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(modal(page)).toBeHidden()
  await expect(page.getByRole('list', { name: 'Companies' }).getByText('Harbour Cafe')).toBeVisible()
})
