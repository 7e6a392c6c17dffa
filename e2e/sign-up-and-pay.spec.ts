import { freshCredentials, signUp } from './driving/account.ts'
import { expect, expectAccessible } from './driving/journey.ts'
import { testWith } from './driving/own-product.ts'
import { openCheckout, tabOf } from './driving/payments.ts'

/** Where addresses are confirmed and the plan is sold, as in an instance that is open to all. */
const test = testWith({ CONFIRM_EMAIL: 'on', OPERATORS: 'operator@example.org' })

test(
  'a visitor signs up, confirms the address, pays and enters the studio',
  { tag: '@long' },
  async ({ page, context, product, watch }) => {
    test.setTimeout(180_000)
    // The mailbox and the payment page are the sandbox's, not ours.
    watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\//)
    watch.expectProblem(/^HTTP 403 POST \/api\/auth\//)
    // The accessibility check can't reach into the mail's sandboxed frame.
    watch.expectProblem(/^console\.warning: Failed to execute 'postMessage' on 'DOMWindow'/)
    const account = freshCredentials()

    await test.step('from the home page to an account that waits for its mail', async () => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Start Creating' }).first().click()
      await expect(page).toHaveURL(/\/auth/)
      await signUp(page, account)
      await expect(page.getByText('Please check your email for a confirmation link')).toBeVisible()
    })

    const confirmed = await test.step('the mail is in the mailbox, and its one link signs in', async () => {
      const mailbox = await context.newPage()
      await mailbox.goto(product.control.replace('/_control', '/mail'))
      await mailbox.getByRole('button', { name: /Confirm your email/ }).click()
      const link = mailbox.frameLocator('iframe').getByRole('link', { name: 'Confirm email' })
      await expect(link).toBeVisible()
      await expectAccessible(mailbox, 'the mailbox of the sandbox')
      return tabOf(mailbox, () => link.click())
    })

    await test.step('a plan is to be had, and the studio opens when it is paid for', async () => {
      await expect(confirmed).toHaveURL(/\/pricing/)
      const checkout = await openCheckout(confirmed)
      await expect(checkout.getByLabel('Email')).toHaveValue(account.email)
      await checkout.getByRole('button', { name: 'Pay $20.00' }).click()
      await expect(confirmed).toHaveURL(/\/content_studio/)
      await expect(confirmed.getByText('No slides generated yet')).toBeVisible()
    })
  },
)
