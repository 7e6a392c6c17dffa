import { expect, expectAccessible, test } from './driving/journey.ts'

test('the home page shows slides of the painter, and rests when asked to', async ({ page }) => {
  await page.goto('/')
  const canvas = page.locator('canvas')
  await expect(canvas).toHaveCSS('opacity', '1')
  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL('image/jpeg', 0.3))
  const before = await picture()
  await expect.poll(picture).not.toBe(before)

  await page.getByRole('button', { name: 'Pause motion' }).click()
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeVisible()
  const resting = await picture()
  await page.getByText('What do I need to try it?').click()
  await expect(page.getByText('Node and one command.')).toBeVisible()
  await expectAccessible(page, 'the home page')
  expect(await picture()).toBe(resting)

  await page.getByRole('link', { name: 'Start Creating' }).first().click()
  await expect(page).toHaveURL(/\/auth/)
})
