import { newAccount } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessible, expectAccessibleIn, test } from './driving/journey.ts'
import { triggerScenario, openCheckout, openPortal, tabOf } from './driving/payments.ts'
import { connectAccount, schedule } from './driving/posts.ts'
import { openProject } from './driving/projects.ts'
import { resetSandbox } from './driving/sandbox.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test.beforeEach(({ watch }) => {
  // The pages of payment are the sandbox's, not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\//)
})
test.afterEach(() => resetSandbox())

test('a card is declined, another one pays, and the waiting page continues to the studio', async ({ page, context, watch }) => {
  await newAccount(context, { pro: false })
  watch.expectProblem(/^HTTP 402 POST \/stripe\/pay\//)
  await page.goto('/pricing')
  const checkout = await openCheckout(page)
  await expectAccessible(checkout, 'the payment page of the sandbox')
  await checkout.getByRole('button', { name: 'Card declined' }).click()
  await expect(checkout.getByRole('alert')).toContainText('Your card was declined')
  await expect(page.getByText('Waiting for your payment')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the plan, while its payment is waited for')
  await checkout.getByRole('button', { name: 'Pay $20.00' }).click()
  await expect(page).toHaveURL(/\/content_studio/)
  await expect(checkout).toHaveURL(/\/pricing\?paid=/)
  await expect(checkout.getByText(/is on the Pro plan\. It renews on .* for \$20\.00/)).toBeVisible()
})

test('holds posts while the plan has ended, and resumes them with the next one', { tag: '@long' }, async ({ page, context, watch }) => {
  // The calendar is notified of its held post, asks for it, and is refused while the page is left.
  watch.expectProblem(/^HTTP 403 GET \/api\/v1\/scheduled-posts/)
  const { email } = await newAccount(context, { pro: false })
  await page.goto('/pricing')
  await (await openCheckout(page)).getByRole('button', { name: 'Pay $20.00' }).click()
  await expect(page).toHaveURL(/\/content_studio/)
  const account = await connectAccount(page, 'tumblr', 'sandy')
  const projectId = await openProject(page, { title: 'Held for later', slides: [{ textBoxes: [{ text: 'later' }] }] })
  await schedule(page, { projectId, account, at: new Date(Date.now() + 45 * DAY_MS).toISOString() })
  await page.goto('/post_scheduler')
  const portal = await openPortal(page, email)
  await expectAccessible(portal, 'the portal of the sandbox')

  const banner = page.getByRole('status').filter({ hasText: 'Pro ends on' })
  await test.step('cancelled, it ends with the month, and what will be held is said before', async () => {
    await portal.getByRole('button', { name: 'Cancel at period end' }).click()
    await expect(banner).toContainText('1 scheduled post will be held until you have Pro again.')
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the studio of a plan that ends')
    await portal.getByRole('button', { name: 'Resume' }).click()
    await expect(banner).toHaveCount(0)
  })

  await test.step('after its end, the plan is offered again, with the held posts', async () => {
    await portal.getByRole('button', { name: 'Cancel now' }).click()
    await expect(page).toHaveURL(/\/pricing$/)
    await expect(page.getByText('Your Pro plan has ended. 1 scheduled post is held.')).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the plan after its end')
  })

  await test.step('paid again, the post waits for its time alone', async () => {
    await (await openCheckout(page)).getByRole('button', { name: 'Pay $20.00' }).click()
    await expect(page).toHaveURL(/\/content_studio/)
    const { posts }: { posts: { status: string; detail: string | null }[] } = await (
      await page.context().request.get('/api/v1/scheduled-posts')
    ).json()
    expect(posts.map(({ status, detail }) => [status, detail])).toEqual([['pending', null]])
  })
})

test(
  'a delayed payment opens the studio, and a failed one is reported and can be repeated',
  { tag: '@long' },
  async ({ page, context }) => {
    const { email } = await newAccount(context, { pro: false })
    await page.goto('/pricing')
    const checkout = await openCheckout(page)
    await checkout.getByRole('button', { name: 'Pay later (bank debit)' }).click()
    await expect(checkout.getByText('Waiting for your payment')).toBeVisible()
    await triggerScenario(email, 'debit-arrives')
    await expect(page).toHaveURL(/\/content_studio/)
    await expect(checkout).toHaveURL(/\/content_studio/)

    const portal = await openPortal(page, email)
    await portal.getByRole('button', { name: 'Fail next payment' }).click()
    await expect(portal.getByText('•••• 0341')).toBeVisible()
    await triggerScenario(email, 'renew')
    const banner = page.getByRole('status').filter({ hasText: 'Your last payment did not go through.' })
    await expect(banner).toBeVisible()
    const again = await tabOf(page, () => banner.getByRole('button', { name: 'Update payment' }).click())
    await again.getByRole('button', { name: 'Change card' }).click()
    await again.getByRole('button', { name: 'Pay the open invoice' }).click()
    await expect(banner).toHaveCount(0)
  },
)
