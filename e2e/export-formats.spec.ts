import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { bytesOf, decodePng, downloadBy, exportBy, exportDialog, openExportMenu } from './driving/exporting.ts'
import { greyPng } from './driving/images.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { openProject, uploadPhoto, type NewSlide } from './driving/projects.ts'
import { recordTexts } from './driving/record-texts.ts'
import { chooseFormat, hashOf, stagePixels, stripSlides } from './driving/studio.ts'
import { readZip } from './driving/zip.ts'

const run = promisify(execFile)

const SIZES = { '9x16': [1080, 1920], '4x5': [1080, 1350], '3x4': [1080, 1440], '1x1': [1080, 1080], '2x3': [1000, 1500] }

/** Slides with words of their own over a photo. */
async function openWindows(page: Page, count: number): Promise<void> {
  const photo = await uploadPhoto(page, greyPng('harbour.png', { width: 1080, height: 1920 }))
  const slides: NewSlide[] = Array.from({ length: count }, (_, index) => ({
    backgroundImage: photo,
    brightness: (index % 21) - 10,
    textBoxes: [{ text: `${index + 1}. open (the) window 🌅`, y: 120, fontSize: 10, fontWeight: 800 }],
  }))
  await openProject(page, { title: 'windows & doors', slides })
}

test('exports the format that the editor shows, or the chosen one', { tag: '@long' }, async ({ member: page }) => {
  await openWindows(page, 2)
  await chooseFormat(page, '4:5')
  const download = await downloadBy(page, /^Download this slide Slide 1, PNG, 1080 × 1350/)
  expect(download.suggestedFilename()).toBe('slide_1_4x5.png')
  const image = decodePng(await bytesOf(download))
  expect([image.width, image.height]).toEqual([1080, 1350])
  await expect.poll(() => stagePixels(page), 'the very pixels of the stage').toBe(hashOf(image.data))

  const menu = await openExportMenu(page)
  await expect(menu.getByRole('menuitemradio', { name: '4:5' })).toBeChecked()
  await menu.getByRole('menuitemradio', { name: '2:3' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the export menu with formats')
  await expect(menu.getByRole('menuitem', { name: 'Download PDF 2 slides, 1000 × 1500' })).toBeVisible()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('menuitem', { name: 'Download ZIP 2 slides, PNG, 1000 × 1500' }).click(),
  ])
  expect(zip.suggestedFilename()).toBe('windows & doors 2x3.zip')
  const files = await readZip(zip)
  expect(files.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['slide_1_2x3.png', 1000, 1500],
    ['slide_2_2x3.png', 1000, 1500],
  ])
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.reload()
  await openExportMenu(page)
  await expect(menu.getByRole('menuitemradio', { name: '2:3' }), 'it is remembered').toBeChecked()
  await page.keyboard.press('Escape')
  await chooseFormat(page, '9:16')
  await openExportMenu(page)
  await expect(menu.getByRole('menuitemradio', { name: '9:16' })).toBeChecked()
})

test('exports all formats as a ZIP with a folder each, and can be cancelled', { tag: '@long' }, async ({ member: page }) => {
  await openWindows(page, 6)
  const plain = await readZip(await downloadBy(page, /^Download ZIP/))
  await expect(page.getByRole('dialog')).toBeHidden()

  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await exportBy(page, /^Download all formats/)
  const dialog = exportDialog(page, 'Exporting')
  await expect(dialog.getByText(/^Exported [1-9]\d* \/ 30 slides$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  const progress = await recordTexts(page, /Exported \d+ \/ \d+ slides/)
  const download = await downloadBy(page, /^Download all formats/)
  expect(await progress()).toContain('Exported 30 / 30 slides')
  expect(downloads).toEqual(['windows & doors all formats.zip'])
  const files = await readZip(download)
  expect(files.map(({ name, width, height }) => [name, width, height])).toEqual(
    Object.entries(SIZES).flatMap(([folder, size]) => plain.map(({ name }) => [`${folder}/${name}`, ...size])),
  )
  expect(files.slice(0, 6).map(({ pixels }) => hashOf(pixels))).toEqual(plain.map(({ pixels }) => hashOf(pixels)))
  const { stdout } = await run('unzip', ['-t', await download.path()])
  expect(stdout).toContain('No errors detected')
})

const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0 && spawnSync('pdfimages', ['-v']).status === 0

/** The files that a tool of poppler makes of a PDF, in order. */
async function filesOf(tool: 'pdftoppm' | 'pdfimages', args: readonly string[], pdf: string): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-pdf-'))
  try {
    await run(tool, [...args, pdf, join(folder, 'page')])
    const names = (await readdir(folder)).toSorted()
    return await Promise.all(names.map((name) => readFile(join(folder, name))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Mean difference of two images of one size, on a scale of 255. */
async function meanDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer()))
  if (!a || a.length !== b?.length) return 255
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

async function jpegsOf(download: Download): Promise<Buffer[]> {
  return Object.values(unzipSync(new Uint8Array(await bytesOf(download)))).map((bytes) => Buffer.from(bytes))
}

test('exports a PDF with one page per slide, its JPEG bytes, title and alt texts', { tag: '@long' }, async ({ member: page }) => {
  if (!hasPoppler) process.stderr.write('SKIPPED: no poppler is installed (apt-get install poppler-utils); PDFs were not checked.\n')
  test.skip(!hasPoppler, 'no poppler is installed')
  await openWindows(page, 3)
  await chooseFormat(page, '4:5')
  const libraries: string[] = []
  page.on('request', (request) => /slides-pdf/.test(request.url()) && libraries.push(request.url()))
  const menu = await openExportMenu(page)
  await menu.getByRole('menuitemradio', { name: 'JPEG' }).click()
  await page.keyboard.press('Escape')
  const jpegs = await jpegsOf(await downloadBy(page, /^Download ZIP/))
  expect(libraries, 'the library waits for the first PDF').toEqual([])
  await expect(page.getByRole('dialog')).toBeHidden()

  const download = await downloadBy(page, /^Download PDF 3 slides, 1080 × 1350/)
  expect(download.suggestedFilename()).toBe('windows & doors 4x5.pdf')
  expect(libraries).toHaveLength(1)
  const pdf = await download.path()
  const { stdout } = await run('pdfinfo', [pdf])
  expect(stdout).toMatch(/^Title: +windows & doors$/m)
  expect(stdout).toMatch(/^Tagged: +yes$/m)
  expect(stdout).toMatch(/^Pages: +3$/m)
  expect(stdout).toMatch(/^Page size: +810 x 1012.5 pts$/m)
  const images = await filesOf('pdfimages', ['-all'], pdf)
  expect(images.map((image, index) => image.equals(jpegs[index] ?? Buffer.alloc(0)))).toEqual([true, true, true])
  const pages = await filesOf('pdftoppm', ['-r', '96', '-png'], pdf)
  for (const [index, shown] of pages.entries()) expect(await meanDifference(shown, jpegs[index] ?? shown)).toBeLessThan(1)
  const { stdout: structure } = await run('pdfinfo', ['-struct', pdf])
  expect(structure.match(/Figure/g)).toHaveLength(3)
  const alternative = Buffer.from(' window 🌅.', 'utf16le').swap16()
  expect((await bytesOf(download)).includes(alternative)).toBe(true)

  await stripSlides(page).nth(1).click()
  await chooseFormat(page, '9:16')
  await downloadBy(page, /^Download PDF/)
  expect(libraries, 'and is loaded once').toHaveLength(1)
})
