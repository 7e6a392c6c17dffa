import type { Page } from '@playwright/test'
import { announcement, fingersOn, middleOf, textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { smallTargets } from './driving/targets.ts'
import { expectSaved, stage } from './driving/studio.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Design', exact: true })
const layers = (page: Page) => panel(page).getByRole('list', { name: 'Layers, front to back' })
const layer = (page: Page, name: RegExp) => layers(page).getByRole('button', { name }).and(page.locator('[data-row]'))
const names = (page: Page) => layers(page).locator('[data-row]').allInnerTexts()

async function openLayers(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Slide 2/ }).click()
  await expect(textBox(page, 2)).toBeVisible()
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

/** The text boxes of the second slide as the server has them, from back to front. */
async function savedTexts(page: Page): Promise<SavedBox[]> {
  await expectSaved(page)
  const id = new URL(page.url()).searchParams.get('project')
  const answer = await page.context().request.get(`/api/v1/projects/${id}`)
  const project: { slides: { textBoxes: SavedBox[]; layers?: string[] }[] } = await answer.json()
  const { textBoxes = [], layers: order = [] } = project.slides[1] ?? {}
  return textBoxes.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

test('selects, moves, renames, locks and hides layers by keyboard and mouse', async ({ slideshow: page }) => {
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
    await expect(announcement(page, 'Text box 2, 2 of 2 from the front')).toBeAttached()
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
    await layer(page, /Text box 1/).click()
    await layer(page, /^Headline/).click({ modifiers: ['Shift'] })
    await expect(layers(page).locator('[data-selected]')).toHaveCount(2)
    await layers(page).getByRole('button', { name: 'Background' }).click()
    await expect(panel(page).getByRole('tab', { name: 'Photo' })).toHaveAttribute('aria-selected', 'true')
  })
})

async function frameOfSelected(page: Page): Promise<unknown> {
  return stage(page).locator('[data-ref][aria-pressed="true"]').getAttribute('style')
}

test('the layers panel is accessible', { tag: '@long' }, async ({ slideshow: page }) => {
  test.setTimeout(180_000)
  await openLayers(page)
  await layers(page).getByRole('button', { name: /^Lock/ }).first().click()
  await layers(page).getByRole('button', { name: /^Hide/ }).last().click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the layers')
  expect(await smallTargets(page)).toEqual([])
})

interface SavedImage {
  width: number
  height: number
  radius?: number
  flip?: boolean
  border?: object
  crop?: { x: number; y: number; width: number; height: number }
}

async function savedImage(page: Page): Promise<SavedImage | undefined> {
  await expectSaved(page)
  const id = new URL(page.url()).searchParams.get('project')
  const project: { slides: { imageBoxes: SavedImage[] }[] } = await (await page.context().request.get(`/api/v1/projects/${id}`)).json()
  return project.slides[0]?.imageBoxes[0]
}

