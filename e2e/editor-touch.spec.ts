import { fingersOn, middleOf, sideField, textBox } from './driving/editing.ts'
import { expect, expectAccessible, test } from './driving/journey.ts'
import { stage } from './driving/studio.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

test('drags and scales boxes by touch, with controls that leave the slide visible', async ({ slideshow: page }) => {
  const tools = page.getByRole('group', { name: 'Editor tools' })
  await textBox(page, 1).tap()
  await expect(textBox(page, 1)).toHaveAttribute('aria-pressed', 'true')

  for (const name of ['Slides', 'Add', 'Light', 'Box', 'More']) {
    await tools.getByRole('button', { name }).tap()
    await expect(tools.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page, `phone, ${name}`)
    const small = await page
      .locator('[data-tray] button:not([role="switch"])')
      .evaluateAll((buttons) =>
        buttons
          .map((one) => ({ name: one.textContent || one.getAttribute('aria-label'), box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44),
      )
    expect(small, `targets of ${name}`).toEqual([])
  }
  const bottom = await page.getByRole('navigation', { name: 'Sections' }).boundingBox()
  const tray = await tools.boundingBox()
  expect((tray?.y ?? Infinity) + (tray?.height ?? 0), 'stage and controls are seen together').toBeLessThanOrEqual((bottom?.y ?? 0) + 1)

  await tools.getByRole('button', { name: 'Box' }).tap()
  const fingers = await fingersOn(page)
  const start = await middleOf(textBox(page, 1))
  const y = Number(await sideField(page, 'y').inputValue())
  await fingers('touchStart', [start])
  for (const by of [10, 20, 30, 40]) await fingers('touchMove', [{ x: start.x, y: start.y + by }])
  await fingers('touchEnd', [])
  await expect.poll(async () => Number(await sideField(page, 'y').inputValue())).toBeGreaterThan(y + 20)

  const middle = await middleOf(textBox(page, 1))
  const width = Number(await sideField(page, 'width').inputValue())
  const apart = (by: number) => [
    { x: middle.x - by, y: middle.y },
    { x: middle.x + by, y: middle.y },
  ]
  await fingers('touchStart', apart(60).slice(0, 1))
  await fingers('touchStart', apart(60))
  for (const by of [50, 40, 30]) await fingers('touchMove', apart(by))
  await fingers('touchEnd', [])
  await expect.poll(async () => Number(await sideField(page, 'width').inputValue())).toBeLessThan(width * 0.8)
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(sideField(page, 'width')).toHaveValue(String(width))
  await expect(stage(page).getByRole('button', { name: /^Text box 1/ })).toBeVisible()
})

test('a selected box can be duplicated and deleted next to the Design panel', async ({ slideshow: page }) => {
  await textBox(page, 1).tap()
  await page.getByRole('group', { name: 'Editor tools' }).getByRole('button', { name: 'Design' }).tap()
  await expect(page.getByRole('region', { name: 'Design', exact: true })).toBeVisible()
  const toolbar = page.getByRole('toolbar', { name: 'Selected box' })
  const isOnTop = (name: string) =>
    toolbar.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const))
      return corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
    })
  for (const name of ['Duplicate', 'Delete']) await expect.poll(() => isOnTop(name), name).toBe(true)
  const texts = stage(page).getByRole('button', { name: /^Text box \d+: / })
  const count = await texts.count()
  await toolbar.getByRole('button', { name: 'Duplicate', exact: true }).tap()
  await expect(texts).toHaveCount(count + 1)
  await toolbar.getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(texts).toHaveCount(count)
})

test('fits fullscreen on the smallest phone, where a box follows the finger', { tag: '@long' }, async ({ slideshow: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await textBox(page, 1).tap()
  const tools = page.getByRole('group', { name: 'Editor tools' })
  await tools.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('button', { name: 'Fullscreen', exact: true }).tap()
  await expect(page.getByRole('button', { name: 'Move slide right' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Leave fullscreen' }).first()).toBeInViewport({ ratio: 1 })
  const toolbar = page.getByRole('toolbar', { name: 'Selected box' })
  await expect(toolbar).toBeInViewport({ ratio: 1 })
  await toolbar.getByRole('button', { name: 'Delete' }).scrollIntoViewIfNeeded()
  await expect(toolbar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'fullscreen at 320')

  await tools.getByRole('button', { name: 'Box' }).tap()
  const y = Number(await sideField(page, 'y').inputValue())
  const fingers = await fingersOn(page)
  const start = await middleOf(textBox(page, 1))
  await fingers('touchStart', [start])
  for (const by of [10, 20, 30, 40]) await fingers('touchMove', [{ x: start.x, y: start.y + by }])
  await fingers('touchEnd', [])
  await expect.poll(async () => Number(await sideField(page, 'y').inputValue())).toBeGreaterThan(y + 15)
  await page.getByRole('button', { name: 'Leave fullscreen' }).first().tap()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
})
