import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { textBox } from './driving/editing.ts'
import { bytesOf, decodePng, downloadBy, exportBy, exportDialog, openExportMenu } from './driving/exporting.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { openProject, uploadPhoto, type NewSlide } from './driving/projects.ts'
import { recordTexts } from './driving/record-texts.ts'
import { hashOf, stage, stagePixels, stripSlides } from './driving/studio.ts'
import { readZip } from './driving/zip.ts'

const run = promisify(execFile)

/** Slides without photos, each with words of its own. */
function words(count: number): NewSlide[] {
  return Array.from({ length: count }, (_, index) => ({
    textBoxes: [{ text: `${index + 1}. open the window 🌅`, y: 120, fontSize: 10, fontWeight: 800 }],
  }))
}

/** Slides over a photo, each adjusted in its own way. */
async function photographed(page: Page, count: number): Promise<NewSlide[]> {
  const photo = await uploadPhoto(page, greyPng('harbour.png', { width: 1080, height: 1920 }))
  return words(count).map((slide, index) => ({ ...slide, backgroundImage: photo, brightness: (index % 21) - 10 }))
}

async function expectStage(page: Page, number: number, pixels: Uint8Array): Promise<void> {
  await stripSlides(page)
    .nth(number - 1)
    .click()
  await expect(stage(page).getByRole('group', { name: new RegExp(`^Slide ${number} of `) })).toBeAttached()
  await expect.poll(() => stagePixels(page), `slide ${number}`).toBe(hashOf(pixels))
}

test('exports 35 slides as a valid ZIP with the pixels of the preview', { tag: '@long' }, async ({ member: page }) => {
  await openProject(page, { title: 'thirty-five windows', slides: await photographed(page, 35) })
  const progress = await recordTexts(page, /Exported \d+ \/ \d+ slides/)
  const download = await downloadBy(page, /^Download ZIP/)
  expect(download.suggestedFilename()).toBe('thirty-five windows.zip')
  expect(await progress()).toContain('Exported 35 / 35 slides')
  await expect(exportDialog(page, 'Export Complete!')).toBeHidden()

  const { stdout } = await run('unzip', ['-t', await download.path()])
  expect(stdout).toContain('No errors detected')
  const files = await readZip(download)
  expect(files.map((file) => file.name)).toEqual(Array.from({ length: 35 }, (_, index) => `slide_${index + 1}.png`))
  expect(files.every((file) => file.width === 1080 && file.height === 1920)).toBe(true)
  expect(new Set(files.map((file) => hashOf(file.pixels))).size).toBe(35)
  for (const number of [1, 18, 35]) await expectStage(page, number, files[number - 1]?.pixels ?? new Uint8Array())
})

/** Neighbouring pixels in a row of which one is nearly black and the other nearly white. */
function hardEdges({ width, data }: { width: number; data: Uint8Array }): number {
  let edges = 0
  for (let at = 4; at < data.length; at += 4) {
    if ((at / 4) % width !== 0 && Math.abs((data[at] ?? 0) - (data[at - 4] ?? 0)) > 200) edges += 1
  }
  return edges
}

/** Black and white by turns, a pixel each: half as large it would be grey. */
async function stripes(page: Page): Promise<string> {
  const [width, height] = [2160, 3840]
  const pixels = Buffer.alloc(width * height)
  for (let at = 0; at < pixels.length; at += 2) pixels[at] = 255
  const buffer = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return uploadPhoto(page, { name: 'stripes.png', mimeType: 'image/png', buffer })
}

