import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openLibrary, photoNamed, section, upload } from './driving/library.ts'
import { greyPng } from './driving/images.ts'
import { apiHeaders } from './driving/product.ts'
import { nextAiRequests, releaseAiRequests, resetSandbox } from './driving/sandbox.ts'
import {
  expectSaved,
  generate,
  generator,
  openSlideshow,
  openStudio,
  stagePixels,
  startGeneration,
  stripSlides,
  textBoxes,
} from './driving/studio.ts'

// Each photo is decoded when it is first drawn.
test.setTimeout(180_000)
test.afterEach(() => resetSandbox())

interface GeneratedSlide {
  backgroundImage: string | null
  backdrop?: object
  textBoxes: { fontSize: number }[]
}

/** The slides of the slideshow that is open in the editor, as the server has them. */
async function openSlides(page: Page): Promise<GeneratedSlide[]> {
  await expectSaved(page)
  const request = page.context().request
  const id = new URL(page.url()).searchParams.get('project')
  const reply = await request.get(`/api/v1/projects/${id}`, { headers: await apiHeaders(request) })
  expect(reply.status(), await reply.text()).toBe(200)
  return (await reply.json()).slides
}

/** Photos that come with the product. */
const STARTER_PHOTOS = 81

const starterSection = (page: Page) => section(page, 'Starter photos')

test('a new account uses starter photos, hides them, and uses its own photo', async ({ member: page }) => {
  await test.step('the library shows them below its empty state', async () => {
    await openLibrary(page)
    await expect(page.getByText('No photos yet')).toBeVisible()
    await expect(starterSection(page).getByRole('img')).toHaveCount(STARTER_PHOTOS)
    await expect(starterSection(page).getByRole('img', { name: 'Still lake' })).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the starter photos')
  })

  await test.step('the first slideshow is written on them', async () => {
    await openStudio(page)
    await generate(page, { topic: '3 calm mornings', slides: 3 })
    const slides = await openSlides(page)
    const backgrounds = slides.map(({ backgroundImage }) => backgroundImage)
    expect(new Set(backgrounds).size).toBe(slides.length)
    for (const background of backgrounds) expect(background).toMatch(/^starter\/[a-z-]+\.jpg$/)
  })

  await test.step('the picker offers them, and finds them by name', async () => {
    await stripSlides(page).first().click()
    const before = await stagePixels(page)
    // Another photo than the slide already got by chance.
    const [first] = await openSlides(page)
    const [word, path] =
      first?.backgroundImage === 'starter/desk-lamp.jpg' ? ['candle', 'starter/candle.jpg'] : ['desk lamp', 'starter/desk-lamp.jpg']
    await page.getByRole('button', { name: 'Background', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
    await expect(picker.getByText('No photos available')).toBeVisible()
    await picker.getByLabel('Search photos by name or tag').fill(word)
    const found = picker.getByRole('list', { name: 'Starter photos' }).getByRole('button')
    await expect(found).toHaveCount(1)
    await found.click()
    await expect(picker).toBeHidden()
    await expect.poll(() => stagePixels(page)).not.toBe(before)
    expect((await openSlides(page))[0]?.backgroundImage).toBe(path)
  })

  await test.step('hidden, they are gone from the library, the picker and new slideshows', async () => {
    await openLibrary(page)
    await page.getByRole('button', { name: 'Hide starter photos' }).click()
    await expect(starterSection(page).getByRole('img')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show starter photos' })).toBeVisible()
    await openStudio(page)
    await generate(page, { topic: '3 quiet evenings', slides: 3 })
    const slides = await openSlides(page)
    expect(slides.map(({ backgroundImage }) => backgroundImage)).toEqual([null, null, null])
    expect(new Set(slides.map(({ backdrop }) => JSON.stringify(backdrop))).size).toBe(3)
    await page.getByRole('button', { name: 'Background', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
    await expect(picker.getByRole('list', { name: 'Starter photos' })).toHaveCount(0)
    await picker.getByRole('button', { name: 'Show starter photos' }).click()
    await expect(picker.getByRole('list', { name: 'Starter photos' }).getByRole('button')).toHaveCount(STARTER_PHOTOS)
  })

  await test.step('its own photo comes first', async () => {
    await openLibrary(page)
    await upload(page).setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
    await expect(photoNamed(page, 'harbour.png')).toBeVisible()
    await expect(starterSection(page)).toBeVisible()
    await openStudio(page)
    await generate(page, { topic: '3 walks by the sea', slides: 3 })
    const [first, ...others] = (await openSlides(page)).map(({ backgroundImage }) => backgroundImage)
    expect(first).not.toMatch(/^starter\//)
    expect(new Set(others).size).toBe(2)
    for (const background of others) expect(background).toMatch(/^starter\//)
  })
})

test('shows the texts of written slides before their photos have loaded', async ({ member: page }) => {
  // Fonts load with the first slideshow, and a held provider counts as silent after some seconds.
  await openSlideshow(page, { topic: '2 quiet evenings', slides: 2 })
  await expect(stripSlides(page).first().locator('canvas[data-drawn]')).toBeVisible()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/files/**', async (route) => {
    await released
    await route.continue()
  })
  // The view of a running generation stays open until its texts are drawn.
  await nextAiRequests({ kind: 'hold', afterChars: 200 })
  await startGeneration(page, { topic: '3 calm mornings', slides: 3 })
  const view = page.getByRole('region', { name: 'New slideshow' })
  await expect(view.locator('li canvas[data-drawn]').first()).toBeVisible()
  release()
  await expect.poll(releaseAiRequests).toBe(1)
  await expect(stripSlides(page)).toHaveCount(3, { timeout: 60_000 })
})

test('chooses the text size by a preview, and enlarges the text of a finished slideshow', { tag: '@long' }, async ({ studio: page }) => {
  const size = generator(page).getByRole('group', { name: 'Text size' })
  await expect(size.getByRole('radio', { name: 'Standard' })).toBeChecked()
  const saved = page.waitForResponse((response) => response.url().endsWith('/me/settings') && response.ok())
  await size.getByRole('radio', { name: 'Largest' }).check()
  await saved
  await page.reload()
  await expect(size.getByRole('radio', { name: 'Largest' })).toBeChecked()
  await size.getByRole('radio', { name: 'Standard' }).check()
  await generate(page, { topic: '3 calm mornings', slides: 3 })

  const sizes = async () => (await openSlides(page)).map(({ textBoxes: boxes }) => boxes.map(({ fontSize }) => fontSize))
  const before = await sizes()
  await expect(textBoxes(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Use larger text on all slides' }).click()
  await expect.poll(sizes).toEqual(before.map((boxes) => boxes.map((fontSize) => Math.round(fontSize * 12.5) / 10)))
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(sizes).toEqual(before)
})
