import type { Page } from '@playwright/test'
import { announcement, frameOf, middleOf, dropFiles, pasteFile, setSide, selectFirst, sideField, textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { expectSaved, stage, stripSlides, textBoxes, topicField } from './driving/studio.ts'

/** Whether the page does something with a key, so that the browser does not. */
async function isTaken(page: Page, key: string): Promise<boolean> {
  await page.evaluate(() => {
    const note = (event: KeyboardEvent) => {
      if (event.key === 'Control') return
      document.body.dataset['taken'] = String(event.defaultPrevented)
      removeEventListener('keydown', note)
    }
    addEventListener('keydown', note)
  })
  await page.keyboard.press(key)
  return (await page.locator('body').getAttribute('data-taken')) === 'true'
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a dragged box snaps to the center unless Ctrl is held, and one undo reverts it', async ({ slideshow: page }) => {
  await selectFirst(page)
  const before = await frameOf(page)
  const from = await middleOf(textBox(page, 1))
  const centre = stage(page).locator('[data-axis="x"][data-kind="centre"]')

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 9, from.y + 40, { steps: 6 })
  await expect(centre).toBeVisible()
  await page.keyboard.down('Control')
  await expect(centre).toBeHidden()
  await page.keyboard.up('Control')
  await expect(centre).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => frameOf(page)).toEqual({ ...before, y: before.y + 40 })

  await page.keyboard.press('Control+z')
  await expect.poll(() => frameOf(page)).toEqual(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => frameOf(page)).toEqual({ ...before, y: before.y + 40 })
})

test('Escape cancels a drag', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  const before = await frameOf(page)
  const from = await middleOf(textBox(page, 1))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 60, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await frameOf(page)).toEqual(before)
  await expect(button(page, 'Undo')).toBeDisabled()
})

test('a handle resizes a box and its font', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  const before = await frameOf(page)
  const size = page.getByRole('toolbar', { name: 'Selected box' }).getByRole('group', { name: 'Font size' }).locator('output')
  const fontBefore = Number(await size.textContent())
  const handle = await middleOf(stage(page).locator('[data-handle="s"]'))
  await page.mouse.move(handle.x, handle.y)
  await page.mouse.down()
  await page.keyboard.down('Control')
  await page.mouse.move(handle.x, handle.y + 50, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect.poll(() => frameOf(page)).toEqual({ ...before, height: before.height + 50 })
  await expect.poll(async () => Number(await size.textContent())).toBeGreaterThan(fontBefore)
  await page.keyboard.press('Control+z')
  await expect(size).toHaveText(String(fontBefore))
})

test('moves, resizes and announces boxes by keyboard', async ({ slideshow: page }) => {
  await selectFirst(page)
  const { x, y } = await frameOf(page)
  await textBox(page, 1).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => frameOf(page)).toMatchObject({ x: x + 1, y: y + 10 })
  await sideField(page, 'width').focus()
  await page.keyboard.type('120')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(sideField(page, 'width')).toHaveValue('130')
  await button(page, 'Align left').focus()
  await page.keyboard.press('Enter')
  await expect(sideField(page, 'x')).toHaveValue('0')
  await expect(announcement(page, 'Aligned left')).toBeAttached()
})

test('aligns and distributes several boxes, each in one undo step', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  for (const [number, place] of [
    [1, { x: 10, y: 30 }],
    [2, { x: 40, y: 120 }],
    [3, { x: 60, y: 300 }],
  ] as const) {
    if (number > (await textBoxes(page).count())) await button(page, 'Add text').click()
    await textBox(page, number).focus()
    await expect(textBox(page, number)).toHaveAttribute('aria-pressed', 'true')
    await setSide(page, 'height', 70)
    await setSide(page, 'x', place.x)
    await setSide(page, 'y', place.y)
  }
  await textBox(page, 1).focus()
  await page.keyboard.press('Control+a')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'several boxes selected')
  const places = () =>
    Promise.all([1, 2, 3].map(async (number) => (await textBox(page, number).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }))
  const tools = page.getByRole('group', { name: 'Align to each other' })
  await tools.getByRole('button', { name: 'Space evenly down' }).click()
  await expect
    .poll(async () => {
      const [first, second, third] = await places()
      return Math.abs((second?.y ?? 0) - ((first?.y ?? 0) + (third?.y ?? 0)) / 2)
    })
    .toBeLessThan(1)
  await tools.getByRole('button', { name: 'Align left' }).click()
  await expect.poll(async () => new Set((await places()).map((place) => Math.round(place.x))).size).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => new Set((await places()).map((place) => Math.round(place.x))).size).toBe(3)
})

