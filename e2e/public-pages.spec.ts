import type { Page } from '@playwright/test'
import { newAccount } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { productOrigin } from './driving/product.ts'

const PAGES = [
  { path: '/', heading: 'A topic in. A finished slideshow out.' },
  { path: '/pricing', heading: 'One plan' },
  { path: '/auth', heading: 'Welcome to Ninesixteen' },
  { path: '/privacy', heading: 'Privacy Policy' },
  { path: '/terms', heading: 'Terms of Service' },
  { path: '/data-deletion', heading: 'Data Deletion' },
  { path: '/api-reference', heading: 'Ninesixteen API' },
]

const content = (page: Page, selector: string) => page.locator(selector).getAttribute('content')

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page is readable and describes itself', async ({ page, request }) => {
    const said = new Map<string, string>()
    for (const { path, heading } of PAGES) {
      const reply = await page.goto(path)
      expect(reply?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      const address = productOrigin() + path
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(address)
      expect(await content(page, 'meta[property="og:url"]')).toBe(address)
      const image = (await content(page, 'meta[property="og:image"]')) ?? ''
      const shown = await request.get(image)
      expect([shown.status(), shown.headers()['content-type']], image).toEqual([200, 'image/jpeg'])
      for (const data of await page.locator('script[type="application/ld+json"]').allTextContents()) {
        expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' })
      }
      const described = (await content(page, 'meta[name=description]')) ?? ''
      expect(described.length, described).toBeGreaterThan(50)
      for (const words of [await page.title(), described, image]) {
        expect(said.get(words), `${words} is said of one page alone`).toBeUndefined()
        said.set(words, path)
      }
    }
  })

  test('the FAQ of the home page opens', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('details')).toHaveCount(6)
    await page.getByText('How many views should my first slideshow get?').click()
    await expect(page.getByText('500-1000 views is a good sign')).toBeVisible()
    await page.getByText('Can I change what the AI wrote?').click()
    await expect(page.getByText('500-1000 views is a good sign')).toBeHidden()
  })
})

test('an unknown URL shows a 404 page within the shell', async ({ page, watch }) => {
  watch.expectProblem(/^HTTP 404 GET \/nothing\/here$/)
  const reply = await page.goto('/nothing/here')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'PRICING' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'no page')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the app can be installed, and opens the studio', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/content_studio', display: 'standalone' })
  const purposes = new Set<string>()
  for (const { src, sizes, type, purpose = 'any' } of manifest.icons) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type])
    if (type !== 'image/png') continue
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    purposes.add(purpose)
  }
  expect([...purposes].toSorted()).toEqual(['any', 'maskable'])
  const touch = await request.get((await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? '')
  expect(touch.status()).toBe(200)
})

test('a signed-in user has the account menu on public pages, by keyboard and mouse', async ({ page, context }) => {
  const { email } = await newAccount(context, { pro: false })
  await page.goto('/terms')
  const opener = page.getByRole('banner').getByRole('button', { expanded: false })
  await opener.press('Enter')
  const menu = page.getByRole('menu', { name: 'Account' })
  await expect(menu.getByText(email)).toBeVisible()
  const items = menu.getByRole('menuitem')
  await expect(items).toHaveText(['Upgrade to Pro', 'Account', 'Log out'])
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await expectAccessibleIn(page, viewportsOf({ width: 390, height: 844 }), 'the menu of the public pages')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('banner').getByRole('button', { expanded: false }).click()
  await page
    .getByRole('contentinfo')
    .getByText(/is open source/)
    .click()
  await expect(menu).toBeHidden()
  await page.getByRole('banner').getByRole('button', { expanded: false }).click()
  await menu.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})
