import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './driving/journey.ts'
import { greyPng, svgNamedPng } from './driving/images.ts'
import { apiHeaders } from './driving/product.ts'
import { expectSaved, openSlideshow, stagePixels, textBoxes } from './driving/studio.ts'

interface HostilePicture {
  /** Why it is hostile. */
  name: string
  filename: string
  buffer: Buffer
}

const program = join(import.meta.dirname, '..', 'server', 'src', 'testing', 'hostile', 'accepted.ts')

/** Pictures with programs in them: the ones of the server's tests that are taken, and re-encoded. */
async function hostileImages(): Promise<HostilePicture[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const found = JSON.parse(stdout) as { name: string; filename: string; base64: string }[]
  return found.map(({ base64, ...rest }) => ({ ...rest, buffer: Buffer.from(base64, 'base64') }))
}

async function openLibrary(page: Page): Promise<void> {
  await page.goto('/photo_library')
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
}

const upload = (page: Page) => page.getByLabel(/^Upload photos/)

test('uploads, measures and shows a photo, and deletes it after asking', async ({ member: page }) => {
  await openLibrary(page)
  await expect(page.getByText('No photos yet')).toBeVisible()
  await upload(page).setInputFiles(greyPng('harbour.png', { width: 1200, height: 1600 }))
  await expect(page.getByRole('img', { name: 'harbour.png' })).toBeVisible()
  await expect(page.getByText('1200 × 1600')).toBeVisible()

  await page.getByRole('button', { name: 'Delete harbour.png' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Are you sure you want to delete "harbour.png"?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No photos yet')).toBeVisible()
})

test('accepts 50 megapixels, and rejects more with the limit', { tag: '@long' }, async ({ member: page, watch }) => {
  watch.expectProblem(/^HTTP 413 POST \/api\/files$/)
  await openLibrary(page)
  await upload(page).setInputFiles(greyPng('fifty.png', { width: 10_000, height: 5_000 }))
  await expect(page.getByRole('img', { name: 'fifty.png' })).toBeVisible({ timeout: 30_000 })
  await upload(page).setInputFiles(greyPng('more.png', { width: 10_000, height: 5_001 }))
  await expect(page.getByText(/This picture has more than 50 megapixels\. Please make it smaller first\./)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: 'more.png' })).toBeHidden()
})

test('rejects an SVG with a script named as a photo, and accepts the others', async ({ member: page, watch }) => {
  watch.expectProblem(/^HTTP 415 POST \/api\/files$/)
  await openLibrary(page)
  await upload(page).setInputFiles([svgNamedPng('logo.png'), greyPng('harbour.png', { width: 540, height: 960 })])
  await expect(page.getByText('Successfully uploaded 1 files. Failed to upload: logo.png')).toBeVisible()
  await expect(page.getByText(/This file is not a supported image/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'harbour.png' })).toBeVisible()
})

async function storedAs(context: BrowserContext, purpose: 'media' | 'logo', { filename, buffer }: HostilePicture): Promise<string> {
  const reply = await context.request.post('/api/files', {
    headers: await apiHeaders(context.request),
    multipart: {
      purpose,
      ...(purpose === 'media' && { id: randomUUID() }),
      file: { name: `"><img src=x onerror=alert(1)> ${filename}`, mimeType: 'text/html', buffer },
    },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()).filePath
}

test('served images with embedded scripts run nothing when opened', { tag: '@long' }, async ({ member: page, context, watch }) => {
  // The browser's own page around a picture has styles, which a picture here may not have either.
  watch.expectProblem(/^console\.error: Applying inline style violates .* 'default-src 'none''/)
  // Nor may what watches pages for refusals run there.
  watch.expectProblem(/^console\.error: Blocked script execution in '[^']*\/files\//)
  let ran = 0
  page.on('dialog', async (dialog) => {
    ran += 1
    await dialog.dismiss()
  })
  const images = await hostileImages()
  const [paged] = images.filter(({ filename }) => filename === 'a.html')
  await page.route('**/as-it-was-sent.html', (route) => route.fulfill({ contentType: 'text/html', body: paged?.buffer ?? '' }))
  await page.goto('/as-it-was-sent.html')
  expect(ran, 'the files are dangerous').toBe(1)

  const paths = await Promise.all(images.map((one) => storedAs(context, 'logo', one)))
  for (const variant of ['original', 'thumbnail']) {
    const signed = await context.request.post('/api/v1/files/urls', {
      headers: await apiHeaders(context.request),
      data: { paths, variant },
    })
    const urls: string[] = await signed.json()
    expect(urls).toHaveLength(images.length)
    for (const url of urls) {
      await page.goto(url)
      expect(await page.evaluate(() => [document.contentType.split('/')[0], document.scripts.length]), url).toEqual(['image', 0])
    }
  }
  if (paged) await storedAs(context, 'media', paged)
  await openLibrary(page)
  await expect(page.getByRole('img', { name: 'onerror=alert(1)> a.html' })).toBeVisible()
  expect(ran, 'nothing of them ran').toBe(1)
})

test('an uploaded photo becomes a background', { tag: '@long' }, async ({ member: page }) => {
  await openSlideshow(page, { topic: '3 quiet places in a city', slides: 3 })
  const slideshow = page.url()
  await page.goto('/photo_library')
  await upload(page).setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
  await expect(page.getByRole('img', { name: 'harbour.png' })).toBeVisible()

  await page.goto(slideshow)
  await expect(textBoxes(page).first()).toBeVisible()
  const before = await stagePixels(page)
  await page.getByRole('button', { name: 'Background', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await picker.getByRole('button', { name: 'harbour.png' }).click()
  await expect(picker).toBeHidden()
  await expect.poll(() => stagePixels(page)).not.toBe(before)
  await expectSaved(page)
  const after = await stagePixels(page)
  await page.reload()
  await expect.poll(() => stagePixels(page)).toBe(after)
})
