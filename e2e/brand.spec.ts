import type { Page } from '@playwright/test'
import { announcement } from './driving/editing.ts'
import { expectServerBytes } from './driving/server-bytes.ts'
import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { expectSaved, generate, generator, openStudio, pick, savedSlides, startGeneration, stripSlides } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

const VIEWPORTS = viewportsOf({ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 })
const brand = (page: Page) => page.getByRole('region', { name: 'Brand', exact: true })

interface SavedSlide {
  textStyle: string
  textBoxes: { text: string; font?: string; highlightColor?: string; textColor?: string; uppercase?: boolean }[]
}

const textsOf = (slides: readonly SavedSlide[]): string => slides.flatMap(({ textBoxes }) => textBoxes.map(({ text }) => text)).join('\n')

test('new slideshows use the look and words of the brand', { tag: '@long' }, async ({ studio: page }) => {
  test.setTimeout(180_000)
  const { request } = page.context()
  const response = await request.post('/api/v1/companies', { headers: await apiHeaders(request), data: { name: 'Dawn Roast' } })
  expect(response.status()).toBe(201)
  await page.reload()
  await generate(page, { topic: '3 small habits for calm mornings', slides: 3 })
  await expectSaved(page)
  const before = await savedSlides<SavedSlide>(page)
  const slideshow = page.url()
  const word = /\b[a-z]{6,}\b/.exec(textsOf(before.slice(1)).replaceAll(/morning|habits/g, ''))?.[0] ?? ''
  expect(word).not.toBe('')

  await test.step('the preview follows fonts and colors, and every use of a color is checked', async () => {
    await page.goto('/settings?tab=general')
    await pick(page, brand(page).getByRole('combobox', { name: 'Headlines' }), /^Anton/)
    await pick(page, brand(page).getByRole('combobox', { name: 'Text', exact: true }), /^Lora/)
    await brand(page).getByRole('button', { name: 'Add color' }).click()
    await brand(page).getByLabel('Name of color 1').fill('Sun')
    await brand(page).getByLabel('Sun: hex').fill('F00')
    await brand(page).getByLabel('Sun: hex').press('Enter')
    await expect(brand(page).getByLabel('Sun: #ff0000')).toBeAttached()
    await brand(page).getByLabel('Sun: hex').fill('#ffd400')
    await brand(page).getByLabel('Sun: hex').press('Enter')
    const hook = brand(page).getByRole('group', { name: 'Hook' })
    await pick(page, hook.getByRole('combobox', { name: 'Highlight' }), /^Sun/)
    await expect(hook.getByText('Text on highlight: 14.7:1. Readable.')).toBeVisible()
    await pick(page, hook.getByRole('combobox', { name: 'Text' }), /^Sun/)
    await expect(hook.getByText('Text on highlight: 1.0:1. Hard to read: it needs 4.5:1.')).toBeVisible()
    await pick(page, hook.getByRole('combobox', { name: 'Text' }), 'From the slide')
    await hook.getByRole('switch', { name: 'Capitals' }).check()
    await expect(brand(page).getByRole('img', { name: 'Hook slide in this brand' })).toHaveAttribute('data-drawn', '')
  })

  await test.step('voice, words and a closing slide by keyboard', async () => {
    const words = brand(page).getByRole('textbox', { name: 'Words to never use' })
    await words.focus()
    await page.keyboard.type(word)
    await page.keyboard.press('Enter')
    await brand(page).getByRole('switch', { name: 'End with a closing slide' }).focus()
    await page.keyboard.press('Space')
    await brand(page).getByLabel('Closing text').fill('see you at dawn')
    await brand(page).getByLabel('Call to action').fill('book a table')
    // Where the page is scrolled, its bar may cover half a switch.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleIn(page, VIEWPORTS, 'the brand in the settings')
    await brand(page).getByRole('button', { name: 'Save Brand' }).press('Enter')
    await expect(brand(page).getByText('Brand saved')).toBeVisible()
    await page.reload()
    await expect(brand(page).getByLabel('Closing text')).toHaveValue('see you at dawn')
    await expect(brand(page).getByRole('button', { name: `Remove ${word}` })).toBeVisible()
  })

  await test.step('a new slideshow has the fonts and colors, and says which word was replaced', async () => {
    await openStudio(page)
    await startGeneration(page, { topic: '3 small habits for calm mornings', slides: 3 })
    await expect(stripSlides(page)).toHaveCount(4, { timeout: 60_000 })
    await expect(generator(page).getByText(`Replaced words your brand never uses: “${word}”.`)).toBeVisible()
    const slides = await savedSlides<SavedSlide>(page)
    expect(slides[0]?.textBoxes[0]).toMatchObject({ font: 'anton', highlightColor: '#ffd400', textColor: '#000000', uppercase: true })
    expect(slides[1]?.textBoxes.map(({ font }) => font)).toEqual(['anton', 'lora'])
    expect(slides.at(-1)?.textBoxes.map(({ text }) => text)).toEqual(['see you at dawn', 'book a table'])
    expect(textsOf(slides)).not.toMatch(new RegExp(`\\b${word}\\b`))
    await expectServerBytes(page)
  })

  await test.step('the slideshow of before is as it was, until the brand is applied; one undo takes it back', async () => {
    await page.goto(slideshow)
    await expect(stripSlides(page)).toHaveCount(3)
    expect(await savedSlides<SavedSlide>(page)).toEqual(before)
    await page.getByRole('button', { name: 'Design', exact: true }).click()
    const design = page.getByRole('region', { name: 'Design', exact: true })
    await design.getByRole('button', { name: /^Text / }).click()
    await expect(design.getByRole('group', { name: 'Text: Brand' }).getByRole('button', { name: '#ffd400' })).toBeVisible()
    await design.getByRole('button', { name: 'Brand', exact: true }).click()
    await pick(page, design.getByRole('combobox', { name: 'Company of this slideshow' }), 'No company')
    await expect(design.getByText(/^The brand of .+ is shown\.$/)).toBeVisible()
    await expect(design.getByRole('list', { name: 'Brand styles' }).getByRole('button')).toHaveCount(6)
    await expectAccessibleIn(page, VIEWPORTS.slice(0, 2), 'the brand in the editor')
    await design.getByRole('button', { name: 'Apply brand to all slides' }).click()
    await expect(announcement(page, 'Brand applied to 3 slides')).toBeAttached()
    await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.textBoxes[0]).toMatchObject({ font: 'anton', uppercase: true })
    await page.keyboard.press('Control+z')
    await expect.poll(() => savedSlides<SavedSlide>(page)).toEqual(before)
  })
})

test('the form starts with the brand’s first format until the user chooses one', async ({ studio: page }) => {
  const { request } = page.context()
  const headers = await apiHeaders(request)
  const company = (await (await request.post('/api/v1/companies', { headers, data: { name: 'Dawn Roast' } })).json()) as { id: string }
  const path = `/api/v1/companies/${company.id}/brand`
  const { brand: fresh } = (await (await request.get(path)).json()) as { brand: object }
  const data = { version: 0, brand: { ...fresh, formats: ['question-users'] } }
  expect((await request.put(path, { headers, data })).status()).toBe(200)
  await page.reload()
  await expect(generator(page).getByRole('radio', { name: /^Question/ })).toBeChecked()
  await generator(page)
    .getByRole('radio', { name: /^Directly personal/ })
    .check()
  await page.reload()
  await expect(generator(page).getByRole('radio', { name: /^Directly personal/ })).toBeChecked()
})
