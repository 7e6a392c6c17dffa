import type { BrowserContext, Page } from 'playwright-core'
import { makeProject } from './editor-project.ts'
import { watchNetwork } from './quiet-network.ts'

const SLIDES = 30
const OPENINGS = 5

/** Milliseconds from asking for a slideshow to its slide being drawn and a press on a box being answered. */
export interface Opening {
  drawn: number
  interactive: number
}

/** Notes, in the page, when the slide on the stage is drawn with its picture and its boxes can be taken hold of. */
async function watchStage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const look = (): void => {
      const stage = document.querySelector<HTMLElement>('[data-stage]')
      const ready = stage?.dataset['drawn'] !== undefined && stage.querySelector('[data-ref]') !== null
      if (!ready) Reflect.deleteProperty(globalThis, 'stageReadyAt')
      else if (!('stageReadyAt' in globalThis)) requestAnimationFrame(() => Reflect.set(globalThis, 'stageReadyAt', performance.now()))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    addEventListener('pointerdown', (event) => Reflect.set(globalThis, 'pressedAt', event.timeStamp), { capture: true })
  })
}

/** Waits for the slide, presses on its first box, and says how long both took since `start` on the page's clock. */
async function finish(page: Page, start: () => Promise<number>): Promise<Opening> {
  await page.waitForFunction(() => 'stageReadyAt' in globalThis)
  const from = await start()
  const drawnAt: number = await page.evaluate(() => Reflect.get(globalThis, 'stageReadyAt'))
  const box = page.locator('[data-stage] [data-ref]').first()
  const bounds = await box.boundingBox()
  if (!bounds) throw new Error('The slide has no box')
  await page.mouse.click(bounds.x + 8, bounds.y + 8)
  const answeredAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (time: number): void => {
          if (document.querySelector('[data-stage] [data-ref][aria-pressed="true"]')) resolve(time)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
  return { drawn: drawnAt - from, interactive: answeredAt - from }
}

/** The middle one by the time until it answers. */
function middleOf(openings: Opening[]): Opening {
  const sorted = openings.toSorted((a, b) => a.interactive - b.interactive)
  return sorted[Math.floor(sorted.length / 2)] ?? { drawn: Infinity, interactive: Infinity }
}

/** Opens a slideshow of 30 slides by its card and by its address, each several times; the middle ones. */
export async function measureOpenings(context: BrowserContext, origin: string): Promise<{ card: Opening; address: Opening }> {
  const projectId = await makeProject(context, { origin, slideCount: SLIDES })
  const page = await context.newPage()
  await watchStage(page)
  const quiet = watchNetwork(page)
  const byCard: Opening[] = []
  const byAddress: Opening[] = []
  const card = page.getByRole('region', { name: /^Recent Slideshows/ }).getByRole('button', { name: `${SLIDES} slides of five boxes` })
  for (let count = 0; count < OPENINGS; count++) {
    await page.goto(`${origin}/content_studio?pane=edit`)
    await card.first().waitFor()
    await quiet()
    await card.first().click()
    byCard.push(await finish(page, () => page.evaluate(() => Reflect.get(globalThis, 'pressedAt'))))
    await page.goto(`${origin}/content_studio?project=${projectId}&pane=edit`, { waitUntil: 'commit' })
    byAddress.push(await finish(page, () => Promise.resolve(0)))
  }
  await page.close()
  return { card: middleOf(byCard), address: middleOf(byAddress) }
}
