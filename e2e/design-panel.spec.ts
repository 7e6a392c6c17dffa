import type { Page } from '@playwright/test'
import { announcement, selectFirst, textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { smallTargets } from './driving/targets.ts'
import { savedSlides, stage, stagePixels } from './driving/studio.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Design', exact: true })
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name })

interface SavedSlide {
  backgroundImage: string | null
  backdrop?: object
  photoPlacement?: { zoom: number; x: number; flip: boolean }
  photoEffects?: object
  textBoxes: Record<string, unknown>[]
}

const firstText = async (page: Page) => (await savedSlides<SavedSlide>(page))[0]?.textBoxes[0] ?? {}

test('changes color, font, alignment and background by keyboard', async ({ slideshow: page }) => {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await textBox(page, 1).focus()
  await press('d')
  await expect(tab(page, 'Text')).toBeFocused()
  await expect(panel(page).getByText('Selected text')).toBeVisible()
  const before = await stagePixels(page)

  await test.step('the color of the text', async () => {
    await panel(page).getByRole('button', { name: /^Text/ }).focus()
    await press('Enter')
    await panel(page).getByRole('textbox', { name: 'Text: hex' }).focus()
    await press('Control+a')
    await page.keyboard.type('ff8800')
    await press('Enter')
    await expect.poll(() => firstText(page)).toMatchObject({ textColor: '#ff8800' })
    await expect.poll(() => stagePixels(page)).not.toBe(before)
  })

  await test.step('Escape in the fonts returns to the first, Enter keeps one as one undo step', async () => {
    await panel(page).getByRole('button', { name: 'Font: TikTok Sans' }).focus()
    await press('Enter')
    await expect(panel(page).getByRole('combobox', { name: 'Search fonts' })).toBeFocused()
    await press('ArrowDown', 'ArrowDown')
    await expect(panel(page).getByRole('option', { selected: true })).toHaveText('Archivo Black')
    await press('Escape')
    await expect(panel(page).getByRole('button', { name: 'Font: TikTok Sans' })).toBeFocused()
    await press('Enter')
    await page.keyboard.type('mono')
    await press('ArrowDown', 'ArrowDown', 'Enter')
    await expect.poll(() => firstText(page)).toMatchObject({ font: 'jetbrains-mono' })
    await press('Control+z')
    await expect.poll(async () => (await firstText(page))['font']).toBeUndefined()
    await expect(panel(page).getByRole('button', { name: 'Font: TikTok Sans' })).toBeFocused()
  })

  await test.step('alignment', async () => {
    await panel(page).getByRole('button', { name: 'Align text left' }).focus()
    await press('Enter')
    await expect.poll(() => firstText(page)).toMatchObject({ align: 'left', textColor: '#ff8800' })
  })

  await test.step('a gradient behind the texts', async () => {
    await tab(page, 'Text').focus()
    await press('ArrowRight', 'Enter')
    await panel(page).getByRole('button', { name: 'Ocean' }).focus()
    await press('Enter')
    await expect
      .poll(async () => (await savedSlides<SavedSlide>(page))[0]?.backdrop)
      .toEqual({
        kind: 'gradient',
        from: '#38bdf8',
        to: '#1e3a8a',
        angle: 0,
      })
  })

  await test.step('undo everything, close', async () => {
    await press('Control+z', 'Control+z', 'Control+z')
    await expect.poll(() => stagePixels(page)).toBe(before)
    await press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(textBox(page, 1)).toBeFocused()
  })
})

test('emphasises words of a text, in a color and on a plate, and undoes it', async ({ slideshow: page }) => {
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await textBox(page, 1).focus()
  await page.keyboard.press('d')
  const before = await stagePixels(page)
  await panel(page).getByRole('button', { name: 'Emphasis', exact: true }).click()
  const words = panel(page).getByRole('group', { name: 'Words' }).getByRole('button')
  await words.nth(0).press('Enter')
  await words.nth(1).click()
  await expect(words.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => firstText(page)).toMatchObject({ emphasis: [{ start: 0, color: '#ffd60a' }] })
  await expect.poll(() => stagePixels(page)).not.toBe(before)

  await panel(page)
    .getByRole('button', { name: /^Plate/ })
    .click()
  const hex = panel(page).getByRole('textbox', { name: 'Plate: hex' })
  await hex.fill('7c3aed')
  await hex.press('Enter')
  await expect.poll(() => firstText(page)).toMatchObject({ emphasis: [{ start: 0, highlight: '#7c3aed' }] })
  await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 1), 'the emphasis')

  await panel(page).getByRole('button', { name: 'Remove emphasis' }).click()
  await expect.poll(() => stagePixels(page)).toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(() => firstText(page)).toMatchObject({ emphasis: [{ highlight: '#7c3aed' }] })
})