test('crops an image with keys and mouse, and sets corners, a border and a flip', { tag: '@long' }, async ({ slideshow: page }) => {
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await page.getByRole('button', { name: 'Add image', exact: true }).click()
  const picker = page.getByRole('dialog', { name: /Choose/ })
  await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 800, height: 800 }))
  await expect(picker).toBeHidden()
  const box = stage(page).getByRole('button', { name: 'harbour' })
  const surface = stage(page).getByRole('application', { name: 'Crop image' })

  await test.step('by keyboard: the right half, and Escape discards', async () => {
    await expect(box).toBeFocused()
    await page.keyboard.press('c')
    await expect(surface).toBeFocused()
    await page.keyboard.press('+')
    await page.keyboard.press('Escape')
    await expect(surface).toBeHidden()
    expect(await savedImage(page)).not.toHaveProperty('crop')
    await expect(box).toBeFocused()
    await page.keyboard.press('c')
    await surface.getByRole('button', { name: 'Crop: left edge' }).focus()
    for (let step = 0; step < 25; step += 1) await page.keyboard.press('ArrowRight')
    await surface.focus()
    await page.keyboard.press('Enter')
    await expect(announcement(page, 'Image cropped')).toBeAttached()
    await expect.poll(() => savedImage(page)).toMatchObject({ width: 50, height: 100, crop: { x: 0.5, y: 0, width: 0.5, height: 1 } })
    await page.keyboard.press('Control+z')
    await expect.poll(() => savedImage(page)).toMatchObject({ width: 100, height: 100 })
  })

  await test.step('by mouse: a double-click, a handle, a pan, a circle', async () => {
    await box.dblclick()
    await expect(surface).toBeFocused()
    const handle = await middleOf(surface.getByRole('button', { name: 'Crop: bottom edge' }))
    await page.mouse.move(handle.x, handle.y)
    await page.mouse.down()
    await page.mouse.move(handle.x, handle.y - 30, { steps: 4 })
    await page.mouse.up()
    await page.mouse.move(handle.x, handle.y - 60)
    await page.mouse.down()
    await page.mouse.move(handle.x, handle.y - 80, { steps: 4 })
    await page.mouse.up()
    await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 2), 'the crop')
    await stage(page).getByRole('button', { name: 'Circle' }).click()
    await stage(page).getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => savedImage(page)).toMatchObject({ radius: 128 })
    const { width, height, crop } = (await savedImage(page)) ?? {}
    expect(width).toBeCloseTo(height ?? 0, 1)
    expect(crop?.y).toBeGreaterThan(0.05)
  })

  await test.step('in the panel', async () => {
    await page.keyboard.press('d')
    await expect(panel(page).getByRole('tab', { name: 'Image' })).toBeFocused()
    await panel(page).getByRole('button', { name: 'Flip image' }).click()
    await panel(page).getByRole('slider', { name: 'Corner radius' }).fill('5')
    await panel(page)
      .getByRole('button', { name: /^Border/ })
      .click()
    await panel(page).getByRole('textbox', { name: 'Border: hex' }).fill('#ff8800')
    await page.keyboard.press('Enter')
    await expect.poll(() => savedImage(page)).toMatchObject({ radius: 5, flip: true, border: { color: '#ff8800', width: 3 } })
    // On the smallest phone, the text below the image is hardly a target.
    const looks = EVERY_VIEWPORT.filter(({ width }) => width > 400)
    await expectAccessibleIn(page, looks, 'the image tab')
    await panel(page).getByRole('button', { name: 'Reset look' }).click()
    await expect.poll(() => savedImage(page)).not.toHaveProperty('border')
    expect(await savedImage(page)).toHaveProperty('crop')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

  test('drags a layer by its grip, and renames it by two taps', { tag: '@long' }, async ({ slideshow: page }) => {
    await page.getByRole('button', { name: /^Slide 2/ }).tap()
    await page.getByRole('group', { name: 'Editor tools' }).getByRole('button', { name: 'Design' }).tap()
    await panel(page).getByRole('tab', { name: 'Layers' }).tap()
    await expect(layer(page, /Text box 2/)).toBeVisible()
    const [back, front] = (await savedTexts(page)).map(({ text }) => text)
    const fingers = await fingersOn(page)
    const grip = await middleOf(layer(page, /Text box 2/).locator('[data-grip]'))
    await fingers('touchStart', [grip])
    for (const by of [10, 25, 40, 55]) await fingers('touchMove', [{ x: grip.x, y: grip.y + by }])
    await fingers('touchEnd', [])
    await expect.poll(async () => (await savedTexts(page)).map(({ text }) => text)).toEqual([front, back])
    await layer(page, /Text box 2/).tap()
    await layer(page, /Text box 2/).tap()
    await page.keyboard.type('Headline')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await savedTexts(page))[0]).toMatchObject({ name: 'Headline' })
    expect(await smallTargets(page)).toEqual([])
  })

  test('crops an image by touch', { tag: '@long' }, async ({ slideshow: page }) => {
    const tools = page.getByRole('group', { name: 'Editor tools' })
    await tools.getByRole('button', { name: 'Add' }).tap()
    await page.getByRole('button', { name: 'Add image', exact: true }).tap()
    const picker = page.getByRole('dialog', { name: /Choose/ })
    await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 800, height: 800 }))
    await expect(picker).toBeHidden()
    const box = stage(page).getByRole('button', { name: 'harbour' })
    await expect(box).toHaveAttribute('aria-pressed', 'true')
    await box.tap()
    await box.tap()
    const surface = stage(page).getByRole('application', { name: 'Crop image' })
    await expect(surface).toBeFocused()

    const fingers = await fingersOn(page)
    const middle = await middleOf(surface.getByRole('button', { name: 'Crop: top edge' }))
    const at = (y: number, apart: number) => [
      { x: middle.x - apart, y: middle.y + y },
      { x: middle.x + apart, y: middle.y + y },
    ]
    await fingers('touchStart', at(45, 15).slice(0, 1))
    await fingers('touchStart', at(45, 15))
    for (const apart of [20, 25, 30]) await fingers('touchMove', at(45, apart))
    await fingers('touchEnd', [])
    expect(await smallTargets(page)).toEqual([])
    await stage(page).getByRole('button', { name: 'Done' }).tap()
    await expect(surface).toBeHidden()
    // Twice as large, below the same frame.
    await expect.poll(async () => (await savedImage(page))?.crop?.width).toBeCloseTo(0.5, 1)
    expect(await savedImage(page)).toMatchObject({ width: 100, height: 100 })
  })
})

test('applies a crop on leaving it in any way but Escape', { tag: '@long' }, async ({ slideshow: page }) => {
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await page.getByRole('button', { name: 'Add image', exact: true }).click()
  const picker = page.getByRole('dialog', { name: /Choose/ })
  await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 800, height: 800 }))
  await expect(picker).toBeHidden()
  const width = async (): Promise<number> => (await savedImage(page))?.crop?.width ?? 1
  const startCrop = async (): Promise<void> => {
    await stage(page).getByRole('button', { name: 'harbour' }).focus()
    await page.keyboard.press('c')
    await expect(stage(page).getByRole('application', { name: 'Crop image' })).toBeFocused()
    await page.keyboard.press('+')
  }
  await expect.poll(() => savedImage(page)).toBeDefined()

  await startCrop()
  await page.reload()
  await expect.poll(width).toBeLessThan(1)
  const reloaded = await width()

  await startCrop()
  await page.getByRole('button', { name: 'All slides', exact: true }).click()
  await expect.poll(width).toBeLessThan(reloaded)
  const inGrid = await width()
  await page.keyboard.press('Escape')

  await startCrop()
  const address = page.url()
  await page.getByRole('navigation').getByRole('link', { name: 'Photo Library' }).first().click()
  await expect(page).toHaveURL(/library/)
  await page.goto(address)
  await expect.poll(width).toBeLessThan(inGrid)
})
