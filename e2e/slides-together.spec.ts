import type { Page } from '@playwright/test'
import { announcement, fingersOn, middleOf, textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessible, expectAccessibleIn, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { openProject, uploadPhoto, type NewSlide } from './driving/projects.ts'
import { expectSaved, stage, stripSlides } from './driving/studio.ts'
import { smallTargets } from './driving/targets.ts'

const grid = (page: Page) => page.getByRole('region', { name: 'All slides' })
const tile = (page: Page, text: string) => grid(page).getByRole('button', { name: new RegExp(`^Slide \\d+: ${text}`) })
const tool = (page: Page, name: string) => grid(page).getByRole('button', { name, exact: true })
const slide = (text: string, more: NewSlide = {}): NewSlide => ({ textBoxes: [{ text, fontSize: 14 }], ...more })

/** The first words of all slides, in their order. */
async function order(page: Page): Promise<string> {
  const names = await grid(page)
    .getByRole('button', { name: /^Slide \d+: / })
    .evaluateAll((tiles) => tiles.map((one) => one.getAttribute('aria-label') ?? ''))
  return names.map((name) => name.replace(/^Slide \d+: (\w+).*/, '$1')).join(' ')
}

async function openGrid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All slides', exact: true }).click()
  await expect(grid(page)).toBeVisible()
}

const openFive = (page: Page) =>
  openProject(page, { title: 'five', slides: ['one', 'two', 'three', 'four', 'five'].map((text) => slide(text)) })

test('opens, reorders, selects, duplicates and deletes slides by keyboard, with undo', async ({ member: page }) => {
  await openFive(page)
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await stage(page).focus()
  await press('o')
  await expect(tile(page, 'one')).toBeFocused()
  await expectAccessible(page, 'the grid of slides')

  await test.step('a slide is picked up, moved and dropped; Escape puts it back', async () => {
    await press(' ')
    await expect(announcement(page, 'Slide picked up at position 1 of 5')).toBeAttached()
    await press('ArrowRight', 'ArrowRight')
    await expect(announcement(page, 'Position 3 of 5')).toBeAttached()
    await expect.poll(() => order(page)).toBe('two three one four five')
    await expect(tile(page, 'one')).toBeFocused()
    await press('Escape')
    await expect.poll(() => order(page)).toBe('one two three four five')
    await expect(grid(page)).toBeVisible()
    await press(' ', 'End', ' ')
    await expect(announcement(page, 'Slide moved to position 5')).toBeAttached()
    await expect.poll(() => order(page)).toBe('two three four five one')
    await press('Control+z')
    await expect.poll(() => order(page)).toBe('one two three four five')
  })

  await test.step('several are selected and moved as one undo step', async () => {
    await press('Home', 'Shift+ArrowRight')
    await expect(announcement(page, '2 slides selected')).toBeAttached()
    await press('ArrowRight', 'ArrowRight', 'Shift+ ')
    await expect(announcement(page, '3 slides selected')).toBeAttached()
    await press(' ', 'ArrowRight', ' ')
    await expect.poll(() => order(page)).toBe('three one two four five')
    await press('Control+z')
    await expect.poll(() => order(page)).toBe('one two three four five')
  })

  await test.step('the selected are duplicated and deleted together', async () => {
    await press('Control+d')
    await expect.poll(() => order(page)).toBe('one two three four one two four five')
    await press('Delete')
    await expect.poll(() => order(page)).toBe('one two three four five')
    await press('Control+a', 'Delete')
    await expect(page.getByText('A slideshow needs at least one slide')).toBeVisible()
    await expect.poll(() => order(page)).toBe('one two three four five')
  })

  await test.step('Enter edits the slide, Escape returns to the shown one', async () => {
    await press('End', 'Enter')
    await expect(textBox(page, 1)).toHaveAccessibleName('Text box 1: five')
    await press('o')
    await expect(tile(page, 'five')).toBeFocused()
    await press('Escape')
    await expect(stage(page)).toBeFocused()
  })
  await expectSaved(page)
})

