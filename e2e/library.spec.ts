import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { EVERY_LOOK, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { fromPageOf } from './driving/product.ts'
import { greyPng } from './driving/pictures.ts'
import { expectSaved, generate, stagePixels, textBoxes } from './driving/studio.ts'

/** 64 x 48 in one red. */
const SMALL_AVIF = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAC4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAEAAAAAwAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA2bWRhdBIACgk4FX+9pAQ0GkAyHxlCYwTDzzzzQSAAz8xFIr4IfV1TCfes7EV2jTqffJw=',
  'base64',
)

// Much of it is looked at in every look.
test.setTimeout(180_000)

async function openLibrary(page: Page): Promise<void> {
  await page.goto('/photo_library')
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
}

const upload = (page: Page) => page.getByLabel(/^Upload photos/)
const picture = (page: Page, name: string) => page.getByRole('img', { name, exact: true })
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

/** Pictures that differ by their size. */
const pictures = (...names: string[]) => names.map((name, index) => greyPng(name, { width: 540 + 20 * index, height: 960 }))

async function addCompany(context: BrowserContext, name: string): Promise<void> {
  const reply = await context.request.post('/api/v1/companies', { headers: await fromPageOf(context.request), data: { name } })
  expect(reply.status(), await reply.text()).toBe(201)
}

async function confirm(dialog: Locator, question: string | RegExp): Promise<void> {
  await expect(dialog.getByText(question)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('photos arrive each by itself: a cut line goes on alone, a failure is tried again, a duplicate is said', async ({
  member: page,
  watch,
}) => {
  watch.expectProblem(/^HTTP 500 POST \/api\/files$/)
  await openLibrary(page)
  await expect(page.getByText('Upload photos to get started')).toBeVisible()
  await expectAccessibleIn(page, EVERY_LOOK, 'the empty library')

  let requests = 0
  await page.route('**/api/files', async (route) => {
    requests += 1
    if (requests === 1) return route.abort('connectionreset')
    if (requests === 2) return route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } })
    return route.continue()
  })
  await upload(page).setInputFiles([
    ...pictures('one.png', 'two.png', 'three.png', 'four.png'),
    { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  ])
  await expect(uploads(page).getByText('GIFs are not supported: slides do not move.')).toBeVisible()
  await expect(
    uploads(page).getByText(/^Successfully uploaded 3 files\. Failed to upload: (one|two|three|four)\.png, moving\.gif$/),
  ).toBeVisible()
  await expect(uploads(page).getByText('Failed to save media item')).toBeVisible()
  await expectAccessibleIn(page, EVERY_LOOK, 'the library after an upload with failures')
  await uploads(page)
    .getByRole('button', { name: /^Retry / })
    .click()
  for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) await expect(picture(page, name)).toBeVisible()
  await expect(page.getByText('Select all 4 photos')).toBeVisible()

  await upload(page).setInputFiles(pictures('copy of one.png'))
  await expect(uploads(page).getByText('Already in your library as "one.png"')).toBeVisible()
  await uploads(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(uploads(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Select all 4 photos')).toBeVisible()
})

/** Which types of file the page sends. */
async function watchSent(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const sent: string[] = []
    Reflect.set(globalThis, 'sent', sent)
    const { set } = FormData.prototype
    Reflect.set(FormData.prototype, 'set', function (this: FormData, ...given: [string, Blob]) {
      const [, value] = given
      if (value instanceof File) sent.push(`${value.name} ${value.type}`)
      set.apply(this, given)
    })
  })
  return () => page.evaluate((): string[] => Reflect.get(globalThis, 'sent'))
}

test('the photos of an iPhone are decoded by the server, or before they are sent where the browser can', async ({ member: page }) => {
  const sent = await watchSent(page)
  await openLibrary(page)
  const phone = await readFile(join(import.meta.dirname, '../server/src/testing/heic/phone.heic'))
  await upload(page).setInputFiles([
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: phone },
    // This browser's decoder replaces that of another one.
    { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: SMALL_AVIF },
  ])
  for (const name of ['IMG_1.HEIC', 'IMG_2.HEIC']) await expect(picture(page, name)).toBeVisible()
  expect((await sent()).toSorted()).toEqual(['IMG_1.HEIC image/heic', 'IMG_2.HEIC image/jpeg'])
  const shown = await picture(page, 'IMG_1.HEIC').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(shown).toEqual([90, 150])
})

test('an upload is cancelled and leaves nothing', async ({ member: page }) => {
  await openLibrary(page)
  // Never answered: both go on until they are cancelled.
  await page.route('**/api/files', () => undefined)
  await upload(page).setInputFiles(pictures('one.png', 'two.png'))
  await uploads(page).getByRole('button', { name: 'Cancel one.png' }).click()
  await uploads(page).getByRole('button', { name: 'Cancel two.png' }).click()
  await expect(uploads(page)).toBeHidden()
  await page.unroute('**/api/files')
  await page.reload()
  await expect(page.getByText('No photos yet')).toBeVisible()
})

