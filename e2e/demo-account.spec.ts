import { expect, test } from './driving/journey.ts'
import { generator, openStudio, stagePixels, stripSlides } from './driving/studio.ts'

test('the demo account is alive from the first screen', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await expect(page).toHaveURL(/\/content_studio/)

  await test.step('it says that the sandbox answers', async () => {
    await expect(page.getByText('Sandbox: answers are composed locally').first()).toBeVisible()
  })

  await test.step('it has a company and one finished slideshow with a drawn cover', async () => {
    await expect(generator(page).getByRole('combobox', { name: 'Company' })).not.toContainText('No company')
    const recents = page.getByRole('region', { name: 'Recent Slideshows (1)' })
    const cover = recents.getByRole('listitem').first().locator('img')
    await expect
      .poll(() => cover.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0))
      .toBe(true)
    await recents.getByRole('listitem').first().getByRole('button').first().click()
    await expect(stripSlides(page).nth(2)).toBeVisible()
  })

  await test.step('its slides are drawn, each another picture', async () => {
    const first = await stagePixels(page)
    await stripSlides(page).nth(1).click()
    await expect.poll(() => stagePixels(page)).not.toBe(first)
  })

  await test.step('its library holds two dozen photos', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Photo Library' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
    await expect.poll(() => page.getByRole('main').locator('img').count()).toBeGreaterThanOrEqual(24)
  })

  await openStudio(page)
})
