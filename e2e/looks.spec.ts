import { expect, expectAccessibleIn, EVERY_VIEWPORT, test } from './driving/journey.ts'
import { expectSaved, generate, generator, openStudio, stagePixels, stripSlides } from './driving/studio.ts'

test('a look is chosen from pictures, remembered, and changed on a finished slideshow in one step', async ({ member: page }) => {
  await test.step('the generator shows each look with the topic, and remembers the chosen one', async () => {
    await openStudio(page)
    const looks = generator(page).getByRole('group', { name: 'Look', exact: true })
    await expect(looks.getByRole('radio', { name: 'Classic' })).toBeChecked()
    await expect(looks.locator('canvas[data-drawn]').first()).toBeVisible()
    await looks.getByRole('radio', { name: 'Bold' }).check()
    await expect(generator(page).getByRole('group', { name: 'Text size' })).toBeHidden()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the looks in the generator')
    await page.reload()
    await expect(looks.getByRole('radio', { name: 'Bold' })).toBeChecked()
  })

  await test.step('slides are written in it, with large text', async () => {
    await generate(page, { topic: '3 things to do before breakfast', slides: 3 })
    await expectSaved(page)
  })

  await test.step('all slides get another look, which one undo takes back', async () => {
    await stripSlides(page).first().click()
    const before = await stagePixels(page)
    await page.getByRole('button', { name: 'Change look', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change look' })
    await expect(dialog.locator('canvas[data-drawn]').first()).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the looks of a slideshow')
    await dialog.getByRole('radio', { name: 'Note' }).check()
    await dialog.getByRole('button', { name: 'Apply look' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(() => stagePixels(page)).not.toBe(before)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => stagePixels(page)).toBe(before)
  })

  await test.step('"Tidy this slide" places a moved text by the look again, in one undo step', async () => {
    const tidy = page.getByRole('button', { name: 'Tidy this slide' })
    await expect(tidy).toBeEnabled()
    const placed = await stagePixels(page)
    const text = page.locator('[data-stage] [data-ref]').first()
    await text.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => stagePixels(page)).not.toBe(placed)
    const moved = await stagePixels(page)
    await tidy.click()
    await expect.poll(() => stagePixels(page)).toBe(placed)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => stagePixels(page)).toBe(moved)
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the editor with a moved text')
  })
})
