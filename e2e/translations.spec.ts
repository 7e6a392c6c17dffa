import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { chooseAction, openSlideshow, recents, stripSlides, textBoxes } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

const LOOKS = viewportsOf({ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 })

test('a slideshow is translated into two languages, one of which fails first, and switched between them', async ({ studio: page }) => {
  // The last translation may wait for the next minute's requests to the AI.
  test.setTimeout(180_000)
  await openSlideshow(page, { topic: 'calm mornings', slides: 2 })
  await page.getByRole('button', { name: 'Slideshow actions' }).click()
  await page.getByRole('menuitem', { name: 'Translate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate' })

  await test.step('each language has its own outcome', async () => {
    await dialog.getByRole('checkbox', { name: 'German' }).check()
    await dialog.getByRole('checkbox', { name: 'French' }).check()
    await expectAccessibleIn(page, LOOKS, 'the choice of languages')
    await nextAiRequests({ kind: 'invalid-json' }, { kind: 'invalid-json' })
    await dialog.getByRole('button', { name: 'Translate' }).click()
    await expect(dialog.getByRole('button', { name: 'Open French' })).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'German' })).toContainText('Failed')
    await expectAccessibleIn(page, LOOKS, 'the outcome of translations')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Slideshow actions' }).click()
    await page.getByRole('menuitem', { name: 'Translate' }).click()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('button', { name: 'Open German' })).toBeVisible({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the editor switches between them', async () => {
    await page.getByRole('button', { name: 'Language: Original' }).click()
    await page.getByRole('menuitemradio', { name: 'German' }).click()
    await expect(page.getByRole('button', { name: 'Language: German' })).toBeVisible()
    await expect(textBoxes(page).first()).toBeAttached()
    await expect(page.getByRole('button', { name: 'Text box 1: calm mornings' })).toHaveCount(0)
    await expectAccessibleIn(page, LOOKS, 'a translation in the editor')
    await page.getByRole('button', { name: 'Language: German' }).click()
    await page.getByRole('menuitemradio', { name: 'Original' }).click()
    await expect(page.getByRole('button', { name: 'Text box 1: calm mornings' })).toBeAttached()
    await expect(recents(page).getByRole('listitem').filter({ hasText: 'calm mornings' })).toContainText('French, German')
  })

  await test.step('translating again asks first', async () => {
    await page.getByRole('button', { name: 'Slideshow actions' }).click()
    await page.getByRole('menuitem', { name: 'Translate' }).click()
    await dialog.getByRole('checkbox', { name: 'German' }).check()
    await dialog.getByRole('button', { name: 'Translate' }).click()
    const question = page.getByRole('dialog', { name: 'Translate again' })
    await expect(question).toContainText('This replaces the slides in German.')
    await question.getByRole('button', { name: 'Translate again' }).click()
    await expect(dialog.getByRole('button', { name: 'Open German' })).toBeVisible({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a closed page does not stop a translation', async () => {
    await page.getByRole('button', { name: 'Slideshow actions' }).click()
    await page.getByRole('menuitem', { name: 'Translate' }).click()
    await dialog.getByRole('checkbox', { name: 'Italian' }).check()
    await nextAiRequests({ kind: 'slow', ms: 3000 })
    await dialog.getByRole('button', { name: 'Translate' }).click()
    await expect(dialog.getByRole('listitem')).toContainText('Translating')
    await expectAccessibleIn(page, LOOKS, 'the progress of translations')
    await expect(async () => {
      await page.reload()
      await expect(recents(page).getByRole('listitem').filter({ hasText: 'calm mornings' })).toContainText('French, German, Italian', {
        timeout: 5000,
      })
    }).toPass({ timeout: 80_000 })
  })
})

test('more like this: a new topic close to a slideshow is written in its look with one click', async ({ studio: page }) => {
  await openSlideshow(page, { topic: '5 calm mornings', slides: 3 })
  await stripSlides(page).nth(1).click()
  const frames = () => textBoxes(page).evaluateAll((boxes) => boxes.map((box) => box.getAttribute('style')))
  await expect(textBoxes(page)).toHaveCount(2)
  const before = await frames()
  await page.goto('/content_studio')
  await chooseAction(page, '5 calm mornings', 'More like this')
  const dialog = page.getByRole('dialog', { name: 'More like this' })
  const topics = dialog.getByRole('list', { name: 'Topics' }).getByRole('button')
  await expect(topics.first()).toBeVisible({ timeout: 60_000 })
  await expectAccessibleIn(page, LOOKS, 'similar topics')
  expect(await topics.count()).toBeGreaterThanOrEqual(3)
  await topics.first().click()
  await expect(dialog).toBeHidden()
  await expect(stripSlides(page)).toHaveCount(3, { timeout: 60_000 })
  await expect(recents(page).getByRole('listitem')).toHaveCount(2)
  await stripSlides(page).nth(1).click()
  await expect(textBoxes(page)).toHaveCount(2)
  expect(await frames()).toEqual(before)
})
