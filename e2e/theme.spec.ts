import { expect, expectAccessible, test } from './driving/journey.ts'

test('the theme follows the system until one is chosen', async ({ page, account, context }) => {
  void account
  const root = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings?tab=appearance')
  const dark = page.getByRole('switch', { name: 'Dark Mode' })
  const follow = page.getByRole('switch', { name: 'Follow the system' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(dark).not.toBeChecked()
  await expect(follow).toBeChecked()
  await expectAccessible(page, 'appearance')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(dark).toBeChecked()

  const saved = page.waitForResponse((reply) => reply.url().endsWith('/me/settings') && reply.ok())
  await dark.uncheck()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(follow).not.toBeChecked()
  await saved
  // The choice holds in every browser of the account, whatever its system says.
  await page.evaluate(() => localStorage.removeItem('ninesixteen.theme'))
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(dark).not.toBeChecked()

  await follow.check()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await context.clearCookies()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  await expect(root).toHaveAttribute('data-theme', 'light')
})
