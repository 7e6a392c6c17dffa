import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, request, type BrowserContext, type Page } from '@playwright/test'
import { grantPlan } from './operator.ts'
import { apiHeaders, productOrigin } from './product.ts'

export interface Account {
  email: string
  password: string
}

const root = join(import.meta.dirname, '..', '..')

/** Unique credentials. */
export function freshCredentials(): Account {
  return { email: `creator-${randomUUID().slice(0, 8)}@example.com`, password: 'vertical slides 916' }
}

/** Gives or takes the Pro plan as the operator does: npm run plan -- grant EMAIL ... */
export async function setPlan(action: 'grant' | 'revoke', ...emails: string[]): Promise<void> {
  const env = { ...process.env, PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, SANDBOX_PORT: process.env.E2E_SANDBOX_PORT }
  await promisify(execFile)(process.execPath, [join(root, 'server', 'src', 'cli', 'plan.ts'), action, ...emails], { cwd: root, env })
}

let count = 0

/** Signs up a new account in the browser, for journeys about something else. Replaces the browser's session. */
export async function newAccount(context: BrowserContext, { pro, look }: { pro: boolean; look?: 'classic' }): Promise<Account> {
  count += 1
  // From an address of its own: one must not use up another's share of the rate limits.
  const extraHTTPHeaders = { 'x-forwarded-for': `10.251.${1 + Math.floor(count / 250)}.${count % 250}` }
  const over = await request.newContext({ baseURL: productOrigin(), extraHTTPHeaders })
  const account = freshCredentials()
  const reply = await over.post('/api/auth/sign-up/email', { data: { ...account, name: account.email.split('@')[0] } })
  expect(reply.status(), await reply.text()).toBe(200)
  const { user }: { user: { id: string } } = await reply.json()
  if (pro) await grantPlan(user.id)
  if (look) expect((await over.patch('/api/v1/me/settings', { headers: await apiHeaders(over), data: { look } })).status()).toBe(200)
  await context.addCookies((await over.storageState()).cookies)
  await over.dispose()
  return account
}

export async function signUp(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
