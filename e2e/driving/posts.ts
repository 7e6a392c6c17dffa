import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { PlatformName } from './platforms.ts'
import { apiHeaders } from './product.ts'

/** Makes the choices that each platform requires for a post. */
const OPTIONS: Record<PlatformName, (account: string) => Record<string, unknown>> = {
  tiktok: () => ({ platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true }),
  tumblr: (account) => ({ platform: 'tumblr', blog: account }),
  instagram: () => ({ platform: 'instagram', format: '4:5' }),
  threads: () => ({ platform: 'threads' }),
}

export interface Connected {
  platform: PlatformName
  accountId: string
  username: string
}

/** Answers the platform's consent page; returns the callback's parameters, under the product's own names. */
async function consent(url: string, account: string): Promise<{ state: string | null; proof: string | null }> {
  const scopes = new URL(url).searchParams.get('scope')?.split(',') ?? []
  const allowed = scopes.map((scope): [string, string] => ['scope', scope])
  const body = new URLSearchParams([['account', account], ['decision', 'allow'], ...allowed])
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const { searchParams: brought } = new URL(reply.headers.get('location') ?? '')
  return { state: brought.get('state') ?? brought.get('oauth_token'), proof: brought.get('code') ?? brought.get('oauth_verifier') }
}

/** Connects an account of the sandbox over HTTP, for the journeys that are not about connecting. */
export async function connectAccount(page: Page, platform: PlatformName, account: string): Promise<Connected> {
  const { request } = page.context()
  const headers = await apiHeaders(request)
  const post = async <T>(path: string, data: object): Promise<T> => {
    const reply = await request.post(`/api/v1/accounts/${platform}/${path}`, { headers, data })
    expect(reply.status(), await reply.text()).toBe(200)
    return (await reply.json()) as T
  }
  const { url, secret } = await post<{ url: string; secret: string | null }>('begin', { force: true })
  await post('finish', { ...(await consent(url, account)), secret })
  const accounts: Connected[] = await (await request.get('/api/v1/accounts')).json()
  const found = accounts.find((one) => one.platform === platform)
  if (!found) throw new Error(`${account} is not connected`)
  return found
}

export interface ScheduleOptions {
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
  { projectId, account, at, caption = '', description = '', kind = 'slides', options }: ScheduleOptions,
): Promise<string> {
  const { request } = page.context()
  const headers = await apiHeaders(request)
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
  const response = await request.post('/api/v1/scheduled-posts', { headers, data })
  expect(response.status(), await response.text()).toBe(201)
  const { posts }: { posts: { id: string }[] } = await response.json()
  const [post] = posts
  if (!post) throw new Error('Nothing was scheduled')
  return post.id
}
