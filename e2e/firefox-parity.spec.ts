import { expect, test } from '@playwright/test'
import { startPainterLab } from '../scripts/start-painter-lab.mjs'
import { findFirefox, startFirefox } from './driving/firefox.ts'
import type { Difference } from './driving/painter-lab.ts'

test.setTimeout(300_000)

/** Every thirteenth of the 300 slides that the lab serves under the name `generated`: all styles and backdrops, levels from end to end. */
const CHOSEN = Array.from({ length: 23 }, (_, index) => 13 * index)
/** Share of a slide's pixels that may be visibly different: Firefox smooths the edges of letters in a way of its own. */
const VISIBLE = 0.001

test('Firefox renders like the server except for the edges of text', { tag: '@long' }, async ({ browserName }) => {
  expect(browserName, 'the browser of the other tests has no part in this').toBe('chromium')
  const path = findFirefox()
  if (path === null)
    process.stderr.write('SKIPPED: no Firefox is installed (apt-get install firefox-esr); nothing is known of its drawing.\n')
  test.skip(path === null, 'no Firefox is installed')
  const lab = await startPainterLab()
  const firefox = await startFirefox(path ?? '')
  try {
    await firefox.open(lab.url)
    await expect.poll(() => firefox.evaluate(`'painterLab' in window`)).toBe(true)
    const found: (Difference & { slide: number })[] = []
    for (const slide of CHOSEN) {
      const difference = (await firefox.evaluate(`painterLab.compareWithServer('generated', ${slide})`)) as Difference
      found.push({ ...difference, slide })
    }
    const most = Math.max(...found.map(({ visible }) => visible))
    test.info().annotations.push({ type: 'most pixels off by more than 8', description: `${(100 * most).toFixed(4)} % of a slide` })
    expect(found.filter(({ visible }) => visible >= VISIBLE)).toEqual([])
  } finally {
    await firefox.close()
    await lab.stop()
  }
})
