import type { Page } from '@playwright/test'
import { freshCredentials } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn } from './driving/journey.ts'
import { signInAsOperator } from './driving/operator.ts'
import { testWith } from './driving/own-product.ts'

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
}

const invitations = (page: Page) => page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')

/** Sign-up is closed here for a while, which the shared product must not be. */
const test = testWith({ OPERATORS: 'operator@example.org', BILLING: 'off' })

test(
  'the operator invites a user, who joins by the link, and locks them out',
  { tag: '@long' },
  async ({ page, context, browser, baseURL, extraHTTPHeaders, watch }) => {
    // The open page of a locked user sends one more request.
    watch.expectProblem(/^HTTP 40[13] (POST|GET) \/api\/(auth\/sign-(in|up)\/email|events|v1\/)/)
    await signInAsOperator(context.request, baseURL)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const guest = freshCredentials()
    const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders })
    await watch.over(elsewhere)
    const theirs = await elsewhere.newPage()

    await test.step('the page is in the menu of operators, and nowhere for others', async () => {
      await page.goto('/content_studio')
      await page.getByRole('button', { name: 'operator', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Operator' }).click()
      await expect(page.getByRole('heading', { name: 'Operator', level: 1 })).toBeVisible()
      await theirs.goto('/operator')
      await expect(theirs.getByText('Page not found')).toBeVisible()
    })

    await test.step('sign-up is for invited users', async () => {
      await openTab(page, 'Settings')
      await page.getByRole('combobox', { name: 'Who can sign up' }).click()
      await page.getByRole('option', { name: /By invitation/ }).click()
      await expect(page.getByText('Sign-up changed')).toBeVisible()
      await theirs.goto('/auth')
      await theirs.getByRole('button', { name: 'Sign Up' }).click()
      await expect(theirs.getByText('You need an invitation to sign up here.')).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'the operator’s settings')
    })

    const link = await test.step('an address is invited, and its link copied', async () => {
      await openTab(page, 'Invitations')
      await page.getByLabel('Email').fill(guest.email)
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const row = invitations(page).filter({ hasText: guest.email })
      await expect(row).toContainText('Waiting')
      await row.getByRole('button', { name: `Copy link for ${guest.email}` }).click()
      await expect(page.getByText('Link copied')).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'the invitations')
      return page.evaluate(() => navigator.clipboard.readText())
    })

    await test.step('with the link an account is made, for that address', async () => {
      await theirs.goto(link)
      await expect(theirs.getByText(`You are invited as ${guest.email}.`)).toBeVisible()
      await expect(theirs.getByLabel('Email')).toHaveValue(guest.email)
      await expectAccessibleIn(theirs, EVERY_VIEWPORT, 'an invitation')
      await theirs.getByLabel('Password', { exact: true }).fill(guest.password)
      await theirs.getByLabel('Confirm Password', { exact: true }).fill(guest.password)
      await theirs.getByRole('button', { name: 'Create Account' }).click()
      await expect(theirs).not.toHaveURL(/\/auth/)
      await page.reload()
      await expect(invitations(page).filter({ hasText: guest.email })).toContainText('Joined')
    })

    await test.step('they are found and locked', async () => {
      await openTab(page, 'Users')
      await page.getByLabel('Search users').fill(guest.email)
      const users = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
      await expect(users).toHaveCount(1)
      await page.getByRole('button', { name: `Actions for ${guest.email}` }).click()
      await page.getByRole('menuitem', { name: 'Lock' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
      await expect(users).toContainText('Locked since')
      await page.getByLabel('Search users').fill('')
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'the people')
    })

    await test.step('they are out, and told so when they sign in', async () => {
      await theirs.goto('/content_studio')
      await expect(theirs).toHaveURL(/\/auth/)
      await theirs.getByLabel('Email').fill(guest.email)
      await theirs.getByLabel('Password', { exact: true }).fill(guest.password)
      await theirs.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(theirs.getByText('This account is locked. Contact the operator of this server.')).toBeVisible()
    })

    await test.step('the log has the actions, and the state of the instance is shown', async () => {
      await openTab(page, 'Log')
      const log = page.getByRole('list', { name: 'Operator log' }).getByRole('listitem')
      await expect(log.first()).toContainText(`Locked ${guest.email}`)
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'the log')
      await openTab(page, 'State')
      await expect(page.getByText(/are free\./)).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'the state of the instance')
    })
  },
)