test('pastes rich text as plain text, without a violation of the policy', async ({ slideshow: page }) => {
  const rich = await page.context().newPage()
  await rich.setContent('<style>p { margin: 0 }</style><p style="color: red">calm <b style="font-size: 30px">mornings</b></p>')
  await rich.keyboard.press('Control+a')
  await rich.keyboard.press('Control+c')
  await rich.close()
  await page.bringToFront()
  await selectFirst(page)
  await page.keyboard.press('Control+v')
  await expect(stage(page).getByRole('button', { name: /^Text box \d+: calm mornings$/ })).toHaveAttribute('aria-pressed', 'true')
  const topic = page.getByLabel('Topic', { exact: true })
  await topic.fill('')
  await topic.press('Control+v')
  await expect(topic).toHaveValue('calm mornings')
})

test('pastes an image at its position and size, and undoes it', async ({ slideshow: page }) => {
  await selectFirst(page)
  await pasteFile(page, greyPng('cup.png', { width: 400, height: 200 }))
  const image = stage(page).getByRole('button', { name: 'cup' })
  await expect(image).toHaveAttribute('aria-pressed', 'true')
  expect(await frameOf(page)).toEqual({ x: 50, y: 100, width: 120, height: 60 })
  await page.keyboard.press('Control+z')
  await expect(image).toBeHidden()
})

test('shortcuts and pasting work after using a slider and a switch, and not in text fields', async ({ slideshow: page }) => {
  const brightness = page.getByRole('slider', { name: 'Brightness' })
  await brightness.focus()
  await page.keyboard.press('ArrowRight')
  await expect(brightness).toHaveValue('1')
  await page.keyboard.press('Control+z')
  await expect(brightness).toHaveValue('0')
  await page.keyboard.press('Control+y')
  await expect(brightness).toHaveValue('1')
  expect(await isTaken(page, 'Control+s'), 'the browser would save the page').toBe(true)

  await button(page, 'Fullscreen').click()
  await page.getByRole('slider', { name: 'Contrast' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Fullscreen')).toBeVisible()

  await page.getByRole('switch', { name: 'Change all slides' }).click()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('slider', { name: 'Contrast' })).toHaveValue('0')
  await pasteFile(page, greyPng('cup.png', { width: 400, height: 200 }))
  await expect(stage(page).getByRole('button', { name: 'cup' })).toBeVisible()

  await topicField(page).focus()
  expect(await isTaken(page, 'Control+z')).toBe(false)
})

test('Escape while typing discards the text, and redo or the message brings it back', async ({ slideshow: page }) => {
  const title = textBox(page, 1)
  const before = await title.getAttribute('aria-label')
  const type = async (text: string): Promise<void> => {
    await title.dblclick()
    await stage(page).getByRole('textbox').fill(text)
    await page.keyboard.press('Escape')
    await expect(title).toHaveAttribute('aria-label', before ?? '')
  }
  await type('typed once')
  await page.keyboard.press('Control+Shift+z')
  await expect(title).toHaveAttribute('aria-label', 'Text box 1: typed once')
  await page.keyboard.press('Control+z')
  await type('typed twice')
  await page.getByRole('button', { name: 'Restore text' }).last().click()
  await expect(title).toHaveAttribute('aria-label', 'Text box 1: typed twice')
  await expectSaved(page)
})

test('after the Design panel closes, keys reach the selected box', async ({ slideshow: page }) => {
  await button(page, 'Design').click()
  const panel = page.getByRole('region', { name: 'Design' })
  await panel.getByRole('tab', { name: 'Elements' }).click()
  await panel.getByRole('button', { name: 'Rectangle', exact: true }).click()
  const shape = stage(page).getByRole('button', { name: 'Rectangle 1' })
  await expect(shape).toHaveAttribute('aria-pressed', 'true')
  await panel.getByRole('button', { name: 'Rectangle', exact: true }).focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(shape).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(shape).toHaveCount(0)
})

test('images dropped on the slide become boxes, on the film strip photos, and nowhere replace the page', async ({ slideshow: page }) => {
  const image = (name: string) => greyPng(name, { width: 400, height: 200 })
  const slide = stage(page).locator('div[data-format]')
  const { width = 0 } = (await slide.boundingBox()) ?? {}
  expect(await dropFiles(slide, { files: [image('cup.png')], at: { x: width / 4, y: width } })).toBe(true)
  await expect(stage(page).getByRole('button', { name: 'cup' })).toBeVisible()
  const { x, y, width: boxWidth, height: boxHeight } = await frameOf(page)
  expect(Math.abs(x + boxWidth / 2 - 64)).toBeLessThan(2)
  expect(Math.abs(y + boxHeight / 2 - 256)).toBeLessThan(2)

  const count = await stripSlides(page).count()
  const last = stripSlides(page).last()
  expect(await dropFiles(last, { files: [image('desk.png')], at: { x: 5, y: 5 } })).toBe(true)
  await expect(announcement(page, 'Background changed')).toBeAttached()
  await expect(last).toHaveAttribute('aria-current', 'true')

  await dropFiles(last, { files: [image('a.png'), image('b.png')], at: { x: 5, y: 5 } })
  await page.getByRole('dialog', { name: 'Add 2 slides?' }).getByRole('button', { name: 'Add slides' }).click()
  await expect(stripSlides(page)).toHaveCount(count + 2)

  expect(await dropFiles(page.locator('h1'), { files: [image('cup.png')], at: { x: 1, y: 1 } })).toBe(true)
  await expectSaved(page)
})

test('the toolbar of a box covers no other toolbar', { tag: '@long' }, async ({ slideshow: page }) => {
  await button(page, 'Add text').click()
  // It is typed into at once; the toolbar comes when that is over.
  await page.keyboard.press('Escape')
  const toolbar = page.getByRole('toolbar', { name: 'Selected box' })
  await expect(toolbar).toBeVisible()
  // The new box is right under the title, whose middle can be clicked.
  await textBoxes(page).first().click({ timeout: 15_000 })
  await expect(textBoxes(page).first()).toHaveAttribute('aria-pressed', 'true')
  const [box, bar] = [await textBoxes(page).first().boundingBox(), await toolbar.boundingBox()]
  if (!box || !bar) throw new Error('Box and toolbar are shown')
  expect(bar.y >= box.y + box.height || bar.y + bar.height <= box.y || bar.x >= box.x + box.width).toBe(true)
})

test('previews and restores an earlier version, and reverts the restore', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  await expectSaved(page)
  const original = (await textBox(page, 1).getAttribute('aria-label')) ?? ''
  await textBox(page, 1).dblclick()
  await stage(page).getByRole('textbox').fill('written later')
  await page.keyboard.press('Enter')
  await expectSaved(page)

  const dialog = page.getByRole('dialog', { name: 'Earlier versions' })
  const openNewest = async (): Promise<void> => {
    await button(page, 'Earlier versions').click()
    await expect(dialog.getByRole('list', { name: 'Versions' }).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
    await expect(dialog.getByRole('listitem').filter({ has: page.locator('canvas[data-drawn]') })).toHaveCount(3)
  }
  const restore = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await expect(dialog).toBeHidden()
  }
  await openNewest()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'earlier versions')
  await restore()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', original)
  await openNewest()
  await restore()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', 'Text box 1: written later')
  await page.reload()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', 'Text box 1: written later')
})

