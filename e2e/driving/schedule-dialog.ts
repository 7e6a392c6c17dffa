import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the dialog that schedules the slideshow at hand. */
export async function openScheduleDialog(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Post' })
  await expect(dialog.getByRole('group', { name: 'When' })).toBeVisible()
  return dialog
}

/** Makes the choices that TikTok requires for each post. */
export async function chooseAudience(dialog: Locator, audience: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Who can see this post' }).click()
  await dialog.getByRole('option', { name: audience }).click()
  await dialog.getByRole('checkbox', { name: /By posting, you agree to TikTok's Music Usage Confirmation/ }).check()
}
