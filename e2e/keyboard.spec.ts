import type { Locator, Page } from '@playwright/test'
import { newAccount } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { expectSaved, stage, stripSlides, textBoxes, topicField } from './driving/studio.ts'
import { readZip } from './driving/zip.ts'

/** Presses Tab until the element has the focus, as somebody without a pointer does. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    if (await what.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(what)}`)
}

test('from signing in to the ZIP without a pointer', async ({ page, context }) => {
  test.setTimeout(180_000)
  const account = await newAccount(context, { pro: true })
  await context.clearCookies()

  await page.goto('/auth')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/content_studio/)

  await test.step('generate', async () => {
    await tabTo(page, topicField(page))
    await page.keyboard.type('3 signs of a good teapot')
    await tabTo(page, page.getByRole('switch', { name: 'Call to action / soft sell' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Generate Slideshow' }))
    await page.keyboard.press('Enter')
    // The number in the topic and the cover.
    await expect(stripSlides(page)).toHaveCount(4, { timeout: 60_000 })
  })

  await test.step('move and edit a box', async () => {
    const box = textBoxes(page).first()
    await tabTo(page, box)
    const before = await box.boundingBox()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await box.boundingBox())?.y ?? 0).toBeGreaterThan((before?.y ?? 0) + 8)
    await page.keyboard.press('Enter')
    await expect(stage(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('it pours')
    await page.keyboard.press('Enter')
    await expect(stage(page).getByRole('button', { name: 'Text box 1: it pours' })).toBeFocused()
    await expectSaved(page)
  })

  await test.step('fullscreen and back', async () => {
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeHidden()
  })

  await test.step('export', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Export' }))
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.getByRole('menuitem').first().focus()
    await page.keyboard.press('Enter')
    expect((await readZip(await download)).map((file) => file.name)).toEqual(['slide_1.png', 'slide_2.png', 'slide_3.png', 'slide_4.png'])
  })
})