test('drags selected slides by mouse, and edits them with buttons', async ({ member: page }) => {
  await openFive(page)
  await openGrid(page)
  await tile(page, 'two').click()
  await tile(page, 'four').click({ modifiers: ['ControlOrMeta'] })
  await expect(grid(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
  const drag = async (from: string, to: string, drop: () => Promise<void>): Promise<void> => {
    const [start, end] = [await middleOf(tile(page, from)), await middleOf(tile(page, to))]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x + 20, end.y, { steps: 4 })
    await drop()
  }
  await drag('four', 'five', () => page.keyboard.press('Escape'))
  await page.mouse.up()
  await expect.poll(() => order(page)).toBe('one two three four five')
  await drag('four', 'five', () => page.mouse.up())
  await expect.poll(() => order(page)).toBe('one three five two four')
  await tool(page, 'Move left').click()
  await expect.poll(() => order(page)).toBe('one three two four five')
  await tile(page, 'five').click()
  await tile(page, 'one').click({ modifiers: ['Shift'] })
  await expect(grid(page).getByText('5 of 5 selected')).toBeVisible()
  await tool(page, 'Clear selection').click()
  await expect(grid(page).getByText('All slides · 5')).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
  await tile(page, 'three').dblclick()
  await expect(textBox(page, 1)).toHaveAccessibleName('Text box 1: three')
})

test('the grid fits every width and theme', { tag: '@long' }, async ({ member: page }) => {
  await openFive(page)
  await openGrid(page)
  await tile(page, 'two').click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the grid of slides')
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('picks up a slide by a long press, and selects others by their checkboxes', async ({ member: page }) => {
    await openFive(page)
    await page.getByRole('button', { name: 'All slides', exact: true }).tap()
    await expect(grid(page)).toBeVisible()
    const fingers = await fingersOn(page)
    const [start, end] = [await middleOf(tile(page, 'one')), await middleOf(tile(page, 'three'))]
    await fingers('touchStart', [start])
    await expect(tile(page, 'one')).toHaveAccessibleName(/picked up/)
    await fingers('touchMove', [{ x: (start.x + end.x) / 2, y: start.y }])
    await fingers('touchMove', [{ x: end.x + 20, y: end.y }])
    await fingers('touchEnd', [])
    await expect.poll(() => order(page)).toBe('two three one four five')
    await grid(page).getByRole('checkbox', { name: 'Select slide 1' }).tap()
    await expect(grid(page).getByText('2 of 5 selected')).toBeVisible()
    const small = await grid(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44))
    expect(small).toEqual([])
    await expectAccessible(page, 'the grid on a phone')
  })
})

test.describe('the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('copies slides to another slideshow, as data, text and image', async ({ member: page }) => {
    const photo = await uploadPhoto(page, greyPng('sea.png', { width: 60, height: 107 }))
    await openProject(page, {
      title: 'first',
      slides: [slide('one', { backgroundImage: photo, brightness: 3 }), slide('two'), slide('three')],
    })
    await stage(page).focus()
    await page.keyboard.press('o')
    await expect(tile(page, 'one')).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    await expect(announcement(page, '2 slides copied')).toBeAttached()
    await expect
      .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types).toSorted()))
      .toEqual(['image/png', 'text/html', 'text/plain', 'web application/x-ninesixteen-slides'])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('one\n\ntwo')

    const id = await openProject(page, { title: 'second', slides: [slide('here'), slide('last')] })
    await stage(page).focus()
    await page.keyboard.press('Control+v')
    await expect(stripSlides(page)).toHaveCount(4)
    await expect(textBox(page, 1)).toHaveAccessibleName('Text box 1: one')
    await expectSaved(page)
    const saved: { slides: { id: string; backgroundImage: string | null; brightness: number; textBoxes: { text: string }[] }[] } = await (
      await page.context().request.get(`/api/v1/projects/${id}`)
    ).json()
    expect(saved.slides.map(({ textBoxes }) => textBoxes[0]?.text)).toEqual(['here', 'one', 'two', 'last'])
    expect(saved.slides[1]).toMatchObject({ backgroundImage: photo, brightness: 3 })
    expect(new Set(saved.slides.map((one) => one.id)).size).toBe(4)
    await page.keyboard.press('Control+z')
    await expect(stripSlides(page)).toHaveCount(2)

    await test.step('by button, after the selected slide', async () => {
      await openGrid(page)
      await tile(page, 'last').click()
      await tool(page, 'Paste slides').click()
      await expect.poll(() => order(page)).toBe('here last one two')
      await tool(page, 'Copy').click()
      await expect(page.getByText('2 slides copied. Paste in this or another slideshow.')).toBeVisible()
    })
  })

  test('rejects hostile, foreign and oversized data, and says why', async ({ member: page, watch }) => {
    watch.expectProblem(/The slides on the clipboard are invalid/)
    await openFive(page)
    await stage(page).focus()
    const paste = (json: string) =>
      page.evaluate((text) => {
        const data = new DataTransfer()
        data.setData('text/html', `<div data-ninesixteen-slides="${encodeURIComponent(text)}">x</div>`)
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      }, json)
    const slides = (count: number, more: object = {}) =>
      JSON.stringify({
        slides: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, textBoxes: [{ id: 'a', text: 'pasted' }], ...more })),
      })
    for (const hostile of ['', '{}', '{"slides":[{"id":"a","backgroundImage":"https://example.org/x.png"}]}', slides(36), '[[[['])
      await paste(hostile)
    await expect(page.getByText('The slides on the clipboard can’t be read. Nothing was changed.').first()).toBeVisible()
    await paste(slides(1, { backgroundImage: 'someone-else/1700000000000_abc.jpg' }))
    await expect(page.getByText('These slides use photos of another account. Nothing was pasted.')).toBeVisible()
    await expect(stripSlides(page)).toHaveCount(5)
    await paste(slides(35))
    await expect(page.getByText('30 of 35 slides pasted. A slideshow can have up to 35.')).toBeVisible()
    await expect(stripSlides(page)).toHaveCount(35)
    await paste(slides(1))
    await expect(page.getByText('A slideshow can have up to 35 slides. Nothing was added.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(stripSlides(page)).toHaveCount(5)
  })
})

