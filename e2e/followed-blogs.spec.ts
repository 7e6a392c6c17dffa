import type { BrowserContext } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'

/** Connects an account of the imitated platform over HTTP: the pages of connecting have journeys of their own. */
async function connect({ request }: BrowserContext, user: string): Promise<void> {
  const headers = await apiHeaders(request)
  const began = await request.post('/api/v1/accounts/tumblr/begin', { headers, data: {} })
  expect(began.status(), await began.text()).toBe(200)
  const { url, state, secret } = await began.json()
  const allowed = await request.post(url, { form: { account: user, decision: 'allow' }, maxRedirects: 0 })
  const proof = new URL(allowed.headers()['location'] ?? '', url).searchParams.get('oauth_verifier')
  const finished = await request.post('/api/v1/accounts/tumblr/finish', { headers, data: { state, proof, secret } })
  expect(finished.status(), await finished.text()).toBe(200)
}

test('shows photos of followed blogs with links, and adds them to the library', { tag: '@long' }, async ({ member: page, context }) => {
  await connect(context, 'sandy')
  const response = await context.request.post('/api/v1/companies', {
    headers: await apiHeaders(context.request),
    data: { name: 'Harbour Cafe' },
  })
  expect(response.status()).toBe(201)
  await page.goto('/photo_library')
  await page.getByRole('tab', { name: 'Tumblr' }).click()
  // Only the first ten of the blogs are looked at.
  await expect(page.getByText(/^\d+ photos from 10 blogs$/)).toBeVisible({ timeout: 30_000 })
  const blog = page.getByRole('region', { name: /^@calm-photos \(\d+ photos\)$/ })
  const images = blog.getByRole('listitem')
  const count = await images.count()
  await expect(blog.getByRole('heading')).toHaveText(`@calm-photos (${count} photos)`)
  await expect(images.first().getByText(/^\d+ × \d+$/)).toBeVisible()

  await blog.getByRole('button', { name: /^Add to Company/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Blog to Company' })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the choice of a company for a blog')
  await dialog.getByRole('button', { name: 'Harbour Cafe' }).click()
  await expect(blog.getByText('Linked to Harbour Cafe')).toBeVisible()
  await blog.getByRole('button', { name: /^Link to Another/ }).click()
  await expect(dialog.getByRole('button', { name: /Harbour Cafe/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the photos of followed blogs')

  await blog
    .getByRole('button', { name: /^Add to My Photos/ })
    .first()
    .click()
  await expect(blog.getByRole('button', { name: 'Added to My Photos' })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/^\d+ photos from 10 blogs$/)).toBeVisible()
  await blog.getByRole('button', { name: 'Unlink @calm-photos from Harbour Cafe' }).click()
  await expect(blog.getByText('Linked to Harbour Cafe')).toBeHidden()

  await page.getByRole('tab', { name: 'My Photos' }).click()
  // The photo was taken while its blog belonged to the company, so it belongs to it as well.
  const company = page.getByRole('region', { name: 'Harbour Cafe' })
  await expect(company.getByRole('img', { name: 'calm-photos.jpg' })).toBeVisible()
  await company.getByRole('button', { name: 'Edit tags of calm-photos.jpg' }).click()
  const tags = page.getByRole('dialog', { name: 'Tags of calm-photos.jpg' })
  const source = tags.getByText(/^From /).getByRole('link')
  await expect(source).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(source).toHaveAttribute('href', new RegExp(`^https?://${await source.textContent()}/`))
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'where a photo is from')
})

for (const [user, title] of [
  ['newbie', 'No followed blogs found'],
  ['quiet', 'No photos found'],
] as const) {
  test(`an account with nothing to show says so: ${title}`, { tag: '@long' }, async ({ member: page, context }) => {
    await connect(context, user)
    await page.goto('/photo_library?tab=tumblr')
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: /^Refresh/ }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, title)
  })
}