test('the open panel is accessible', { tag: '@long' }, async ({ slideshow: page }) => {
  test.setTimeout(180_000)
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  await expect(panel(page).getByText('All texts on this slide')).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^Outline/ })
    .click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the text tab with a color')
  await panel(page).getByRole('button', { name: 'Font: TikTok Sans' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT.slice(0, 2), 'the fonts')
  await page.keyboard.press('Escape')
  for (const name of ['Spacing', 'Rotation and opacity', 'Shadow']) await panel(page).getByRole('button', { name, exact: true }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the text tab with all fields')
  expect(await smallTargets(page)).toEqual([])
  await tab(page, 'Photo').click()
  await panel(page).getByRole('radio', { name: 'Gradient' }).check()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the photo tab')
})

test('moves, zooms and mirrors the background photo, on one slide or all', { tag: '@long' }, async ({ slideshow: page }) => {
  await page.getByRole('button', { name: 'Background', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 1920, height: 1080 }))
  await expect(picker).toBeHidden()
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  await tab(page, 'Photo').click()
  const placement = async () => (await savedSlides<SavedSlide>(page))[0]?.photoPlacement

  await panel(page).getByRole('button', { name: 'Adjust photo' }).click()
  const surface = stage(page).getByRole('application', { name: 'Adjust photo' })
  await expect(surface).toBeFocused()
  await page.keyboard.press('+')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(surface).toBeHidden()
  await expect.poll(placement).toMatchObject({ zoom: 1.1 })
  const x = (await placement())?.x ?? 1
  expect(x).toBeLessThan(0.5)

  await panel(page).getByRole('button', { name: 'Adjust photo' }).click()
  const box = await surface.boundingBox()
  if (!box) throw new Error('The photo is not on the page')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 10, box.y + 40, { steps: 4 })
  await page.mouse.up()
  await stage(page).getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await placement())?.x).toBeGreaterThan(x)

  await panel(page).getByRole('button', { name: 'Flip photo' }).click()
  await panel(page).getByRole('radio', { name: 'All slides' }).check()
  await panel(page).getByRole('radio', { name: 'Mono' }).check()
  await expect
    .poll(async () => (await savedSlides<SavedSlide>(page)).map((slide) => slide.photoEffects))
    .toEqual([{ filter: 'mono' }, { filter: 'mono' }, { filter: 'mono' }])
  expect(await placement()).toMatchObject({ flip: true })

  // A color instead of the photo, and the photo back.
  await panel(page).getByRole('radio', { name: 'This slide' }).check()
  await panel(page).getByRole('radio', { name: 'Color' }).check()
  await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.backgroundImage).toBeNull()
  await panel(page).getByRole('radio', { name: 'Photo', exact: true }).check()
  await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.backgroundImage).not.toBeNull()
})

test('makes a text readable, and applies its style to other texts', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  await page.keyboard.press('d')
  await tab(page, 'Photo').click()
  await panel(page).getByRole('button', { name: 'Paper' }).click()
  await tab(page, 'Text').click()
  await panel(page).getByRole('button', { name: 'Make readable' }).click()
  await expect(announcement(page, 'Made readable')).toBeAttached()
  await expect(panel(page).getByText('Readable', { exact: true })).toBeVisible()
  await expect.poll(() => firstText(page)).toMatchObject({ highlightColor: '#000000' })

  await panel(page).getByRole('button', { name: 'Capitals' }).click()
  await page.keyboard.press('Control+Alt+c')
  await expect(announcement(page, 'Style copied')).toBeAttached()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Control+Alt+v')
  await expect
    .poll(async () => (await savedSlides<SavedSlide>(page))[1]?.textBoxes)
    .toMatchObject([
      { uppercase: true, highlightColor: '#000000' },
      { uppercase: true, highlightColor: '#000000' },
    ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

  test('the panel is a sheet that leaves the slide visible', { tag: '@long' }, async ({ slideshow: page }) => {
    await page.getByRole('group', { name: 'Editor tools' }).getByRole('button', { name: 'Design' }).tap()
    await expect(panel(page)).toBeVisible()
    const slide = await stage(page).locator('canvas').nth(1).boundingBox()
    const sheet = await panel(page).boundingBox()
    expect((slide?.y ?? 0) + (slide?.height ?? Infinity), 'the sheet begins below the slide').toBeLessThanOrEqual(sheet?.y ?? 0)
    await panel(page).getByRole('button', { name: 'Capitals' }).tap()
    await expect.poll(() => firstText(page)).toMatchObject({ uppercase: true })
    expect(await smallTargets(page)).toEqual([])
    await panel(page).getByRole('button', { name: 'Close design' }).tap()
    await expect(page.getByRole('group', { name: 'Editor tools' })).toBeVisible()
  })
})
