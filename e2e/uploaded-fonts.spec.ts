import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { announcement } from './driving/editing.ts'
import { decodePng, exportBy } from './driving/exporting.ts'
import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'
import { connectAccount, schedule } from './driving/posts.ts'
import { liveFile, livePosts, resetSandbox } from './driving/sandbox.ts'
import { expectServerBytes } from './driving/server-bytes.ts'
import { expectSaved, generate, pick, savedSlides, stripSlides } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

const VIEWPORTS = viewportsOf({ width: 1440, height: 900 }, { width: 390, height: 844 })
/** A typeface of the public pages, which slides don't have. */
const INTER = join(import.meta.dirname, '../node_modules/@fontsource-variable/inter/files')
const [UPRIGHT, ITALIC] = ['normal', 'italic'].map((style) => join(INTER, `inter-latin-wght-${style}.woff2`)) as [string, string]

const brand = (page: Page) => page.getByRole('region', { name: 'Brand', exact: true })
const fonts = (page: Page) => brand(page).getByRole('list', { name: 'Your fonts' })
const fontsOf = async (page: Page) =>
  (await savedSlides<{ textBoxes: { font?: string }[] }>(page)).flatMap(({ textBoxes }) => textBoxes.map(({ font }) => font))

test(
  'a company uploads its font: brand, editor, export, server and platform draw the same letters, also after it is deleted',
  { tag: '@long' },
  async ({ studio: page, watch }) => {
    test.setTimeout(180_000)
    const { request } = page.context()
    const response = await request.post('/api/v1/companies', { headers: await apiHeaders(request), data: { name: 'Dawn Roast' } })
    expect(response.status()).toBe(201)
    await page.reload()
    await generate(page, { topic: '3 small habits for calm mornings', slides: 3 })
    await expectSaved(page)
    const slideshow = page.url()

    await test.step('a file that is no font is refused where it was chosen', async () => {
      watch.expectProblem(/HTTP 415 POST \/api\/fonts/)
      await page.goto('/settings?tab=general')
      await brand(page)
        .getByLabel('Upload font')
        .setInputFiles({ name: 'broken.ttf', mimeType: 'font/ttf', buffer: Buffer.from('no font') })
      await expect(brand(page).getByRole('alert')).toHaveText('We can’t read this font. Upload a TTF, OTF or WOFF2 file.')
    })

    await test.step('the files of a font become one font, which the brand uses', async () => {
      await brand(page).getByLabel('Upload font').setInputFiles([UPRIGHT, ITALIC])
      await expect(fonts(page).getByText('Thin to Black, Thin to Black Italic')).toBeVisible()
      await expect(fonts(page).getByRole('img', { name: 'Inter' })).toBeVisible()
      await fonts(page).getByRole('button', { name: 'Actions for Inter' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await brand(page).getByLabel('Font name').fill('Dawn Sans')
      await page.keyboard.press('Enter')
      await expect(fonts(page).getByRole('img', { name: 'Dawn Sans' })).toBeVisible()
      await pick(page, brand(page).getByRole('combobox', { name: 'Headlines' }), /^Dawn Sans/)
      await pick(page, brand(page).getByRole('combobox', { name: 'Text', exact: true }), /^Dawn Sans/)
      await expectAccessibleIn(page, VIEWPORTS, 'uploaded fonts in the settings')
      await brand(page).getByRole('button', { name: 'Save Brand' }).click()
      await expect(brand(page).getByText('Brand saved')).toBeVisible()
    })

    await test.step('applied in the editor, the page exports the bytes that the server draws', async () => {
      await page.goto(slideshow)
      await expect(stripSlides(page)).toHaveCount(3)
      await page.getByRole('button', { name: 'Design', exact: true }).click()
      const design = page.getByRole('region', { name: 'Design', exact: true })
      await design.getByRole('button', { name: /^Text / }).click()
      await design.getByRole('button', { name: 'Brand', exact: true }).click()
      await design.getByRole('button', { name: 'Apply brand to all slides' }).click()
      await expect(announcement(page, 'Brand applied to 3 slides')).toBeAttached()
      await expect.poll(async () => (await fontsOf(page)).every((font) => font?.endsWith('.font'))).toBe(true)
      await design.getByRole('button', { name: 'Font: Dawn Sans' }).click()
      await expect(design.getByRole('group', { name: 'Your fonts' }).getByRole('option')).toHaveText('Dawn Sans')
      await expectAccessibleIn(page, VIEWPORTS.slice(0, 1), 'an uploaded font in the list of fonts')
      await page.keyboard.press('Escape')
      await expectSaved(page)
      const pixels = await expectServerBytes(page)

      // The platform receives the same bytes.
      const account = await connectAccount(page, 'tumblr', 'sandy')
      await schedule(page, { projectId: new URL(page.url()).searchParams.get('project') ?? '', account, at: 'now' })
      await expect.poll(livePosts, { timeout: 60_000 }).toHaveLength(1)
      const [live] = await livePosts()
      expect(live?.files).toHaveLength(3)
      expect(Buffer.compare(decodePng(await liveFile(live?.files[0]?.sha256 ?? '')).data, pixels)).toBe(0)
    })

    await test.step('deleted from the list, it keeps drawing what uses it', async () => {
      await page.goto('/settings?tab=general')
      await fonts(page).getByRole('button', { name: 'Actions for Dawn Sans' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(fonts(page)).toHaveCount(0)
      await page.goto(slideshow)
      await expect(stripSlides(page)).toHaveCount(3)
      await expectServerBytes(page)
    })

    await test.step('a font that is gone is shown with a badge, and no file is made without it', async () => {
      watch.expectProblem(/HTTP 404 GET .*\.font/)
      await page.route(/\.font\?/, (route) => route.fulfill({ status: 404 }))
      await page.reload()
      await expect(page.getByText('Font unavailable').first()).toBeVisible()
      await exportBy(page, /^Download this slide/)
      await expect(page.getByText(/An uploaded font of a slide is gone\. Choose another font\./)).toBeVisible()
    })
  },
)
