import type { BrowserContext } from 'playwright-core'
import { createProject } from './editor-project.ts'

const SLIDES = 10
/** Each goes through all five formats. */
const ROUNDS = 6

export interface FormatSwitch {
  /** Milliseconds from the key until the stage shows the slide, and until the film strip shows all slides, in the other format. */
  stage: number
  strip: number
}

/** Switches the format of ten slides repeatedly with the keyboard. Slides change before each round, so that no earlier rendering is reused. */
export async function measureFormats(context: BrowserContext, origin: string): Promise<FormatSwitch[]> {
  const projectId = await createProject(context, { origin, slideCount: SLIDES })
  const page = await context.newPage()
  await page.goto(`${origin}/content_studio?project=${projectId}&pane=edit`)
  await page.locator('[data-stage][data-drawn]').waitFor()
  const drawnCanvases = page.locator('[data-strip] canvas[data-drawn]')
  await drawnCanvases.nth(SLIDES - 1).waitFor()
  const switches: FormatSwitch[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes(projectId))
    await page.getByRole('button', { name: round % 2 === 0 ? 'All texts larger' : 'All texts smaller' }).click()
    await saveResponse
    for (let count = 0; count < 5; count++) {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await page.locator('[data-stage]').focus()
      await page.evaluate(watchSwitch, SLIDES)
      await page.keyboard.press('r')
      switches.push(await page.evaluate((): Promise<FormatSwitch> => Reflect.get(globalThis, 'formatSwitch')))
    }
  }
  await page.close()
  // The first ones load code and fill caches.
  return switches.slice(5)
}

/** Runs in the page: measures the effect of the next key press. */
function watchSwitch(slides: number): void {
  const watched = new Promise<FormatSwitch>((resolve) => {
    let pressedAt = 0
    let stage = 0
    addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true })
    const slide = document.querySelector<HTMLElement>('[data-stage] [data-format]')
    const previousFormat = slide?.dataset['format']
    const check = (): void => {
      const format = slide?.dataset['format']
      const isChanged = pressedAt > 0 && format !== previousFormat
      const painted = document.querySelector<HTMLElement>('[data-painted]')?.dataset['format']
      if (isChanged && stage === 0 && painted === format) stage = performance.now() - pressedAt
      const strip = document.querySelectorAll(`[data-strip] canvas[data-format="${format}"]`)
      if (isChanged && stage > 0 && strip.length === slides) resolve({ stage, strip: performance.now() - pressedAt })
      else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })
  Reflect.set(globalThis, 'formatSwitch', watched)
}
