import { expect, test } from './driving/journey.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { generate, generator, stage, stripSlides, textBoxes, topicField } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

test('a user chooses a suggested topic with the keyboard and gets slides about it', async ({ studio: page }) => {
  const suggestions = generator(page).getByRole('group', { name: 'Try one' })
  const topics = suggestions.getByRole('listitem').getByRole('button')
  await expect(topics).toHaveCount(3)
  const before = await topics.allTextContents()
  await suggestions.getByRole('button', { name: 'Other topics' }).press('Enter')
  await expect(topics.first()).not.toHaveText(before[0] ?? '')
  const chosen = (await topics.nth(1).textContent()) ?? ''
  await topics.nth(1).press('Enter')
  await expect(topicField(page)).toHaveValue(chosen)
  await generator(page).getByRole('switch', { name: 'Call to action / soft sell' }).uncheck()
  await page.getByRole('button', { name: 'Generate Slideshow' }).click()
  await expect(stripSlides(page)).toHaveCount(5, { timeout: 60_000 })
  await expect(generator(page).getByText('The sandbox wrote these slides')).toHaveCount(0)
})

test('the sandbox says which slides fit any topic, on the first slide until its text changes', async ({ studio: page }) => {
  await generate(page, { topic: 'restoring old typewriters', slides: 3 })
  await expect(generator(page).getByText('The sandbox wrote these slides and doesn’t know this topic.')).toBeVisible()
  await stripSlides(page).first().click()
  const badge = stage(page).getByText('Sandbox text. A model writes about your topic.')
  await expect(badge).toBeVisible()
  await page.reload()
  await expect(badge).toBeVisible()
  await stripSlides(page).nth(1).click()
  await expect(badge).toHaveCount(0)
  await stripSlides(page).first().click()
  await textBoxes(page).first().press('Enter')
  await stage(page).getByRole('textbox').fill('what a typewriter needs first')
  await page.keyboard.press('Enter')
  await expect(badge).toHaveCount(0)
})
