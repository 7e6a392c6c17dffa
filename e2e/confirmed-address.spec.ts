import { EVERY_VIEWPORT, expect, expectAccessibleIn } from './driving/journey.ts'
import { freshCredentials, signIn, signUp } from './driving/account.ts'
import { linkIn, testWith } from './driving/own-product.ts'
import { stripSlides } from './driving/studio.ts'

/** Where addresses are confirmed: from the first mail to another password and another address. */
const test = testWith({ CONFIRM_EMAIL: 'on', BILLING: 'off' })

const sentAgain = 'Please check your email for a confirmation link'

test(
  'a user confirms the account, resets the password and changes the address by email',
  { tag: '@long' },
  async ({ page, context, product, watch }) => {
    watch.expectProblem(/^HTTP 40[013] (POST|GET) \/(api\/(auth\/|v1\/|events)|functions\/)/)
    const account = freshCredentials()

    await test.step('sign up, and wait for the mail', async () => {
      await signUp(page, account)
      await expect(page.getByText(sentAgain)).toBeVisible()
      await expect(page).toHaveURL(/\/auth$/)
      await signIn(page, account)
      await expect(page.getByText(sentAgain)).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'an address that waits')
      await page.getByRole('button', { name: 'Send it again' }).click()
      await expect(page.getByText('We sent it again.')).toBeVisible()
    })

    await test.step('the link signs in, once', async () => {
      const link = await linkIn(product, account.email, 'Confirm your email')
      await page.goto(link)
      await expect(page).toHaveURL(/\/content_studio$/)
      await context.clearCookies()
      await page.goto(link)
      await expect(page).toHaveURL(/\/auth$/)
      await page.goto(link.replace(/token=.*/, 'token=made-up'))
      await expect(page.getByText('This confirmation link did not work')).toBeVisible()
    })

    const password = 'a new one for 916'
    await test.step('a forgotten password', async () => {
      await page.goto('/auth')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
      await page.getByLabel('Email').fill(account.email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByText('If there is an account with this address')).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'asking for a new password')
      const link = await linkIn(product, account.email, 'Set a new password')
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill('iloveyou')
      await page.getByLabel('New password again', { exact: true }).fill('iloveyou')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByText('This password is one of the most common ones')).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'setting a new password')
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('New password again', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
      expect(page.url()).not.toContain('token')
      await signIn(page, { ...account, password })
      await expect(page).toHaveURL(/\/content_studio$/)
    })

    const next = freshCredentials().email
    await test.step('another address, approved at the old one and confirmed at the new one', async () => {
      await page.goto('/settings?tab=account')
      const form = page.getByRole('form', { name: 'Email' })
      await form.getByLabel('Email').fill(next)
      await form.getByLabel('Password').fill(password)
      await form.getByRole('button', { name: 'Change email' }).click()
      await expect(page.getByText(`${next} replaces ${account.email} once both are confirmed.`)).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'an address that waits for both')
      const mailbox = await context.newPage()
      await mailbox.goto(await linkIn(product, account.email, 'Approve a new address'))
      await expect(mailbox.getByText(next)).toBeVisible()
      await expectAccessibleIn(mailbox, EVERY_VIEWPORT, 'a change of address')
      await mailbox.getByRole('button', { name: 'Approve' }).click()
      await expect(mailbox.getByText('You approved the change.')).toBeVisible()
      await mailbox.goto(await linkIn(product, next, 'Confirm your new address'))
      await mailbox.getByRole('button', { name: 'Confirm' }).click()
      await expect(mailbox.getByText('Your address was changed')).toBeVisible()
      await mailbox.close()
      await page.reload()
      await expect(page.getByRole('form', { name: 'Email' }).getByLabel('Email')).toHaveValue(next)
    })

    await test.step('signing out in one window signs out in the others', async () => {
      const other = await context.newPage()
      await other.goto('/content_studio')
      await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()
      await page.goto('/content_studio')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/\/auth$/)
      await expect(other).toHaveURL(/\/auth$/)
      await signIn(page, { email: next, password })
      await expect(page).toHaveURL(/\/content_studio$/)
      await expect(other).toHaveURL(/\/content_studio$/)
    })
  },
)

test('a visitor who signs up on /try opens the slideshow by the link in the email', async ({ page, browser, product }) => {
  test.setTimeout(180_000)
  const { email, password } = freshCredentials()
  const form = page.getByRole('form', { name: 'Keep it: create your account' })
  const waiting = page.getByRole('region', { name: 'Confirm your email' })

  await page.goto('/try')
  await page.getByRole('textbox', { name: 'What is your slideshow about?' }).fill('4 quiet ways to start the day')
  await page.getByRole('button', { name: 'Make slides' }).click()
  await form.getByLabel('Email').fill(`not-${email}`)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Create account and keep it' }).click()
  await expect(waiting.getByText(sentAgain)).toBeVisible()
  await expect(form).toBeHidden()
  // A typing mistake is put right.
  await waiting.getByRole('button', { name: 'Use another address' }).click()
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Create account and keep it' }).click()
  await expect(waiting.getByText(email, { exact: true })).toBeVisible()
  await expect(waiting.getByText('This server sends no mail. Its operator can find the message in the outbox.')).toBeVisible()
  await waiting.getByRole('button', { name: 'Send it again' }).click()
  await expect(waiting.getByText('We sent it again.')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a sign-up that waits')

  // In the browser of the mail program, which knows nothing of the first one.
  const elsewhere = await browser.newContext({ baseURL: product.origin })
  const opened = await elsewhere.newPage()
  await opened.goto(await linkIn(product, email, 'Confirm your email'))
  await expect(opened).toHaveURL(/\/content_studio\?project=/)
  await expect(stripSlides(opened)).toHaveCount(5)
  await elsewhere.close()
})
