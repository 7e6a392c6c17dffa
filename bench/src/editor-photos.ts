import type { BrowserContext } from 'playwright-core'
import { makeProject } from './editor-project.ts'
import { watchNetwork } from './quiet-network.ts'

const SLIDES = 10
const OPENINGS = 5

/** How long a page did not answer while the photos of its slides came in, in milliseconds. */
export interface LongestPause {
  longest: number
  /** Total of all tasks over 50 ms. */
  total: number
}

/** Opens a slideshow of ten photos once; `worker: false` takes workers from the page, which then decodes by itself. */
async function openOnce(context: BrowserContext, { address, worker }: { address: string; worker: boolean }): Promise<LongestPause> {
  const page = await context.newPage()
  await page.addInitScript((hasWorker) => {
    if (!hasWorker) Reflect.deleteProperty(globalThis, 'Worker')
    const tasks: number[] = []
    Reflect.set(globalThis, 'longTasks', tasks)
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  }, worker)
  const quiet = watchNetwork(page)
  await page.goto(address)
  await page.waitForFunction((count) => {
    const thumbnails = [...document.querySelectorAll('ol[aria-label="Slides"] canvas')]
    return thumbnails.length === count && thumbnails.every((canvas) => canvas.hasAttribute('data-drawn'))
  }, SLIDES)
  await quiet()
  const tasks: number[] = await page.evaluate(() => Reflect.get(globalThis, 'longTasks'))
  await page.close()
  return { longest: Math.max(0, ...tasks), total: tasks.reduce((sum, task) => sum + task, 0) }
}

/** The middle one by the sum, of openings in turn with and without a worker. */
export async function measurePhotos(context: BrowserContext, origin: string): Promise<{ inWorker: LongestPause; inPage: LongestPause }> {
  const address = `${origin}/content_studio?project=${await makeProject(context, { origin, slideCount: SLIDES })}&pane=edit`
  const [inWorker, inPage]: [LongestPause[], LongestPause[]] = [[], []]
  for (let count = 0; count < OPENINGS; count++) {
    inWorker.push(await openOnce(context, { address, worker: true }))
    inPage.push(await openOnce(context, { address, worker: false }))
  }
  const middleOf = (all: LongestPause[]) =>
    all.toSorted((a, b) => a.total - b.total)[Math.floor(all.length / 2)] ?? { longest: 0, total: 0 }
  return { inWorker: middleOf(inWorker), inPage: middleOf(inPage) }
}
