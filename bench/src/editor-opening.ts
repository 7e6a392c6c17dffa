import type { BrowserContext, Page } from 'playwright-core'
import { createProject } from './editor-project.ts'
import { watchNetwork } from './quiet-network.ts'

const SLIDES = 30
const OPENINGS = 5

/** Milliseconds from opening a slideshow until its slide is drawn, and until a press on a box has an effect. */
export interface Opening {
  drawn: number
  interactive: number
}

/** Records in the page when the slide on the stage is drawn and its boxes are interactive. */
async function recordStageReady(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const check = (): void => {
      const stage = document.querySelector<HTMLElement>('[data-stage]')
      const ready = stage?.dataset['drawn'] !== undefined && stage.querySelector('[data-ref]') !== null
      if (!ready) Reflect.deleteProperty(globalThis, 'stageReadyAt')
      else if (!('stageReadyAt' in globalThis)) requestAnimationFrame(() => Reflect.set(globalThis, 'stageReadyAt', performance.now()))
      requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
    addEventListener('pointerdown', (event) => Reflect.set(globalThis, 'pressedAt', event.timeStamp), { capture: true })
  })
}

/** Waits for the slide and presses its first box. Returns both durations since `start` on the page's clock. */
async function measureOpening(page: Page, start: () => Promise<number>): Promise<Opening> {
  await page.waitForFunction(() => 'stageReadyAt' in globalThis)
  const startedAt = await start()
  const drawnAt: number = await page.evaluate(() => Reflect.get(globalThis, 'stageReadyAt'))
  const box = page.locator('[data-stage] [data-ref]').first()
  const bounds = await box.boundingBox()
  if (!bounds) throw new Error('The slide has no box')
  await page.mouse.click(bounds.x + 8, bounds.y + 8)
  const pressedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const check = (time: number): void => {
          if (document.querySelector('[data-stage] [data-ref][aria-pressed="true"]')) resolve(time)
          else requestAnimationFrame(check)
        }
        requestAnimationFrame(check)
      }),
  )
  return { drawn: drawnAt - startedAt, interactive: pressedAt - startedAt }
}

/** The median by time to interactive. */
function medianOpening(openings: Opening[]): Opening {
  const sorted = openings.toSorted((a, b) => a.interactive - b.interactive)
  return sorted[Math.floor(sorted.length / 2)] ?? { drawn: Infinity, interactive: Infinity }
}

/** Opens a slideshow of 30 slides by its card and by its URL, each several times. Returns the medians. */
export async function measureOpenings(context: BrowserContext, origin: string): Promise<{ card: Opening; url: Opening }> {
  const projectId = await createProject(context, { origin, slideCount: SLIDES })
  const page = await context.newPage()
  await recordStageReady(page)
  const quiet = watchNetwork(page)
  const fromCard: Opening[] = []
  const fromUrl: Opening[] = []
  const card = page.getByRole('region', { name: /^Recent Slideshows/ }).getByRole('button', { name: `${SLIDES} slides of five boxes` })
  for (let count = 0; count < OPENINGS; count++) {
    await page.goto(`${origin}/content_studio?pane=edit`)
    await card.first().waitFor()
    await quiet()
    await card.first().click()
    fromCard.push(await measureOpening(page, () => page.evaluate(() => Reflect.get(globalThis, 'pressedAt'))))
    await page.goto(`${origin}/content_studio?project=${projectId}&pane=edit`, { waitUntil: 'commit' })
    fromUrl.push(await measureOpening(page, () => Promise.resolve(0)))
  }
  await page.close()
  return { card: medianOpening(fromCard), url: medianOpening(fromUrl) }
}
