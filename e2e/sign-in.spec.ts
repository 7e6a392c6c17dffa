import type { Response } from '@playwright/test'
import { freshCredentials, newAccount, setPlan, signIn, signUp } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'

test('validates the form in the specified order before sending a request', async ({ page }) => {
  const sent: string[] = []
  // The browser is asked for passkeys before anything is typed; what is typed stays here.
  page.on('request', (request) => request.method() === 'POST' && !request.url().includes('/passkey/') && sent.push(request.url()))
  await page.goto('/auth')
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await submit.click()
  await expect(page.getByText('Please fill in all fields')).toBeVisible()

  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await submit.click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()

  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Email').fill('abc')
  await page.getByLabel('Password', { exact: true }).fill('vertical slides 916')
  await page.getByLabel('Confirm Password', { exact: true }).fill('vertical slides 916')
  await create.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  expect(sent).toEqual([])
})

test('reports a wrong password and a taken address, and keeps the input', async ({ page, context, watch }) => {
  watch.expectProblem(/^HTTP 401 POST \/api\/auth\/sign-in\/email$/)
  watch.expectProblem(/^HTTP 422 POST \/api\/auth\/sign-up\/email$/)
  const account = await newAccount(context, { pro: false })
  await context.clearCookies()

  await signIn(page, { ...account, password: 'not the password' })
  await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)

  await signUp(page, account)
  await expect(page.getByText('An account with this email already exists. Please sign in instead.')).toBeVisible()
})

test('keeps text typed before hydration', async ({ page, context }) => {
  const { email, password } = await newAccount(context, { pro: true })
  await context.clearCookies()
  const held = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  held.resolve()
  await expect(page.getByRole('button', { name: 'Continue with the demo account' })).toBeVisible()
  await page.waitForLoadState()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/content_studio$/)
})

test('shows and hides passwords', async ({ page }) => {
  await page.goto('/auth')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('vertical slides 916')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('the guard sends a visitor to /auth, a free account to /pricing, and lets Pro in', { tag: '@long' }, async ({ page, context }) => {
  for (const path of ['/content_studio', '/photo_library', '/photos', '/post_scheduler', '/settings', '/account']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
  }
  const account = freshCredentials()
  await signUp(page, account)
  await expect(page).toHaveURL(/\/pricing$/)

  // Their data stays available without a plan.
  await page.getByRole('banner').getByRole('button', { expanded: false }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeEnabled()
  await page.goBack()

  await setPlan('grant', account.email)
  // The page that shows the plan learns of it by itself.
  await expect(page).toHaveURL(/\/content_studio$/)
  await page.goto('/account')
  await expect(page).toHaveURL(/\/settings\?tab=account$/)
  // The studio's first requests are answered before the plan ends.
  const isOf = (name: string) => (response: Response) => new URL(response.url()).pathname === `/api/v1/${name}`
  const requested = Promise.all(['accounts', 'companies', 'ideas/page', 'projects'].map((name) => page.waitForResponse(isOf(name))))
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/content_studio$/)
  await requested

  await setPlan('revoke', account.email)
  // So does the studio.
  await expect(page).toHaveURL(/\/pricing$/)
  await context.clearCookies()
})

test('the server rejects protected requests: 401 without a session, 403 without Pro', async ({ request, context }) => {
  const calls = ['/api/v1/projects', '/api/v1/companies', '/api/v1/media']
  for (const path of calls) expect((await request.get(path)).status(), path).toBe(401)
  expect((await request.post('/api/generate', { data: { topic: 'tea', contentType: 'numbered-list' } })).status()).toBe(401)

  await newAccount(context, { pro: false })
  for (const path of calls) expect((await context.request.get(path)).status(), path).toBe(403)
  const headers = await apiHeaders(context.request)
  const data = { topic: 'tea', contentType: 'numbered-list' }
  expect((await context.request.post('/api/generate', { headers, data })).status()).toBe(403)
})