test('applies the look of a slide to others by keyboard, in one undo step', async ({ member: page }) => {
  const id = await openProject(page, {
    title: 'looks',
    slides: [{ ...slide('one'), textStyle: 'black-bg', brightness: -3 }, slide('two'), slide('three')],
  })
  const looks = async () => {
    await expectSaved(page)
    const { slides }: { slides: { textStyle: string; brightness: number; textBoxes: { text: string }[] }[] } = await (
      await page.context().request.get(`/api/v1/projects/${id}`)
    ).json()
    return slides.map(({ textStyle, brightness, textBoxes }) => `${textBoxes[0]?.text} ${textStyle} ${brightness}`)
  }
  await stage(page).focus()
  await page.keyboard.press('Shift+S')
  const dialog = page.getByRole('dialog', { name: 'Apply a look' })
  await expect(dialog.getByRole('button', { name: 'Apply to 0 slides' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Slide 3/ }).focus()
  await page.keyboard.press(' ')
  await expectAccessible(page, 'the dialog for looks')
  await dialog.getByRole('button', { name: 'Apply to 1 slide' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(looks).toEqual(['one black-bg -3', 'two outline 0', 'three black-bg -3'])
  await stage(page).focus()
  await page.keyboard.press('Shift+S')
  await dialog.getByRole('checkbox', { name: 'All 2 other slides' }).check()
  await dialog.getByRole('button', { name: 'Apply to 2 slides' }).click()
  await expect.poll(looks).toEqual(['one black-bg -3', 'two black-bg -3', 'three black-bg -3'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(looks).toEqual(['one black-bg -3', 'two outline 0', 'three outline 0'])
})

test('remembers the safe area of the chosen network', async ({ slideshow: page }) => {
  await page.getByRole('button', { name: 'Safe area', exact: true }).click()
  await expect(page.locator('[data-safe-area=tiktok]')).toBeVisible()
  await page.getByRole('button', { name: 'Safe area for: TikTok' }).click()
  await expectAccessible(page, 'the menu of safe areas')
  await page.getByRole('menuitemradio', { name: 'Instagram Stories' }).click()
  await expect(page.locator('[data-safe-area=instagram-stories]')).toHaveText('Instagram Stories')
  await page.reload()
  await expect(page.locator('[data-safe-area=instagram-stories]')).toBeVisible()
  await stage(page).focus()
  await page.keyboard.press('g')
  await expect(page.locator('[data-safe-area]')).toHaveCount(0)
})

test('saves a style by keyboard, and applies, renames and deletes it', async ({ member: page }) => {
  const panel = page.getByRole('region', { name: 'Design', exact: true })
  const openStyles = async (): Promise<void> => {
    await textBox(page, 1).focus()
    await page.keyboard.press('d')
    await panel.getByRole('button', { name: 'Saved styles' }).press('Enter')
  }
  await openProject(page, { title: 'first', slides: [slide('loud', { textStyle: 'black-bg' })] })
  await openStyles()
  await panel.getByRole('button', { name: 'Save style' }).press('Enter')
  await expect(panel.getByRole('textbox', { name: 'Style name' })).toBeFocused()
  await page.keyboard.type('Loud')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Apply Loud' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Save style' })).toBeFocused()
  await expectAccessible(page, 'saved styles')

  const id = await openProject(page, { title: 'second', slides: [{ textBoxes: [{ text: 'quiet', fontSize: 6 }] }] })
  await openStyles()
  await panel.getByRole('button', { name: 'Apply Loud' }).press('Enter')
  await expectSaved(page)
  const saved: { slides: { textBoxes: object[] }[] } = await (await page.context().request.get(`/api/v1/projects/${id}`)).json()
  expect(saved.slides[0]?.textBoxes[0]).toMatchObject({ text: 'quiet', fontSize: 14, textColor: '#ffffff', highlightColor: '#000000' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()

  await panel.getByRole('button', { name: 'Actions for Loud' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await panel.getByRole('textbox', { name: 'New name' }).fill('Louder')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Apply Louder' })).toBeVisible()
  await panel.getByRole('button', { name: 'Actions for Louder' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(panel.getByRole('button', { name: 'Apply Louder' })).toBeHidden()
  await page.getByRole('listitem').filter({ hasText: '“Louder” deleted' }).getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('button', { name: 'Apply Louder' })).toBeVisible()
})
