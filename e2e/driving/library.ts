import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { greyPng } from './images.ts'
import { apiHeaders } from './product.ts'

export async function openLibrary(page: Page): Promise<void> {
  await page.goto('/photo_library')
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
}

export const upload = (page: Page) => page.getByLabel(/^Upload photos/)
export const photoNamed = (page: Page, name: string) => page.getByRole('img', { name, exact: true })
export const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

/** Pictures that differ by their size. */
export const photoFiles = (...names: string[]) => names.map((name, index) => greyPng(name, { width: 540 + 20 * index, height: 960 }))

export async function addCompany(context: BrowserContext, name: string): Promise<void> {
  const reply = await context.request.post('/api/v1/companies', { headers: await apiHeaders(context.request), data: { name } })
  expect(reply.status(), await reply.text()).toBe(201)
}

/** Without photos of its own and starter photos, an account has no photo at all. */
export async function hideStarterPhotos(context: BrowserContext): Promise<void> {
  const headers = await apiHeaders(context.request)
  const reply = await context.request.patch('/api/v1/me/settings', { headers, data: { starterPhotos: false } })
  expect(reply.status(), await reply.text()).toBe(200)
}

export async function confirm(dialog: Locator, question: string | RegExp): Promise<void> {
  await expect(dialog.getByText(question)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toBeHidden()
}
