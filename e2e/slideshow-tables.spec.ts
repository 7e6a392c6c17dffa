import { unzipSync } from 'fflate'
import { bytesOf } from './driving/exporting.ts'
import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { generator, recents, stripSlides } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

const VIEWPORTS = viewportsOf({ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 })
const TABLE = ['topic,language', '5 calm mornings,', '3 quiet evenings,', '4 slow walks,', '6 small habits,', '7 good books,'].join('\n')

test('a table becomes slideshows; the lines that fail are listed and tried again', { tag: '@long' }, async ({ studio: page }) => {
  // Five slideshows, at most ten requests a minute.
  test.setTimeout(240_000)
  await generator(page).getByRole('button', { name: 'From a table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Slideshows from a table' })

  await test.step('each line is checked before anything is written', async () => {
    await dialog.getByLabel('Or paste it').fill('topic,colour\nx,y')
    await expect(dialog.getByText('Unknown column: colour.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Write slideshows' })).toBeDisabled()
    await dialog
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'facts.csv', mimeType: 'text/csv', buffer: Buffer.from(`${TABLE}\n,German`) })
    await expect(dialog.getByText('1 line has a problem. The others can be written.')).toBeVisible()
    await expect(dialog.getByText('5 slideshows, 5 AI requests.')).toBeVisible()
    await expectAccessibleIn(page, VIEWPORTS, 'a checked table')
  })

  await test.step('two lines fail, with their reason', async () => {
    await nextAiRequests({ kind: 'invalid-json' }, { kind: 'invalid-json' })
    await dialog.getByRole('button', { name: 'Write 5 slideshows' }).click()
    await expect(dialog.getByText('3 of 5 written, 2 failed')).toBeVisible({ timeout: 120_000 })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveCount(2)
    await expectAccessibleIn(page, VIEWPORTS, 'a table with failures')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download failures (CSV)' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('failed-slideshows.csv')
  })

  await test.step('a retry writes exactly those', async () => {
    await dialog.getByRole('button', { name: 'Retry failed lines' }).click()
    await expect(dialog.getByText('5 of 5 written')).toBeVisible({ timeout: 120_000 })
  })

  await test.step('all of them are exported into one ZIP, with a folder for each line', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      dialog.getByRole('button', { name: 'Export all (ZIP)' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('facts.zip')
    const names = Object.keys(unzipSync(new Uint8Array(await bytesOf(file))))
    expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(new Set(['2', '3', '4', '5', '6'].map((line) => `line_00${line}`)))
    expect(names).toContain('line_002/slide_1.jpg')
  })

  await test.step('a table is opened again, and a slideshow of it', async () => {
    await dialog.getByRole('button', { name: 'All tables' }).click()
    await expect(dialog.getByRole('button', { name: /^facts\.csv/ })).toContainText('5 of 5 written')
    await expectAccessibleIn(page, VIEWPORTS, 'the tables')
    await dialog.getByRole('button', { name: /^facts\.csv/ }).click()
    await dialog.getByRole('button', { name: 'Open 7 good books' }).click()
    await expect(dialog).toBeHidden()
    await expect(stripSlides(page).first()).toBeVisible()
    await page.goto('/content_studio')
    await expect(recents(page).getByRole('listitem')).toHaveCount(5)
  })
})
