import type { Page } from '@playwright/test'
import { chooseTheme, newAccount } from './driving/account.ts'
import { expect, expectAccessible, test } from './driving/journey.ts'
import { generator, openSlideshow } from './driving/studio.ts'

const themes = ['dark', 'light'] as const
const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]

/** Shows the pages in a theme from the first paint, as a returning visitor's browser does. */
async function useTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('ninesixteen.theme', chosen), theme)
}

const publicScreens = [
  { path: '/', heading: /./ },
  { path: '/pricing', heading: 'One plan' },
  { path: '/auth', heading: /Welcome to/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/terms', heading: /Terms/ },
  { path: '/data-deletion', heading: /deletion/i },
]
const protectedScreens = [
  { path: '/content_studio', heading: 'Content Studio' },
  { path: '/photo_library', heading: 'Photo Library' },
  { path: '/post_scheduler', heading: 'Post Scheduler' },
  { path: '/settings?tab=general', heading: 'Settings' },
  { path: '/settings?tab=accounts', heading: 'Settings' },
  { path: '/settings?tab=appearance', heading: 'Settings' },
]

/** Opens each screen, waits until it stands, and checks that it fits the width and breaks no rule. */
async function checkScreens(page: Page, screens: { path: string; heading: string | RegExp }[], look: string): Promise<void> {
  for (const { path, heading } of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, `${path}, ${look}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow, `${path}, ${look}: nothing stands out sideways`).toBe(0)
  }
}

for (const theme of themes) {
  for (const { name, width, height } of sizes) {
    const look = `${theme} on a ${name}`
    test.describe(look, () => {
      test.use({ viewport: { width, height }, reducedMotion: 'reduce' })

      test(`public screens, ${look}`, async ({ page }) => {
        await useTheme(page, theme)
        await checkScreens(page, publicScreens, look)
        await page.goto('/auth')
        await page.getByRole('button', { name: 'Sign Up' }).click()
        await page.getByRole('button', { name: 'Create Account' }).click()
        await expectAccessible(page, `/auth with an error, ${look}`)
      })

      test(`protected screens, ${look}`, async ({ page, context }) => {
        await newAccount(context, { pro: true })
        await chooseTheme(context, theme)
        await useTheme(page, theme)
        await checkScreens(page, protectedScreens, look)

        await openSlideshow(page, { topic: '3 small habits for calm mornings', slides: 3 })
        await expectAccessible(page, `studio with a slideshow, ${look}`)
      })
    })
  }
}

for (const theme of themes) {
  test.describe(`dialogs, ${theme}`, () => {
    test.use({ reducedMotion: 'reduce' })

    test(`dialogs and menus of the studio, ${theme}`, async ({ page, account, context }) => {
      expect(account.email).toContain('@')
      await chooseTheme(context, theme)
      await openSlideshow(page, { topic: '3 small habits for calm mornings', slides: 3 })

      const layers = [
        {
          open: () => generator(page).getByRole('button', { name: 'Add company' }).click(),
          shown: page.getByRole('dialog', { name: 'Add company' }),
        },
        {
          open: () => page.getByRole('button', { name: 'Background', exact: true }).click(),
          shown: page.getByRole('dialog', { name: 'Choose Background Image' }),
        },
        {
          open: () => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
          shown: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
        },
        { open: () => page.getByRole('button', { name: 'Export' }).click(), shown: page.getByRole('menu') },
        { open: () => generator(page).getByRole('combobox', { name: 'Number of slides' }).click(), shown: page.getByRole('listbox') },
      ]
      for (const { open, shown } of layers) {
        await open()
        await expect(shown).toBeVisible()
        await expectAccessible(page, `${String(shown)}, ${theme}`)
        await page.keyboard.press('Escape')
        await expect(shown).toBeHidden()
      }

      await page.getByRole('button', { name: /^Actions for / }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete Slideshow' })).toBeVisible()
      await expectAccessible(page, `Delete Slideshow, ${theme}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByText('No slides generated yet')).toBeVisible()
    })
  })
}
