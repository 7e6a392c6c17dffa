import { expect, type Page } from '@playwright/test'

const control = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}/_control`

export type PlatformName = 'tiktok' | 'tumblr' | 'instagram' | 'threads'

async function request<T>(path: string, method: string, body?: unknown): Promise<T> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(control + path, { method, ...json })
  if (!reply.ok) throw new Error(`The sandbox refuses ${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Revokes access, as users do in the settings of their account there. */
export async function revokeAt(platform: PlatformName, account: string): Promise<void> {
  await request(`/${platform}/revoke`, 'POST', { account })
}

/** Creates a sandbox user with this display name, and returns their id. */
export async function createSandboxUser(platform: PlatformName, number: number, title: string): Promise<string> {
  await request(`/${platform}/people`, 'POST', { from: number, title })
  return `maker-${number}`
}

interface Decision {
  account: string
  allow: boolean
  /** A permission that is not given. */
  without?: string
}

/** On the platform's consent page: who, and yes or no. */
export async function decide(page: Page, { account, allow, without }: Decision): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^http://127\\.0\\.0\\.1:${process.env.E2E_SANDBOX_PORT}/`))
  await page.locator(`input[name=account][value=${account}]`).check()
  if (without) await page.locator(`input[name=scope][value="${without}"]`).uncheck()
  await page.getByRole('button', { name: allow ? /^allow/i : /^(deny|cancel)/i }).click()
}

export async function openAccounts(page: Page): Promise<void> {
  await page.goto('/settings?tab=accounts')
  await expect(page.getByRole('heading', { name: 'TikTok accounts' })).toBeVisible()
}

/** From the settings to the consent page and back to the start. */
export async function connectTumblr(page: Page, account: string): Promise<void> {
  await openAccounts(page)
  await page.getByRole('region', { name: 'Tumblr accounts' }).getByRole('button', { name: 'Connect', exact: true }).click()
  await decide(page, { account, allow: true })
  await expect(page.getByRole('heading', { name: 'Successfully Connected' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\?tab=accounts$/)
}
