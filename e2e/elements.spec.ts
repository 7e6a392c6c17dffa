import type { Page } from '@playwright/test'
import { announcement } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { savedSlides, stage } from './driving/studio.ts'
import { smallTargets } from './driving/targets.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Design', exact: true })

interface SavedShape {
  shape: string
  glyph?: string
  fill?: string
  rotation?: number
  step?: number
  steps?: number
}

interface SavedSlide {
  textBoxes: { text: string; pageNumber?: string }[]
  shapeBoxes?: SavedShape[]
  layers?: string[]
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('creates a poster by keyboard with a shape, sticker, icon, numbers and dots', async ({ slideshow: page }) => {
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)
  await stage(page).focus()
  await press(page, 'd')
  await expect(panel(page).getByRole('tab', { selected: true })).toBeFocused()
  await panel(page).getByRole('tab', { name: 'Elements' }).focus()
  await press(page, 'Enter')

  await test.step('a colored panel behind the text', async () => {
    await panel(page).getByRole('button', { name: 'Rectangle', exact: true }).focus()
    await press(page, 'Enter')
    await expect(announcement(page, 'Rectangle added')).toBeAttached()
    await panel(page).getByRole('tab', { name: 'Elements' }).focus()
    await press(page, 'ArrowLeft', 'ArrowLeft', 'Enter')
    await panel(page).getByRole('button', { name: /^Fill/ }).focus()
    await press(page, 'Enter')
    await panel(page).getByRole('textbox', { name: 'Fill: hex' }).focus()
    await press(page, 'Control+a')
    await page.keyboard.type('fe2c55')
    await press(page, 'Enter')
    await expect
      .poll(async () => (await savedSlides<SavedSlide>(page))[0]?.shapeBoxes)
      .toMatchObject([{ shape: 'rectangle', fill: '#fe2c55' }])
  })

  await test.step('an emoji found by its name, over everything', async () => {
    await panel(page).getByRole('tab', { name: 'Elements' }).focus()
    await press(page, 'Enter')
    await panel(page).getByRole('searchbox', { name: 'Search emoji' }).focus()
    await page.keyboard.type('fox')
    await panel(page).getByRole('button', { name: 'fox', exact: true }).focus()
    await press(page, 'Enter')
    const slide = async () => (await savedSlides<SavedSlide>(page))[0]
    await expect.poll(async () => (await slide())?.shapeBoxes).toMatchObject([{ shape: 'rectangle' }, { shape: 'emoji', glyph: '1f98a' }])
    await expect.poll(async () => (await slide())?.layers?.length).toBeGreaterThan(2)
  })

  await test.step('an icon by the arrow keys', async () => {
    await panel(page).getByRole('radio', { name: 'Icons' }).focus()
    await press(page, ' ')
    await panel(page).getByRole('searchbox', { name: 'Search icons' }).focus()
    await press(page, 'Control+a')
    await page.keyboard.type('heart')
    await panel(page).getByRole('button', { name: 'heart', exact: true }).focus()
    await press(page, 'ArrowRight', 'ArrowLeft', 'Enter')
    await expect
      .poll(async () => (await savedSlides<SavedSlide>(page))[0]?.shapeBoxes?.[2])
      .toMatchObject({ shape: 'icon', glyph: 'heart' })
  })

  await test.step('page numbers and progress dots on every slide, which follow a deletion', async () => {
    for (const name of ['Page number', 'Progress dots']) {
      await panel(page).getByRole('button', { name, exact: true }).focus()
      await press(page, 'Enter')
    }
    const numbers = async () =>
      (await savedSlides<SavedSlide>(page)).map((slide) => [
        slide.textBoxes.find(({ pageNumber }) => pageNumber)?.text,
        slide.shapeBoxes?.find(({ shape }) => shape === 'progress')?.step,
      ])
    await expect.poll(numbers).toEqual([
      ['1/3', 1],
      ['2/3', 2],
      ['3/3', 3],
    ])
    await panel(page).getByRole('button', { name: 'Page number', exact: true }).focus()
    await press(page, 'Enter')
    await expect(announcement(page, 'Every slide has it already')).toBeAttached()
    await press(page, 'Escape')
    await page.getByRole('button', { name: 'Delete slide' }).focus()
    await press(page, 'Enter')
    await expect.poll(numbers).toEqual([
      ['1/2', 1],
      ['2/2', 2],
    ])
  })
})

test('elements and the shape settings are accessible', { tag: '@long' }, async ({ slideshow: page }) => {
  test.setTimeout(180_000)
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  await panel(page).getByRole('tab', { name: 'Elements' }).click()
  await expect(panel(page).getByRole('button', { name: 'grinning face', exact: true })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the elements')
  expect(await smallTargets(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Speech bubble', exact: true }).click()
  await panel(page).getByRole('tab', { name: 'Shape' }).click()
  await panel(page).getByRole('button', { name: /^Fill/ }).click()
  for (const name of ['Rotation and opacity', 'Shadow']) await panel(page).getByRole('button', { name, exact: true }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the look of a shape')
})
