import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openLibrary, upload, photoNamed, section, select, photoFiles, addCompany, confirm } from './driving/library.ts'
import { greyPng } from './driving/images.ts'
import { expectSaved, generate, stageCorner, stagePixels, textBoxes } from './driving/studio.ts'

// Accessibility checks in every width and theme take long.
test.setTimeout(180_000)

test('tags, finds, links, unlinks and deletes photos together', { tag: '@long' }, async ({ member: page, context }) => {
  await openLibrary(page)
  await upload(page).setInputFiles(photoFiles('beach.png', 'boat.png', 'cup.png'))
  await expect(page.getByText('Select all 3 photos')).toBeVisible()
  await expect(section(page, 'Unlinked Photos').getByText('3 photos')).toBeVisible()
  // Without a company there is nothing to link to.
  await expect(page.getByRole('button', { name: 'Link beach.png to a company' })).toBeDisabled()
  await addCompany(context, 'Harbour Cafe')
  await page.reload()

  await select(page, 'beach.png').check()
  await select(page, 'boat.png').check()
  await expect(page.getByText('2 of 3 photos selected')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the library with a selection')
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  const tags = page.getByRole('dialog', { name: 'Tags of 2 photos' })
  await tags.getByLabel('Add tags').fill('Sea, summer')
  await tags.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(tags.getByRole('button', { name: 'Remove tag sea' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the tags of two photos')
  await tags.getByRole('button', { name: 'Remove tag summer' }).click()
  await expect(tags.getByText('summer')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Link to Company', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Link 2 Photos to Company' })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the choice of a company')
  await dialog.getByRole('button', { name: 'Harbour Cafe' }).click()
  await expect(dialog).toBeHidden()
  await expect(section(page, 'Harbour Cafe').getByText('2 photos')).toBeVisible()
  await expect(section(page, 'Unlinked Photos').getByText('1 photo', { exact: true })).toBeVisible()
  await expect(page.getByText('Select all 3 photos')).toBeVisible()

  await page.getByRole('button', { name: 'Link beach.png to a company' }).click()
  const linked = page.getByRole('dialog', { name: 'Link Photo to Company' }).getByRole('button', { name: /Harbour Cafe/ })
  await expect(linked).toBeDisabled()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'sea 2' }).click()
  await expect(page.getByText('Select all 2 photos')).toBeVisible()
  await page.getByLabel('Search by name or tag').fill('boat')
  await expect(page.getByText('Select all 1 photos')).toBeVisible()
  await page.getByLabel('Search by name or tag').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No photos found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all photos' }).click()

  await page.getByRole('button', { name: 'Unlink boat.png from Harbour Cafe' }).click()
  await expect(section(page, 'Harbour Cafe').getByText('1 photo', { exact: true })).toBeVisible()
  await page.reload()
  await expect(section(page, 'Unlinked Photos').getByText('2 photos')).toBeVisible()

  // Which ones all of them are is still being asked when one is left out.
  let answer = (): void => undefined
  const requested = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/media/ids*', async (route) => {
    await requested
    await route.continue()
  })
  await page.getByRole('checkbox', { name: 'Select all 3 photos' }).check()
  await select(page, 'cup.png').uncheck()
  await expect(page.getByText('2 of 3 photos selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Selected' })).toBeDisabled()
  answer()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await confirm(page.getByRole('dialog'), 'Are you sure you want to delete 2 selected photos? This action cannot be undone.')
  await expect(page.getByText('Select all 1 photos')).toBeVisible()
  await page.reload()
  await expect(photoNamed(page, 'cup.png')).toBeVisible()
  await expect(page.getByText('Select all 1 photos')).toBeVisible()
})

