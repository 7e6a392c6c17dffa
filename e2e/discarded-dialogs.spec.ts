import type { Locator, Page } from '@playwright/test'
import { expect, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard what you typed?' })

interface TypedDialog {
  open(): Promise<void>
  dialog: Locator
  field: Locator
}

/** Escape, Close and Cancel ask; typing nothing, or the text from before, asks nothing. */
async function expectAsked(page: Page, { open: press, dialog, field }: TypedDialog): Promise<void> {
  const open = async () => {
    await press()
    await expect(dialog).toBeVisible()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog, 'nothing was typed').toBeHidden()

  await open()
  const before = await field.inputValue()
  await field.fill('https://example.com/typed')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(field).toHaveValue('https://example.com/typed')
  for (const name of ['Close', 'Cancel']) {
    const button = dialog.getByRole('button', { name, exact: true })
    if ((await button.count()) === 0) continue
    await button.click()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
  }
  await field.fill(before)
  await page.keyboard.press('Escape')
  await expect(dialog, 'the text is as before').toBeHidden()

  await open()
  await field.fill('https://example.com/typed')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
}

test('dialogs ask before they discard typed text', async ({ member: page }) => {
  const headers = await apiHeaders(page.context().request)
  await page.context().request.post('/api/v1/companies', { headers, data: { name: 'Moss & Co' } })
  const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true })

  await test.step('an API key', async () => {
    await page.goto('/settings?tab=account')
    const dialog = dialogOf('Create an API key')
    const open = () => page.getByRole('button', { name: 'Create an API key' }).click()
    await expectAsked(page, { open, dialog, field: dialog.getByLabel('Name') })
  })
  await test.step('a webhook, outside of which a click asks, too', async () => {
    await page.goto('/settings?tab=webhooks')
    const dialog = dialogOf('Add a webhook')
    const field = dialog.getByLabel('URL')
    const open = () => page.getByRole('button', { name: 'Add a webhook' }).click()
    await expectAsked(page, { open, dialog, field })
    await open()
    await field.fill('https://example.com')
    await page.mouse.click(8, 8)
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('a link for clients', async () => {
    await page.goto('/post_scheduler')
    const dialog = dialogOf('Share for approval')
    const open = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Share for approval' }).click()
    }
    await expectAsked(page, { open, dialog, field: dialog.getByLabel('Title (optional)') })
  })
  await test.step('the brief of a content plan', async () => {
    await page.goto('/content_plan')
    const dialog = dialogOf('Brief')
    const open = () => page.getByRole('button', { name: /brief/i }).first().click()
    await expectAsked(page, { open, dialog, field: dialog.getByLabel('Topics') })
  })
})

test('Back and a reload ask before they discard typed text', async ({ member: page }) => {
  await page.goto('/settings?tab=webhooks')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^(Post )?Scheduler/ })
    .first()
    .click()
  await expect(page).toHaveURL(/post_scheduler/)
  await page.goBack()
  await expect(page).toHaveURL(/settings/)
  await page.goForward()
  await expect(page).toHaveURL(/post_scheduler/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share for approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share for approval' })
  const title = dialog.getByLabel('Title (optional)')
  await title.fill('Autumn')

  await page.goBack()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/post_scheduler/)
  await expect(title).toHaveValue('Autumn')

  const warned = page.waitForEvent('dialog')
  // A refused reload never loads, so nothing waits for it.
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await expect(title).toHaveValue('Autumn')

  await page.goBack()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/settings/)
  await expect(dialog).toBeHidden()
  // Without typed text, Back is a plain step again.
  await page.goForward()
  await expect(page).toHaveURL(/post_scheduler/)
})
