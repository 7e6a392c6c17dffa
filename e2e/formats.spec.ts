import type { Page } from '@playwright/test'
import { announcement, frameOf, setSide, sideField, textBox } from './driving/editing.ts'
import { greyPng } from './driving/images.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { chooseFormat, formatMenu, generator, savedSlides, stage, stripSlides } from './driving/studio.ts'

interface SavedSlide {
  textBoxes: { id: string; text: string; x: number; y: number }[]
  photoFocus?: number
  formats?: Record<string, { boxes?: Record<string, { x: number; y: number }>; photoPlacement?: object }>
}

const ratioOf = async (page: Page): Promise<number> => {
  const { width = 0, height = 1 } = (await stage(page).locator('div[data-format]').boundingBox()) ?? {}
  return width / height
}

test('a box moves in one format only, and undo switches to that format', async ({ slideshow: page }) => {
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await textBox(page, 1).click()
  const main = await frameOf(page)
  await chooseFormat(page, '4:5')
  expect(await ratioOf(page)).toBeCloseTo(4 / 5, 2)
  await textBox(page, 1).click()
  const automatic = await frameOf(page)
  expect(automatic.y).not.toBe(main.y)

  await test.step('moved there alone', async () => {
    await setSide(page, 'y', 30)
    await chooseFormat(page, '9:16')
    await textBox(page, 1).click()
    expect(await frameOf(page)).toEqual(main)
    await chooseFormat(page, '4:5')
    await textBox(page, 1).click()
    await expect(sideField(page, 'y')).toHaveValue('30')
    const slide = async () => (await savedSlides<SavedSlide>(page))[0]
    await expect.poll(async () => Object.values((await slide())?.formats?.['4:5']?.boxes ?? {}).map(({ y }) => y)).toEqual([30])
    expect((await slide())?.textBoxes[0]?.y).toBe(main.y)
  })

  await test.step('undo from another format goes back to it', async () => {
    await chooseFormat(page, '1:1')
    await stage(page).focus()
    await page.keyboard.press('Control+z')
    await expect(formatMenu(page)).toHaveText('4:5')
    await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.formats).toBeUndefined()
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.formats).toBeDefined()
  })

  await test.step('automatic again, for the box and from the menu', async () => {
    await textBox(page, 1).click()
    await page.getByRole('button', { name: 'Reset to automatic' }).click()
    await expect(sideField(page, 'y')).toHaveValue(String(automatic.y))
    await setSide(page, 'y', 40)
    await formatMenu(page).click()
    await page.getByRole('menuitem', { name: /^Reset 4:5 to automatic/ }).click()
    await expect(announcement(page, '4:5 is laid out automatically again')).toBeAttached()
    await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.formats).toBeUndefined()
  })

  await test.step('the format is there again after a reload', async () => {
    await chooseFormat(page, '3:4')
    await page.reload()
    await expect(formatMenu(page)).toHaveText('3:4')
    await expect(generator(page).getByRole('radio', { name: '3:4' })).toBeChecked()
  })
})

test('switches formats by keyboard, with the slide strip and the photo focus', async ({ slideshow: page }) => {
  await page.getByRole('button', { name: 'Background', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
  await expect(picker).toBeHidden()
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await stage(page).focus()
  for (const [format, ratio] of [
    ['4:5', 0.8],
    ['3:4', 0.75],
    ['1:1', 1],
  ] as const) {
    await page.keyboard.press('r')
    await expect(announcement(page, `Format ${format}`)).toBeAttached()
    expect(await ratioOf(page)).toBeCloseTo(ratio, 2)
    const { width = 0, height = 1 } = (await stripSlides(page).first().locator('canvas').boundingBox()) ?? {}
    expect(width / height).toBeCloseTo(ratio, 1)
  }
  await page.keyboard.press('d')
  const panel = page.getByRole('region', { name: 'Design', exact: true })
  await panel.getByRole('tab', { name: 'Photo' }).focus()
  await page.keyboard.press('Enter')
  const focus = panel.getByRole('slider', { name: 'Focus of the photo' })
  await focus.focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await savedSlides<SavedSlide>(page))[0]?.photoFocus).toBeGreaterThan(0.7)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the photo tab in 1:1')
})
