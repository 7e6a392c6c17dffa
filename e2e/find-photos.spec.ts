import { type Locator, type Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openLibrary } from './driving/library.ts'
import { nextRequestsOf } from './driving/sandbox.ts'
import { openScheduleDialog } from './driving/schedule-dialog.ts'
import { expectSaved, generate, generator, openStudio, stagePixels, stripSlides } from './driving/studio.ts'

// The sandbox draws each photo when it is first asked for.
test.setTimeout(180_000)

const results = (within: Page | Locator) => within.getByRole('list', { name: 'Found photos' }).getByRole('button')

async function search(within: Locator, words: string): Promise<void> {
  await within.getByLabel('Search free photos').fill(words)
  await within.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(results(within).first()).toBeVisible()
}

test('an empty library becomes a slideshow with found photos and their credits in the post', async ({ member: page }) => {
  await test.step('the generator finds photos of the topic', async () => {
    await openStudio(page)
    await generator(page).getByRole('switch', { name: 'Find photos for me' }).check()
    await generate(page, { topic: '3 calm mornings by the sea', slides: 3 })
    await expectSaved(page)
  })

  await test.step('the export menu copies their credits', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Copy credits' })).toContainText('Authors and licences of 3 photos')
    await page.keyboard.press('Escape')
  })

  await test.step('the post credits them, until the user decides otherwise', async () => {
    const dialog = await openScheduleDialog(page)
    const credit = dialog.getByRole('switch', { name: 'Credit the photos' })
    const description = dialog.getByLabel('Description', { exact: true })
    await expect(credit).toBeChecked()
    await expect(description).toHaveValue(/^Photos:\n".+" by .+, Pexels licence, http/)
    await credit.uncheck()
    await expect(description).toHaveValue('')
    await description.fill('Good morning')
    await credit.check()
    await expect(description).toHaveValue(/^Good morning\n\nPhotos:\n/)
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the credits of a post')
  })

  await test.step('the library has them, with their authors', async () => {
    await openLibrary(page)
    const photos = page.getByRole('checkbox', { name: /^Select .+\.jpg$/ })
    await expect(photos.nth(2)).toBeVisible()
    await photos.first().hover()
    await page
      .getByRole('button', { name: /^Edit tags of / })
      .first()
      .click()
    const details = page.getByRole('dialog', { name: /^Tags of / })
    await expect(details).toContainText(/by .+, Pexels licence, from Pexels/)
  })
})

test('found photos are added to the library, several at a time', async ({ member: page, watch }) => {
  await openLibrary(page)
  await page.getByRole('button', { name: 'Find photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find photos' })

  await test.step('a search shows previews by this server, and the arrow keys move between them', async () => {
    await search(dialog, 'calm sea')
    await expect(dialog.getByRole('link', { name: 'Openverse' })).toHaveAttribute('href', 'https://openverse.org')
    await expect(results(dialog).first()).toHaveAccessibleName(/, (CC BY|CC0|Public domain)/)
    await results(dialog).first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(results(dialog).nth(1)).toBeFocused()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'found photos')
    const before = await results(dialog).count()
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => results(dialog).count()).toBeGreaterThan(before)
  })

  await test.step('selected photos become photos of the library', async () => {
    for (const at of [0, 1, 2]) await results(dialog).nth(at).click()
    await expect(dialog.getByText('3 selected')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add 3 photos' }).click()
    await expect(dialog.getByText('Select photos to add them')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('checkbox', { name: /^Select .+\.jpg$/ })).toHaveCount(3)
  })

  await test.step('a service that is away says so', async () => {
    watch.expectProblem(/HTTP 502 GET \/api\/v1\/stock\/photos/)
    await page.getByRole('button', { name: 'Find photos' }).click()
    await nextRequestsOf('openverse', { kind: '500' })
    await dialog.getByLabel('Search free photos').fill('a lighthouse')
    await dialog.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Openverse is not responding right now')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(results(dialog).first()).toBeVisible()
  })
})

test('a slide gets a photo that its own words find', async ({ slideshow: page }) => {
  await stripSlides(page).first().click()
  const before = await stagePixels(page)
  await page.getByRole('button', { name: 'Find photo', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await expect(picker.getByRole('tab', { name: 'Find photos' })).toHaveAttribute('aria-selected', 'true')
  await expect(picker.getByLabel('Search free photos')).not.toHaveValue('')
  await results(picker).first().click()
  await expect(picker).toBeHidden()
  await expect.poll(() => stagePixels(page)).not.toBe(before)
})