test('selects and edits photos by keyboard', { tag: '@long' }, async ({ member: page }) => {
  await openLibrary(page)
  await upload(page).setInputFiles(photoFiles('a.png', 'b.png', 'c.png'))
  await expect(page.getByText('Select all 3 photos')).toBeVisible()
  const boxes = page.getByRole('list', { name: 'Photos of no company' }).getByRole('checkbox')
  await boxes.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(boxes.nth(1)).toBeChecked()
  await expect(page.getByText('2 of 3 photos selected')).toBeVisible()
  await page.keyboard.press('Tab')
  // The link button has nothing to link to and is skipped.
  await expect(page.getByRole('button', { name: /^Edit tags of / }).nth(2)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete photo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('warns before deleting a photo in use, and the slideshow still shows it', { tag: '@long' }, async ({ studio: page }) => {
  await generate(page, { topic: '3 quiet places in a city', slides: 3 })
  const slideshow = page.url()
  await openLibrary(page)
  await upload(page).setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
  await expect(photoNamed(page, 'harbour.png')).toBeVisible()
  await page.goto(slideshow)
  await expect(textBoxes(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Background', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
  await picker.getByRole('button', { name: 'harbour.png' }).click()
  await expect(picker).toBeHidden()
  // The picture is grey, the starter photo before it, which may still be arriving, is not.
  const isGrey = ([red = 0, green, blue]: number[]) => red > 0 && red === green && red === blue
  await expect.poll(async () => isGrey(await stageCorner(page))).toBe(true)
  await expectSaved(page)
  const shown = await stagePixels(page)

  await openLibrary(page)
  await page.getByRole('button', { name: 'Delete harbour.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete photo' })
  await expect(dialog.getByText('This photo is used in 1 slideshow. It keeps showing it.')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'deleting a photo that is used')
  await confirm(dialog, 'Are you sure you want to delete "harbour.png"?')
  await expect(page.getByText('No photos yet')).toBeVisible()

  await page.goto(slideshow)
  await expect.poll(() => stagePixels(page)).toBe(shown)
})

test('creates, selects and deletes a company, and keeps its photos', { tag: '@long' }, async ({ member: page }) => {
  await page.goto('/settings?tab=general')
  await page.getByRole('button', { name: 'Add Company' }).click()
  const create = page.getByRole('button', { name: 'Create Company' })
  await expect(create).toBeDisabled()
  await page.getByLabel('Company name').fill('Harbour Cafe')
  await page.locator('input[type=file]').setInputFiles(greyPng('logo.png', { width: 200, height: 200 }))
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await create.click()
  await expect(page.getByText('Saved successfully')).toBeVisible()
  await expect(page.getByText('Saved successfully')).toBeHidden({ timeout: 6000 })
  await expect(page.getByText('Selected', { exact: true })).toBeVisible()
  await expect(page.getByText('No description')).toBeVisible()
  // The only one cannot be deleted.
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeHidden()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Company name').fill('   ')
  await save.click()
  await expect(page.getByText('Please enter a company name.')).toBeVisible()
  await page.getByLabel('Company name').fill('Harbour Cafe')
  await page.getByLabel('Description').fill('Coffee by the water')
  await save.click()
  await expect(page.getByText('Saved successfully')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a company in the settings')

  await page.getByRole('button', { name: 'Add Company' }).click()
  await page.getByLabel('Company name').fill('Second')
  await page.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Second' })).toBeVisible()
  await page.getByLabel('Description').fill('Not saved yet')
  await page.getByRole('button', { name: /^Harbour Cafe/ }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Coffee by the water')
  await page.getByRole('button', { name: /^Second/ }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Not saved yet')

  await openLibrary(page)
  await upload(page).setInputFiles(photoFiles('cup.png'))
  await page.getByRole('button', { name: 'Link cup.png to a company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Second' }).click()
  await expect(section(page, 'Second').getByText('1 photo', { exact: true })).toBeVisible()

  await page.goto('/settings?tab=general')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete company' })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'deleting a company')
  await confirm(dialog, /^Are you sure you want to delete "Second"\? This action cannot be undone\./)
  await expect(page.getByRole('heading', { level: 3, name: 'Harbour Cafe' })).toBeVisible()
  await openLibrary(page)
  await expect(section(page, 'Unlinked Photos').getByText('1 photo', { exact: true })).toBeVisible()
})

test('the library is accessible, full and without a connected blog', { tag: '@long' }, async ({ member: page, context }) => {
  await addCompany(context, 'Harbour Cafe')
  await openLibrary(page)
  await upload(page).setInputFiles([
    ...photoFiles('a.png', 'b.png', 'c.png', 'd.png'),
    { ...greyPng('e.png', { width: 9, height: 9 }), name: 'a copy.png' },
  ])
  await page.getByRole('checkbox', { name: 'Select all 5 photos' }).check()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the library')
  await page.getByRole('tab', { name: 'Tumblr' }).click()
  await expect(page.getByRole('heading', { name: 'No followed blogs found' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'followed blogs without an account')
})
