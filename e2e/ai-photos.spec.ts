import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openLibrary } from './driving/library.ts'
import { apiHeaders } from './driving/product.ts'
import { nextRequestsOf, resetSandbox } from './driving/sandbox.ts'
import { expectSaved, generate, openStudio, stagePixels, stripSlides } from './driving/studio.ts'

test.setTimeout(180_000)
test.afterEach(resetSandbox)

const aiPhotos = (page: Page) => page.getByRole('list', { name: 'AI photos' }).getByRole('listitem')

async function brandCompany(page: Page): Promise<void> {
  const { request } = page.context()
  const headers = await apiHeaders(request)
  const response = await request.post('/api/v1/companies', { headers, data: { name: 'Dawn Roast' } })
  const { id } = (await response.json()) as { id: string }
  const colors = [
    { id: 'a', name: 'Night', hex: '#123456' },
    { id: 'b', name: 'Dawn', hex: '#fe8844' },
  ]
  const path = `/api/v1/companies/${id}/brand`
  const { brand } = (await (await request.get(path, { headers })).json()) as { brand: object }
  const saved = await request.put(path, { headers, data: { version: 0, brand: { ...brand, colors } } })
  expect(saved.status(), await saved.text()).toBe(200)
}

test('a slide gets an AI photo in the colors of the brand', async ({ member: page }) => {
  await openStudio(page)
  await brandCompany(page)
  await page.reload()
  await generate(page, { topic: '3 calm mornings', slides: 3 })
  await expectSaved(page)
  await stripSlides(page).first().click()
  const before = await stagePixels(page)
  await page.getByRole('button', { name: 'Background', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })

  await test.step('the proposed description names slide and colors', async () => {
    await picker.getByRole('tab', { name: 'AI photos' }).click()
    await expect(picker.getByLabel('Describe the photo')).toHaveValue(/#123456, #fe8844/)
    await expect(picker.getByText('20 photos left today.')).toBeVisible()
  })

  await test.step('the photos appear one by one, and one becomes the background', async () => {
    await picker.getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(aiPhotos(page)).toHaveCount(2)
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'AI photos')
    await aiPhotos(page).first().getByRole('button').click()
    await expect(picker).toBeHidden()
    await expect.poll(() => stagePixels(page)).not.toBe(before)
  })
})

test('a job survives a reload, and its photos are in the library', { tag: '@long' }, async ({ member: page }) => {
  // Longer than a reload takes. The first size is refused, and asked for without the fault.
  const slow = { kind: 'slow', ms: 6000 }
  await nextRequestsOf('images', slow, slow, slow, slow)
  await openLibrary(page)
  const dialog = page.getByRole('dialog', { name: 'Find photos' })
  const openAi = async () => {
    await page.getByRole('button', { name: 'Find photos' }).click()
    await dialog.getByRole('tab', { name: 'AI photos' }).click()
  }
  await openAi()
  await dialog.getByLabel('Describe the photo').fill('Calm dunes')
  const started = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/api/v1/ai-photos'))
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await started
  await page.reload()
  await openAi()
  await expect(aiPhotos(page)).toHaveCount(2, { timeout: 60_000 })
  await expect(aiPhotos(page).getByRole('button')).toHaveCount(0)
  await expect(aiPhotos(page).first().getByRole('img', { name: 'AI photo 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: /^Select Calm dunes/ })).toHaveCount(2)
})

test('a user’s own images API is checked in the settings, and its key never shown again', async ({ member: page }) => {
  await page.goto('/settings?tab=accounts')
  const form = page.getByRole('form', { name: 'AI photos' })
  const check = async (key: string) => {
    await form.getByLabel('AI photos: API key').fill(key)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByLabel('AI photos: API key')).toHaveAttribute('placeholder', 'Set, ending in 5678')
    await form.getByRole('button', { name: 'Check', exact: true }).click()
  }
  await check('sk-invalid-12345678')
  await expect(form.getByText('The images API refused your key. Check it in the settings.')).toBeVisible()
  await check('sk-mine-0012345678')
  await expect(form.getByText(/^The images API accepts the key and has the model gpt-image-1\./)).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'own images API')
  await page.reload()
  await expect(form.getByLabel('AI photos: API key')).toHaveValue('')
})
