import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { chooseAction, chooseType, generator, openSlideshow, recents, stripSlides, textBoxes, topicField } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

const LOOKS = viewportsOf({ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 })

test('a slideshow becomes a template, and a new one has its layout', async ({ studio: page }) => {
  await openSlideshow(page, { topic: '5 calm mornings', slides: 3 })
  const frames = () => textBoxes(page).evaluateAll((boxes) => boxes.map((box) => box.getAttribute('style')))
  await stripSlides(page).nth(1).click()
  await expect(textBoxes(page)).toHaveCount(2)
  const before = await frames()

  await test.step('it is saved with named slots and a fixed text', async () => {
    await page.getByRole('button', { name: 'Slideshow actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as template' })
    await expect(dialog.getByRole('img', { name: 'Slide 1' })).toHaveAttribute('data-drawn', '')
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('5 calm mornings')
    await dialog.getByLabel('Name of “5 calm mornings”, slide 1').fill('Hook')
    await dialog.getByRole('checkbox', { name: /the first hour of the day.*slide 2$/ }).uncheck()
    await expectAccessibleIn(page, LOOKS, 'saving a template')
    await dialog.getByLabel('Name', { exact: true }).fill('Calm')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Template “Calm” saved.')).toBeVisible()
  })

  await test.step('the generator writes into it', async () => {
    await page.goto('/content_studio')
    await chooseType(page, 'Template')
    await expect(generator(page).getByRole('radio', { name: 'Calm' })).toBeChecked()
    await expect(generator(page).getByText('3 slides, 4 new texts. Layout and look stay.')).toBeVisible()
    await expectAccessibleIn(page, LOOKS, 'the choice of a template')
    await topicField(page).fill('evening rules')
    await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    await expect(stripSlides(page)).toHaveCount(3, { timeout: 60_000 })
    await stripSlides(page).nth(1).click()
    await expect(textBoxes(page)).toHaveCount(2)
    await expect(
      textBoxes(page)
        .filter({ hasText: 'the first hour of the day' })
        .or(page.getByRole('button', { name: /the first hour of the day/ }))
        .first(),
    ).toBeAttached()
    await expect(page.getByRole('button', { name: /^Text box 1: .*leave your phone/ })).toHaveCount(0)
    expect(await frames()).toEqual(before)
  })

  await test.step('templates are renamed and deleted', async () => {
    await generator(page).getByRole('button', { name: 'Manage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Slideshow templates' })
    await expectAccessibleIn(page, LOOKS, 'the slideshow templates')
    await dialog.getByRole('button', { name: 'Edit Calm' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit template' })
    await expect(edit.getByLabel('Name of “5 calm mornings”, slide 1')).toHaveValue('Hook')
    await edit.getByLabel('Name', { exact: true }).fill('Quiet')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await dialog.getByRole('button', { name: 'Delete Quiet' }).click()
    await page.getByRole('dialog', { name: 'Delete template' }).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('No slideshow templates yet')).toBeVisible()
  })
})

test('a card of the recents saves a template, too', { tag: '@long' }, async ({ studio: page }) => {
  await openSlideshow(page, { topic: '5 calm mornings', slides: 2 })
  await page.goto('/content_studio')
  await expect(recents(page).getByRole('listitem')).toHaveCount(1)
  await chooseAction(page, '5 calm mornings', 'Save as template')
  await page.getByRole('dialog', { name: 'Save as template' }).getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Template “5 calm mornings” saved.')).toBeVisible()
})
