import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { decide, openAccounts, type PlatformName } from './platforms.ts'
import { fromPageOf } from './product.ts'

/** What each platform's own rules want to be chosen for a post. */
const OPTIONS: Record<PlatformName, (account: string) => Record<string, unknown>> = {
  tiktok: () => ({ platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true }),
  tumblr: (account) => ({ platform: 'tumblr', blog: account }),
}

export interface Connected {
  platform: PlatformName
  accountId: string
  username: string
}

/** Connects an account of the sandbox, from the settings to the consent page and back. */
export async function connectAccount(page: Page, platform: PlatformName, account: string): Promise<Connected> {
  await openAccounts(page)
  const label = { tiktok: 'TikTok', tumblr: 'Tumblr' }[platform]
  const button = { tiktok: 'Add Account', tumblr: 'Connect' }[platform]
  await page
    .getByRole('region', { name: `${label} accounts` })
    .getByRole('button', { name: button, exact: true })
    .click()
  if (platform === 'tiktok') await page.getByRole('button', { name: 'Connect TikTok Account' }).click()
  await decide(page, { account, allow: true })
  await expect(page.getByRole('heading', { name: 'Successfully Connected' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const accounts: Connected[] = await (await page.context().request.get('/api/v1/accounts')).json()
  const found = accounts.find((one) => one.platform === platform)
  if (!found) throw new Error(`${account} is not connected`)
  return found
}

export interface Order {
  projectId: string
  account: Connected
  /** A moment, `now`, or null for a draft. */
  at: string | null
  caption?: string
  description?: string
  kind?: 'slides' | 'video'
  /** In place of what is chosen for the platform otherwise. */
  options?: Record<string, unknown>
}

/** Schedules a slideshow over HTTP and gives the id of the post. */
export async function schedule(
  page: Page,
  { projectId, account, at, caption = '', description = '', kind = 'slides', options }: Order,
): Promise<string> {
  const { request } = page.context()
  const headers = await fromPageOf(request)
  const project: { version: number } = await (await request.get(`/api/v1/projects/${projectId}`)).json()
  const { platform, accountId, username } = account
  const data = {
    requestId: randomUUID(),
    projectId,
    projectVersion: project.version,
    kind,
    film: kind === 'video' ? { seconds: 1, crossFade: false } : null,
    targets: [{ platform, accountId, options: options ?? OPTIONS[platform](username) }],
    scheduledTime: at,
    timeZone: 'UTC',
    caption,
    description,
  }
  const made = await request.post('/api/v1/scheduled-posts', { headers, data })
  expect(made.status(), await made.text()).toBe(201)
  const { posts }: { posts: { id: string }[] } = await made.json()
  const [post] = posts
  if (!post) throw new Error('Nothing was scheduled')
  return post.id
}