test('photos are dropped on the page and pasted', async ({ member: page }) => {
  await openLibrary(page)
  await expect(page.getByText('No photos yet')).toBeVisible()
  const [dropped, pasted] = pictures('dropped.png', 'image.png').map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))
  await page.evaluate(
    ({ files, types }) => {
      files.forEach((file, index) => {
        const bytes = Uint8Array.from(atob(file?.base64 ?? ''), (letter) => letter.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], file?.name ?? '', { type: 'image/png' }))
        const init = { bubbles: true, cancelable: true }
        const event =
          types[index] === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...init, clipboardData: transfer })
        document.body.dispatchEvent(event)
      })
    },
    { files: [dropped, pasted], types: ['drop', 'paste'] },
  )
  await expect(picture(page, 'dropped.png')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Pasted 2\d{3}-.*\.png$/ })).toBeVisible()
})

test('photos are tagged, found, linked together, unlinked and deleted together', { tag: '@long' }, async ({ member: page, context }) => {
  await openLibrary(page)
  await upload(page).setInputFiles(pictures('beach.png', 'boat.png', 'cup.png'))
  await expect(page.getByText('Select all 3 photos')).toBeVisible()
  await expect(section(page, 'Unlinked Photos').getByText('3 photos')).toBeVisible()
  // Without a company there is nothing to link to.
  await expect(page.getByRole('button', { name: 'Link beach.png to a company' })).toBeDisabled()
  await addCompany(context, 'Harbour Cafe')
  await page.reload()

  await select(page, 'beach.png').check()
  await select(page, 'boat.png').check()
  await expect(page.getByText('2 of 3 photos selected')).toBeVisible()
  await expectAccessibleIn(page, EVERY_LOOK, 'the library with a selection')
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  const tags = page.getByRole('dialog', { name: 'Tags of 2 photos' })
  await tags.getByLabel('Add tags').fill('Sea, summer')
  await tags.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(tags.getByRole('button', { name: 'Remove tag sea' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_LOOK, 'the tags of two photos')
  await tags.getByRole('button', { name: 'Remove tag summer' }).click()
  await expect(tags.getByText('summer')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Link to Company', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Link 2 Photos to Company' })
  await expectAccessibleIn(page, EVERY_LOOK, 'the choice of a company')
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
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/media/ids*', async (route) => {
    await asked
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
  await expect(picture(page, 'cup.png')).toBeVisible()
  await expect(page.getByText('Select all 1 photos')).toBeVisible()
})

test('photos are reached, chosen and acted on by the keyboard', async ({ member: page }) => {
  await openLibrary(page)
  await upload(page).setInputFiles(pictures('a.png', 'b.png', 'c.png'))
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

test(
  'a photo behind a slide is deleted: it is said before, and the slideshow goes on showing it',
  { tag: '@long' },
  async ({ studio: page }) => {
    await generate(page, { topic: '3 quiet places in a city', slides: 3 })
    const slideshow = page.url()
    await openLibrary(page)
    await upload(page).setInputFiles(greyPng('harbour.png', { width: 1080, height: 1920 }))
    await expect(picture(page, 'harbour.png')).toBeVisible()
    await page.goto(slideshow)
    await expect(textBoxes(page).first()).toBeVisible()
    const plain = await stagePixels(page)
    await page.getByRole('button', { name: 'Background', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
    await picker.getByRole('button', { name: 'harbour.png' }).click()
    await expect(picker).toBeHidden()
    await expect.poll(() => stagePixels(page)).not.toBe(plain)
    await expectSaved(page)
    const shown = await stagePixels(page)

    await openLibrary(page)
    await page.getByRole('button', { name: 'Delete harbour.png' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete photo' })
    await expect(dialog.getByText('This photo is used in 1 slideshow. It keeps showing it.')).toBeVisible()
    await expectAccessibleIn(page, EVERY_LOOK, 'deleting a photo that is used')
    await confirm(dialog, 'Are you sure you want to delete "harbour.png"?')
    await expect(page.getByText('No photos yet')).toBeVisible()

    await page.goto(slideshow)
    await expect.poll(() => stagePixels(page)).toBe(shown)
  },
)

test('a company is made, saved, chosen and deleted, and its photos stay', { tag: '@long' }, async ({ member: page }) => {
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
  await expectAccessibleIn(page, EVERY_LOOK, 'a company in the settings')

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
  await upload(page).setInputFiles(pictures('cup.png'))
  await page.getByRole('button', { name: 'Link cup.png to a company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Second' }).click()
  await expect(section(page, 'Second').getByText('1 photo', { exact: true })).toBeVisible()

  await page.goto('/settings?tab=general')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete company' })
  await expectAccessibleIn(page, EVERY_LOOK, 'deleting a company')
  await confirm(dialog, /^Are you sure you want to delete "Second"\? This action cannot be undone\./)
  await expect(page.getByRole('heading', { level: 3, name: 'Harbour Cafe' })).toBeVisible()
  await openLibrary(page)
  await expect(section(page, 'Unlinked Photos').getByText('1 photo', { exact: true })).toBeVisible()
})

test('the library breaks no rule, full and without an account of a blog', { tag: '@long' }, async ({ member: page, context }) => {
  await addCompany(context, 'Harbour Cafe')
  await openLibrary(page)
  await upload(page).setInputFiles([
    ...pictures('a.png', 'b.png', 'c.png', 'd.png'),
    { ...greyPng('e.png', { width: 9, height: 9 }), name: 'a copy.png' },
  ])
  await page.getByRole('checkbox', { name: 'Select all 5 photos' }).check()
  await expectAccessibleIn(page, EVERY_LOOK, 'the library')
  await page.getByRole('tab', { name: 'Tumblr' }).click()
  await expect(page.getByRole('heading', { name: 'No followed blogs found' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_LOOK, 'followed blogs without an account')
})
