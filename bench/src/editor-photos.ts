import type { BrowserContext } from 'playwright-core'
import { createProject } from './editor-project.ts'
import { watchNetwork } from './quiet-network.ts'

const SLIDES = 10
const OPENINGS = 5

/** How long a page was blocked while the photos of its slides loaded, in milliseconds. */
export interface LongTasks {
  longest: number
  /** Total of all tasks over 50 ms. */
  total: number
}

/** Opens a slideshow of ten photos once; `worker: false` removes `Worker`, so that the page decodes by itself. */
async function openOnce(context: BrowserContext, { url, worker }: { url: string; worker: boolean }): Promise<LongTasks> {
  const page = await context.newPage()
  await page.addInitScript((hasWorker) => {
    if (!hasWorker) Reflect.deleteProperty(globalThis, 'Worker')
    const tasks: number[] = []
    Reflect.set(globalThis, 'longTasks', tasks)
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  }, worker)
  const quiet = watchNetwork(page)
  await page.goto(url)
  await page.waitForFunction((count) => {
    const thumbnails = [...document.querySelectorAll('ol[aria-label="Slides"] canvas')]
    return thumbnails.length === count && thumbnails.every((canvas) => canvas.hasAttribute('data-drawn'))
  }, SLIDES)
  await quiet()
  const tasks: number[] = await page.evaluate(() => Reflect.get(globalThis, 'longTasks'))
  await page.close()
  return { longest: Math.max(0, ...tasks), total: tasks.reduce((sum, task) => sum + task, 0) }
}

/** Alternates openings with and without a worker. Returns the medians by total. */
export async function measurePhotos(context: BrowserContext, origin: string): Promise<{ withWorker: LongTasks; withoutWorker: LongTasks }> {
  const url = `${origin}/content_studio?project=${await createProject(context, { origin, slideCount: SLIDES })}&pane=edit`
  const [withWorker, withoutWorker]: [LongTasks[], LongTasks[]] = [[], []]
  for (let count = 0; count < OPENINGS; count++) {
    withWorker.push(await openOnce(context, { url, worker: true }))
    withoutWorker.push(await openOnce(context, { url, worker: false }))
  }
  const medianOf = (all: LongTasks[]) => all.toSorted((a, b) => a.total - b.total)[Math.floor(all.length / 2)] ?? { longest: 0, total: 0 }
  return { withWorker: medianOf(withWorker), withoutWorker: medianOf(withoutWorker) }
}