test('downloads one slide, and warns about overflowing text and missing glyphs', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  for (const [text, badge] of [
    ['donaudampfschifffahrtsgesellschaft', 'Smaller to fit'],
    ['朝の習慣 \ue000', 'Unknown character'],
  ] as const) {
    await textBox(page, 1).dblclick()
    await stage(page).getByRole('textbox').fill(text)
    await page.keyboard.press('Enter')
    await expect(stage(page).getByText(badge)).toBeVisible()
  }
  await textBox(page, 1).dblclick()
  await stage(page).getByRole('textbox').fill('far too many words for a box as small as this one '.repeat(6))
  await page.keyboard.press('Enter')
  await expect(stage(page).getByText('Doesn’t fit')).toBeVisible()
  await button(page, 'Style: Outline').click()
  await button(page, 'Style: White box').click()
  await button(page, 'Style: Black box').click()
  await expect(stage(page).getByText('Low contrast').first()).toBeVisible()
  await expect(stripSlides(page).first()).toHaveAccessibleDescription(/doesn’t fit its box/)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'badges')

  await stripSlides(page).nth(1).click()
  await button(page, 'Export').click()
  await expect(page.getByRole('menuitem', { name: /^Slide 1.*Text box 1 doesn’t fit its box/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Download this slide/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('slide_2.png')
})

test('asks about a missing photo before the export', { tag: '@long' }, async ({ slideshow: page, watch }) => {
  watch.expectProblem(/^HTTP 404 GET \/files\//)
  await selectFirst(page)
  await button(page, 'Background').click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
  await expect(picker).toBeHidden()
  await expectSaved(page)

  await page.route(
    ({ pathname }) => pathname.startsWith('/files/'),
    (route) => route.fulfill({ status: 404 }),
  )
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: /^Download ZIP/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Some photos are missing' })
  await expect(dialog.getByText('Failed to load photo 1')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'missing photos')
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export anyway' }).click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
})
