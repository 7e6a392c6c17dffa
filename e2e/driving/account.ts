import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, request, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { productOrigin } from './product.ts'

export interface Account {
  email: string
  password: string
}

const root = join(import.meta.dirname, '..', '..')

/** Credentials nobody else uses. */
export function freshCredentials(): Account {
  return { email: `creator-${randomUUID().slice(0, 8)}@example.com`, password: 'vertical slides 916' }
}

/** Gives or takes the Pro plan as the operator does: npm run plan -- grant EMAIL ... */
export async function setPlan(action: 'grant' | 'revoke', ...emails: string[]): Promise<void> {
  const env = { ...process.env, PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, SANDBOX_PORT: process.env.E2E_SANDBOX_PORT }
  await promisify(execFile)(process.execPath, [join(root, 'server', 'src', 'plan.ts'), action, ...emails], { cwd: root, env })
}

async function signUpOverHttp(over: APIRequestContext): Promise<Account> {
  const account = freshCredentials()
  const name = account.email.split('@')[0]
  const reply = await over.post('/api/auth/sign-up/email', { data: { ...account, name } })
  expect(reply.status(), await reply.text()).toBe(200)
  return account
}

interface Ready {
  account: Account
  over: APIRequestContext
}

/** Accounts on the Pro plan that nobody has used yet, with their sessions: the operator's command takes long, so it grants several at once. */
const ready: Ready[] = []
const MADE_AT_ONCE = 6
let made = 0

async function makeReady(): Promise<void> {
  const fresh = await Promise.all(
    Array.from({ length: MADE_AT_ONCE }, async (): Promise<Ready> => {
      made += 1
      // From an address of its own each: one must not use up another's share of the rate limits.
      const address = `10.251.${Math.floor(made / 250)}.${made % 250}`
      const headers = { 'x-forwarded-for': address }
      const over = await request.newContext({ baseURL: productOrigin(), extraHTTPHeaders: headers })
      return { account: await signUpOverHttp(over), over }
    }),
  )
  await setPlan('grant', ...fresh.map(({ account }) => account.email))
  ready.push(...fresh)
}

/** A new account whose session is in the browser, for the journeys that are about something else. */
export async function newAccount(context: BrowserContext, { pro }: { pro: boolean }): Promise<Account> {
  if (!pro) return signUpOverHttp(context.request)
  if (ready.length === 0) await makeReady()
  const next = ready.shift()
  if (!next) throw new Error('No account could be made')
  await context.addCookies((await next.over.storageState()).cookies)
  await next.over.dispose()
  return next.account
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
