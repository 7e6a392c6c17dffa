import { expect, expectAccessible, test } from './driving/journey.ts'

test('the home page animates rendered slides, and pauses on request', async ({ page }) => {
  await page.goto('/')
  const canvas = page.locator('canvas')
  await expect(canvas).toHaveCSS('opacity', '1')
  const place = () => canvas.evaluate((element) => element.getBoundingClientRect().x)
  const before = await place()
  await expect.poll(place).toBeLessThan(before)
  const colors = (element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')?.getImageData(0, element.height / 2, 1000, 1) ?? { data: [] }
    return new Set(data).size
  }
  expect(await canvas.evaluate(colors), 'photographs are drawn in it').toBeGreaterThan(50)

  await page.getByRole('button', { name: 'Pause motion' }).click()
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeVisible()
  // A paused animation comes to rest with the next frame.
  await canvas.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.ready)))
  const resting = await place()
  await page.getByText('What do I need to try it?').click()
  await expect(page.getByText('Node and one command.')).toBeVisible()
  await expectAccessible(page, 'the home page')
  expect(await place()).toBe(resting)

  await page.getByRole('link', { name: 'Start Creating' }).first().click()
  await expect(page).toHaveURL(/\/auth/)
})

test('with reduced motion the home page is still and hides nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeVisible()
  const slides = page.getByRole('region', { name: 'Demonstrations' }).locator('article').first().locator('svg')
  await expect(slides).toHaveCount(4)
  for (const slide of await slides.all()) await expect(slide).toHaveCSS('opacity', '1')
})
