import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openLibrary, upload, photoNamed, uploads, photoFiles } from './driving/library.ts'

/** 64 x 48 in one red. */
const SMALL_AVIF = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAC4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAEAAAAAwAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA2bWRhdBIACgk4FX+9pAQ0GkAyHxlCYwTDzzzzQSAAz8xFIr4IfV1TCfes7EV2jTqffJw=',
  'base64',
)

// Accessibility checks in every width and theme take long.
test.setTimeout(180_000)

test('uploads each photo separately, resumes after an interruption, retries a failure and reports a duplicate', async ({
  member: page,
  watch,
}) => {
  watch.expectProblem(/^HTTP 500 POST \/api\/files$/)
  await openLibrary(page)
  await expect(page.getByText('Upload photos to get started')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the empty library')

  let requests = 0
  await page.route('**/api/files', async (route) => {
    requests += 1
    if (requests === 1) return route.abort('connectionreset')
    if (requests === 2) return route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } })
    return route.continue()
  })
  await upload(page).setInputFiles([
    ...photoFiles('one.png', 'two.png', 'three.png', 'four.png'),
    { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  ])
  await expect(uploads(page).getByText('GIFs are not supported: slides do not move.')).toBeVisible()
  await expect(
    uploads(page).getByText(/^Successfully uploaded 3 files\. Failed to upload: (one|two|three|four)\.png, moving\.gif$/),
  ).toBeVisible()
  await expect(uploads(page).getByText('Failed to save media item')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the library after an upload with failures')
  await uploads(page)
    .getByRole('button', { name: /^Retry / })
    .click()
  for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) await expect(photoNamed(page, name)).toBeVisible()
  await expect(page.getByText('Select all 4 photos')).toBeVisible()

  await upload(page).setInputFiles(photoFiles('copy of one.png'))
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
    Reflect.set(FormData.prototype, 'set', function (this: FormData, ...args: [string, Blob]) {
      const [, value] = args
      if (value instanceof File) sent.push(`${value.name} ${value.type}`)
      set.apply(this, args)
    })
  })
  return () => page.evaluate((): string[] => Reflect.get(globalThis, 'sent'))
}

test('decodes iPhone photos on the server, or in the browser where it can', { tag: '@long' }, async ({ member: page }) => {
  const sent = await watchSent(page)
  await openLibrary(page)
  const phone = await readFile(join(import.meta.dirname, '../server/src/testing/heic/phone.heic'))
  await upload(page).setInputFiles([
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: phone },
    // This browser's decoder replaces that of another one.
    { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: SMALL_AVIF },
  ])
  for (const name of ['IMG_1.HEIC', 'IMG_2.HEIC']) await expect(photoNamed(page, name)).toBeVisible()
  expect((await sent()).toSorted()).toEqual(['IMG_1.HEIC image/heic', 'IMG_2.HEIC image/jpeg'])
  const shown = await photoNamed(page, 'IMG_1.HEIC').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(shown).toEqual([90, 150])
})

test('a cancelled upload leaves nothing', async ({ member: page }) => {
  await openLibrary(page)
  // Never answered: both go on until they are cancelled.
  await page.route('**/api/files', () => undefined)
  await upload(page).setInputFiles(photoFiles('one.png', 'two.png'))
  await uploads(page).getByRole('button', { name: 'Cancel one.png' }).click()
  await uploads(page).getByRole('button', { name: 'Cancel two.png' }).click()
  await expect(uploads(page)).toBeHidden()
  await page.unroute('**/api/files')
  await page.reload()
  await expect(page.getByText('No photos yet')).toBeVisible()
})

test('accepts dropped and pasted photos', async ({ member: page }) => {
  await openLibrary(page)
  await expect(page.getByText('No photos yet')).toBeVisible()
  const [dropped, pasted] = photoFiles('dropped.png', 'image.png').map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))
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
  await expect(photoNamed(page, 'dropped.png')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Pasted 2\d{3}-.*\.png$/ })).toBeVisible()
})