test('remembers format and size, and renders text and photos at double size', { tag: '@long' }, async ({ member: page }) => {
  const [photo, letters] = [{ backgroundImage: await stripes(page), brightness: 10 }, words(2)[1] ?? {}]
  await openProject(page, { title: 'windows', slides: [photo, letters] })
  await stripSlides(page).nth(1).click()
  const menu = await openExportMenu(page)
  await expect(menu.getByRole('menuitem', { name: 'Download this slide Slide 2, PNG, 1080 × 1920' })).toBeVisible()
  await menu.getByRole('menuitemradio', { name: '2x' }).click()
  const large = page.waitForEvent('download')
  await menu.getByRole('menuitem', { name: 'Download this slide Slide 2, PNG, 2160 × 3840' }).click()
  expect((await large).suggestedFilename()).toBe('slide_2.png')
  const image = decodePng(await bytesOf(await large))
  expect([image.width, image.height]).toEqual([2160, 3840])
  await stripSlides(page).nth(0).click()
  const photograph = decodePng(await bytesOf(await downloadBy(page, /^Download this slide Slide 1, PNG, 2160/)))
  expect(hardEdges(photograph) / (2160 * 3840), 'stripes of a pixel each').toBeGreaterThan(0.95)

  await page.reload()
  await openExportMenu(page)
  await expect(menu.getByRole('menuitemradio', { name: '2x' })).toBeChecked()
  await menu.getByRole('menuitemradio', { name: 'JPEG' }).click()
  await menu.getByRole('menuitemradio', { name: '1x' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the export menu')
  await page.mouse.click(4, 450)
  await expect(menu, 'a click outside closes it').toBeHidden()

  await page.reload()
  await stripSlides(page).nth(1).click()
  const jpeg = await downloadBy(page, /^Download this slide Slide 2, JPEG/)
  expect(jpeg.suggestedFilename()).toBe('slide_2.jpg')
  expect((await bytesOf(jpeg)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))

  await openExportMenu(page)
  await menu.getByRole('menuitemradio', { name: 'PNG' }).click()
  await page.keyboard.press('Escape')
  const normal = await bytesOf(await downloadBy(page, /^Download this slide/))
  const enlarged = decodePng(await sharp(normal).resize(2160, 3840, { kernel: 'cubic' }).png().toBuffer())
  expect(hardEdges(image), 'enlarging softens every edge').toBeGreaterThan(3 * hardEdges(enlarged))
})

test('copies a slide to the clipboard pixel by pixel', { tag: '@long' }, async ({ member: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openProject(page, { title: 'windows', slides: words(2) })
  await exportBy(page, /^Copy this slide/)
  await expect(page.getByText('Slide 1 copied to the clipboard')).toBeVisible()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const bytes = new Uint8Array((await (await item?.getType('image/png'))?.arrayBuffer()) ?? new ArrayBuffer())
    return Array.from(bytes)
  })
  await expectStage(page, 1, decodePng(Buffer.from(copied)).data)
})

test('exports unsaved changes as displayed', async ({ member: page, watch }) => {
  watch.expectProblem(/./)
  await openProject(page, { title: 'windows', slides: words(1) })
  await page.route(/\/api\/v1\/projects\//, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await textBox(page, 1).dblclick()
  await stage(page).getByRole('textbox').fill('never saved')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  const download = await downloadBy(page, /^Download this slide/)
  await expectStage(page, 1, decodePng(await bytesOf(download)).data)
  await page.unrouteAll()
})

test('a running export warns before the tab closes, and can be cancelled and restarted', { tag: '@long' }, async ({ member: page }) => {
  await openProject(page, { title: 'windows', slides: await photographed(page, 35) })
  await page.getByRole('heading', { name: 'Preview Editor' }).click()
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await exportBy(page, /^Download ZIP/)
  const dialog = exportDialog(page, 'Exporting')
  await expect(dialog.getByText(/^Exported [1-9]\d* \/ 35 slides$/)).toBeVisible()
  const confirmation = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const warning = await confirmation
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const again = await downloadBy(page, /^Download this slide/)
  expect(again.suggestedFilename()).toBe('slide_1.png')
  expect(downloads).toEqual(['slide_1.png'])
})

test('exports a slideshow as a video of the chosen length', { tag: '@long' }, async ({ member: page }) => {
  await openProject(page, { title: 'three windows', slides: words(3) })
  await exportBy(page, /^Download MP4/)
  const dialog = exportDialog(page, 'Slideshow as video')
  await dialog.getByRole('slider', { name: 'Time per slide' }).fill('4')
  await dialog.getByRole('switch', { name: 'Cross-fade' }).check()
  await test.step('the preview plays one slide after another', async () => {
    const preview = dialog.getByRole('region', { name: 'Preview' })
    const shown = () => preview.locator('[data-shown]').evaluate((frame) => [...(frame.parentElement?.children ?? [])].indexOf(frame))
    expect(await shown()).toBe(0)
    await preview.getByRole('button', { name: 'Play the preview' }).click()
    await expect.poll(shown).toBe(1)
    await preview.getByRole('button', { name: 'Pause the preview' }).click()
  })
  await dialog.getByRole('slider', { name: 'Time per slide' }).fill('1')
  await expect(dialog.getByText('The video will be 3 seconds long.')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the options of a video')
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export video' }).click()])
  await expect(exportDialog(page, 'Video Export Complete!')).toBeVisible()
  expect(download.suggestedFilename()).toBe('three windows.mp4')
  const bytes = await bytesOf(download)
  expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
  expect(bytes.includes('moov')).toBe(true)
})
