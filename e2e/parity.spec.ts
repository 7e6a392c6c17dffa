import { expect, test } from '@playwright/test'
import { startPainterLab } from '../scripts/start-painter-lab.mjs'
import type { PainterLab } from '../scripts/start-painter-lab.mjs'
import type { PainterLabPage } from './driving/painter-lab.ts'

// Each slide is drawn twice and compared over 8 MB: seconds in all, a minute on a busy machine.
test.setTimeout(240_000)

/** As many as the lab serves under the name `parity`. */
const SLIDES = 40

let lab: PainterLab

test.beforeAll(async () => {
  lab = await startPainterLab()
})

test.afterAll(async () => {
  await lab.stop()
})

test.beforeEach(async ({ page }) => {
  await page.goto(lab.url)
  await page.waitForFunction(() => 'painterLab' in window)
})

test('browser and server draw the same bytes', async ({ page }) => {
  const differing: string[] = []
  for (let index = 0; index < SLIDES; index++) {
    const compare = (at: number) => (window as unknown as PainterLabPage).painterLab.compareWithServer('parity', at)
    const { bytes, largest } = await page.evaluate(compare, index)
    if (bytes > 0) differing.push(`slide ${index}: ${bytes} bytes, by up to ${largest}`)
  }
  expect(differing).toEqual([])
})

test('exported pictures are what the preview shows', async ({ page }) => {
  const differences = await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.compareWithExport('typical'))
  expect(differences).toHaveLength(10)
  expect(differences.filter(({ bytes }) => bytes > 0)).toEqual([])
})

test('drawing only what changed gives what drawing everything gives', async ({ page }) => {
  const differences = await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.compareRepaint('parity'))
  expect(differences).toHaveLength(SLIDES)
  expect(differences.filter(({ bytes }) => bytes > 0)).toEqual([])
})

test('an export that is cancelled stops, and the next one works', async ({ page }) => {
  const outcome = await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.cancelExport('typical'))
  expect(outcome).toEqual({ reason: 'Error: enough', drawn: 1, filesAfterwards: 3 })
})

test('an export fails without a network, and goes on without a photo that is gone', async ({ page }) => {
  const exportWithout = (how: 'network' | 'file') =>
    page.evaluate((by) => (window as unknown as PainterLabPage).painterLab.exportWithout('typical', by), how)
  expect(await exportWithout('network')).toMatch(/^Error: /)
  expect(await exportWithout('file')).toBe('10 files')
})
