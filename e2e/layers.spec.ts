import type { Page } from '@playwright/test'
import { announcement, textBox } from './driving/editing.ts'
import { EVERY_LOOK, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { smallTargets } from './driving/targets.ts'
import { expectSaved, stage } from './driving/studio.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Design', exact: true })
const layers = (page: Page) => panel(page).getByRole('list', { name: 'Layers, front to back' })
const layer = (page: Page, name: RegExp) => layers(page).getByRole('button', { name }).and(page.locator('[data-row]'))
const names = (page: Page) => layers(page).locator('[data-row]').allInnerTexts()

async function openLayers(page: Page): Promise<void> {
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  await panel(page).getByRole('tab', { name: 'Layers' }).click()
  await expect(layers(page)).toBeVisible()
}

interface SavedBox {
  id: string
  text: string
  name?: string
  locked?: boolean
  hidden?: boolean
}

/** The text boxes of the first slide as the server has them, from back to front. */
async function savedTexts(page: Page): Promise<SavedBox[]> {
  await expectSaved(page)
  const id = new URL(page.url()).searchParams.get('project')
  const project: { slides: { textBoxes: SavedBox[] }[] } = await (await page.context().request.get(`/api/v1/projects/${id}`)).json()
  return project.slides[0]?.textBoxes ?? []
}

test('layers are selected, moved, renamed, locked and hidden by keyboard and mouse', async ({ slideshow: page }) => {
  await openLayers(page)
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const before = await savedTexts(page)
  expect(before).toHaveLength(2)
  const [back, front] = before.map(({ text }) => text)

  await test.step('by keyboard: move, rename, lock', async () => {
    await layer(page, /Text box 2/).focus()
    await press('Enter')
    await expect(textBox(page, 2)).toHaveAttribute('aria-pressed', 'true')
    await press('Alt+ArrowDown')
    await expect(announcement(page, 'Text box 1, 2 of 2 from the front')).toBeAttached()
    await expect.poll(async () => (await savedTexts(page)).map(({ text }) => text)).toEqual([front, back])
    await press('Control+z')
    await expect.poll(async () => (await savedTexts(page)).map(({ text }) => text)).toEqual([back, front])

    await layer(page, /Text box 2/).focus()
    await press('F2')
    await expect(panel(page).getByRole('textbox', { name: 'Layer name' })).toBeFocused()
    await page.keyboard.type('Headline')
    await press('Enter')
    await expect(layer(page, /^Headline/)).toBeFocused()
    await press('F2')
    await page.keyboard.type('Other')
    await press('Escape')
    await expect(layer(page, /^Headline/)).toBeFocused()
    await press('Tab', 'Enter')
    await expect.poll(async () => (await savedTexts(page))[1]).toMatchObject({ name: 'Headline', locked: true })
  })

  await test.step('a locked layer says how to move and delete it', async () => {
    const box = stage(page).getByRole('button', { name: /^Headline: .*, locked$/s })
    await box.focus()
    const frame = await frameOfSelected(page)
    await press('ArrowRight')
    await expect(page.getByText('Unlock this layer to move it.')).toBeVisible()
    await press('Delete')
    await expect(page.getByText('Unlock this layer to delete it.')).toBeVisible()
    expect(await frameOfSelected(page)).toEqual(frame)
    await stage(page).getByRole('toolbar', { name: 'Selected box' }).getByRole('button', { name: 'Unlock' }).click()
    await stage(page)
      .getByRole('button', { name: /^Headline: / })
      .focus()
    await press('ArrowRight')
    await expect.poll(() => frameOfSelected(page)).not.toEqual(frame)
  })

  await test.step('by mouse: drag, hide, several', async () => {
    const [from, to] = [await layer(page, /^Headline/).boundingBox(), await layer(page, /Text box 1/).boundingBox()]
    if (!from || !to) throw new Error('The layers are not on the page')
    await page.mouse.move(from.x + 60, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + to.height - 4, { steps: 6 })
    await page.mouse.up()
    await expect.poll(async () => (await savedTexts(page)).map(({ text }) => text)).toEqual([front, back])
    expect((await names(page)).at(-1)).toBe('Background')

    await layer(page, /^Headline/).hover()
    await layers(page).getByRole('button', { name: 'Hide Headline' }).click()
    await expect.poll(async () => (await savedTexts(page))[0]).toMatchObject({ hidden: true })
    await expect(stage(page).getByRole('button', { name: /^Headline/ })).toBeHidden()
    await layer(page, /Text box 2/).click()
    await layer(page, /^Headline/).click({ modifiers: ['Shift'] })
    await expect(layers(page).locator('[data-selected]')).toHaveCount(2)
    await layers(page).getByRole('button', { name: 'Background' }).click()
    await expect(panel(page).getByRole('tab', { name: 'Photo' })).toHaveAttribute('aria-selected', 'true')
  })
})

async function frameOfSelected(page: Page): Promise<unknown> {
  return stage(page).locator('[data-ref][aria-pressed="true"]').getAttribute('style')
}

test('the layers break no rule', { tag: '@long' }, async ({ slideshow: page }) => {
  test.setTimeout(180_000)
  await openLayers(page)
  await layers(page).getByRole('button', { name: /^Lock/ }).first().click()
  await layers(page).getByRole('button', { name: /^Hide/ }).last().click()
  await expectAccessibleIn(page, EVERY_LOOK, 'the layers')
  expect(await smallTargets(page)).toEqual([])
})
