import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { watchNetwork } from './driving/quiet-network.ts'
import { generator, openSlideshow } from './driving/studio.ts'

const DESK = EVERY_VIEWPORT.slice(0, 2)

// Each goes through many screens in many looks.
test.setTimeout(240_000)
test.use({ reducedMotion: 'reduce' })

const publicScreens = [
  { path: '/', heading: /./ },
  { path: '/pricing', heading: 'One plan' },
  { path: '/try', heading: 'Type a topic, see the slides' },
  { path: '/auth', heading: /Welcome to/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/terms', heading: /Terms/ },
  { path: '/data-deletion', heading: /deletion/i },
  { path: '/api-reference', heading: 'Ninesixteen API' },
]
const protectedScreens = [
  { path: '/content_studio', heading: 'Content Studio' },
  { path: '/photo_library', heading: 'Photo Library' },
  { path: '/post_scheduler', heading: 'Post Scheduler' },
  { path: '/settings?tab=general', heading: 'Settings' },
  { path: '/settings?tab=accounts', heading: 'Settings' },
  { path: '/settings?tab=appearance', heading: 'Settings' },
  { path: '/settings?tab=account', heading: 'Settings' },
]

/** Opens each screen, waits until it is complete, and checks in every width and theme that it fits and breaks no rule. */
async function checkScreens(page: Page, screens: { path: string; heading: string | RegExp }[]): Promise<void> {
  const quiet = watchNetwork(page)
  for (const { path, heading } of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    await quiet()
    await expectAccessibleIn(page, EVERY_VIEWPORT, path)
  }
}

test('public screens', { tag: '@long' }, async ({ page }) => {
  await checkScreens(page, publicScreens)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, '/auth with an error')
})

test('protected screens', { tag: '@long' }, async ({ member: page }) => {
  await checkScreens(page, protectedScreens)
  await openSlideshow(page, { topic: '3 small habits for calm mornings', slides: 3 })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'studio with a slideshow')
})

test('dialogs and menus of the studio', { tag: '@long' }, async ({ slideshow: page }) => {
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
    // Controls under an open list can't be pressed; on a desktop there is room for both.
    { open: () => page.getByRole('button', { name: 'Export' }).click(), shown: page.getByRole('menu'), looks: EVERY_VIEWPORT },
    {
      open: () => generator(page).getByRole('combobox', { name: 'Number of slides' }).click(),
      shown: page.getByRole('listbox'),
      looks: DESK,
    },
  ]
  for (const { open, shown, looks = EVERY_VIEWPORT } of layers) {
    await open()
    await expect(shown).toBeVisible()
    await expectAccessibleIn(page, looks, String(shown))
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
  }

  await page.getByRole('button', { name: /^Actions for / }).click()
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'what is done with a slideshow')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete Slideshow' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'Delete Slideshow')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No slides generated yet')).toBeVisible()
})
