import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type BrowserContext, type Page } from '@playwright/test'

export interface Account {
  email: string
  password: string
}

const root = join(import.meta.dirname, '..', '..')

/** Credentials nobody else uses. */
export function freshCredentials(): Account {
  return { email: `creator-${randomUUID().slice(0, 8)}@example.com`, password: 'vertical slides 916' }
}

/** Gives or takes the Pro plan as the operator does: npm run plan -- grant EMAIL. */
export async function setPlan(action: 'grant' | 'revoke', email: string): Promise<void> {
  const env = { ...process.env, PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, SANDBOX_PORT: process.env.E2E_SANDBOX_PORT }
  await promisify(execFile)(process.execPath, [join(root, 'server', 'src', 'plan.ts'), action, email], { cwd: root, env })
}

/** Signs up over HTTP, which leaves the session in the browser, for the journeys that are about something else. */
export async function newAccount(context: BrowserContext, { pro }: { pro: boolean }): Promise<Account> {
  const account = freshCredentials()
  const name = account.email.split('@')[0]
  const reply = await context.request.post('/api/auth/sign-up/email', { data: { ...account, name } })
  expect(reply.status(), await reply.text()).toBe(200)
  if (pro) await setPlan('grant', account.email)
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
