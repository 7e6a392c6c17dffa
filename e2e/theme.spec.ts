import { expect, expectAccessible, test } from './driving/journey.ts'

test("the theme is dark until the user chooses another one or the system's", async ({ member: page, context }) => {
  const root = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings?tab=appearance')
  const dark = page.getByRole('switch', { name: 'Dark Mode' })
  const follow = page.getByRole('switch', { name: 'Follow the system' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(dark).toBeChecked()
  await expect(follow).not.toBeChecked()
  await expectAccessible(page, 'appearance')

  const saved = () => page.waitForResponse((reply) => reply.url().endsWith('/me/settings') && reply.ok())
  const light = saved()
  await dark.uncheck()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await light
  // The choice holds in every browser of the account, whatever its system says.
  await page.evaluate(() => localStorage.removeItem('ninesixteen.theme'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(dark).not.toBeChecked()

  const followed = saved()
  await follow.check()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await followed
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(dark).not.toBeChecked()

  // Signed out this browser goes on with it. In a new one, public pages follow the system.
  await context.clearCookies()
  await page.goto('/auth')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
})
