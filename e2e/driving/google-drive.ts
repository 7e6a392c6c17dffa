import { expect, type Locator, type Page } from '@playwright/test'

const control = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}/_control`

/** Queues a fault of the sandbox Google for the next request whose address contains `path`. */
export type GoogleFault =
  | { kind: '401' | '403' | '500' | 'dropped'; path?: string }
  | { kind: 'error'; status: number; code: string; path?: string }
  | { kind: 'slow'; ms: number; path?: string }
  | { kind: 'cut-upload'; at: number }

async function requestControl<T>(path: string, method: string, body?: unknown): Promise<T> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(control + path, { method, ...json })
  if (!reply.ok) throw new Error(`The sandbox refuses ${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

export async function nextGoogleRequests(...next: GoogleFault[]): Promise<void> {
  await requestControl('/faults', 'POST', { provider: 'google', next })
}

/** Lets that many seconds pass at the providers. */
export async function advanceClock(seconds: number): Promise<void> {
  await requestControl('/clock', 'POST', { advance: seconds })
}

/** Revokes access, as users do on their Google account page. */
export async function revokePermission(account: string): Promise<void> {
  await requestControl('/google/revoke', 'POST', { account })
}

export interface FileAtGoogle {
  id: string
  name: string
  mimeType: string
  parents: string[]
  account: string
  size: number
  sha256: string
}

export async function googleFiles(): Promise<FileAtGoogle[]> {
  return (await requestControl<{ files: FileAtGoogle[] }>('/google/files', 'GET')).files
}

/** Every token that Google gave out: secrets that must be readable nowhere. */
export async function googleTokens(): Promise<string[]> {
  return (await requestControl<{ tokens: string[] }>('/google/tokens', 'GET')).tokens
}

interface GoogleRequest {
  method: string
  path: string
  body: Record<string, string> | null
}

export async function googleRequests(path: string): Promise<GoogleRequest[]> {
  const { requests } = await requestControl<{ requests: GoogleRequest[] }>('/requests?provider=google', 'GET')
  return requests.filter((request) => request.path.includes(path))
}

/** The part of the settings that is about Drive. */
export function driveCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Google Drive' })
}

export async function openDriveSettings(page: Page): Promise<Locator> {
  await page.goto('/settings?tab=accounts')
  const card = driveCard(page)
  await expect(card).toBeVisible()
  return card
}

interface Consent {
  account?: string
  /** False unticks Drive. */
  drive?: boolean
  decision?: 'Allow' | 'Deny'
}

/** From the button in the settings to the page that Google sends back to. */
export async function consent(
  page: Page,
  { account = 'sandy@example.com', drive = true, decision = 'Allow' }: Consent = {},
): Promise<void> {
  const card = await openDriveSettings(page)
  await card.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { name: /asks for access to your Google account/ })).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(account) }).check()
  await page.getByRole('checkbox', { name: /Drive/ }).setChecked(drive)
  await page.getByRole('button', { name: decision }).click()
}

export async function connectDrive(page: Page, account = 'sandy@example.com'): Promise<void> {
  await consent(page, { account })
  await expect(page.getByRole('heading', { name: 'Successfully Connected' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings/)
  await expect(driveCard(page).getByText(`Connected as ${account}`)).toBeVisible()
}
