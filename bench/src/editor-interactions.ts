import type { BrowserContext, Locator, Page } from 'playwright-core'
import { createProject } from './editor-project.ts'

const SLIDES = 10
/** Number of runs of the script, each with about 75 interactions. */
const ROUNDS = 4
/** Milliseconds below which Chromium reports no interaction. An unreported interaction counts as this long. */
const REPORTED_FROM_MS = 16

export interface Interaction {
  step: string
  /** Milliseconds from the input to the next frame, rounded to 8 ms by browsers. */
  duration: number
}

interface Recorded {
  reported: Interaction[]
  counts: Record<string, number>
}

/** Records every interaction in the page, with its step of the script. */
async function startRecording(page: Page): Promise<void> {
  await page.evaluate((threshold) => {
    const steps: { name: string; from: number; count: number }[] = []
    const reported = new Map<number, { at: number; duration: number }>()
    const record = (list: PerformanceEntry[]): void => {
      for (const entry of list) {
        if (!(entry instanceof PerformanceEventTiming)) continue
        const id: unknown = Reflect.get(entry, 'interactionId')
        if (typeof id !== 'number' || id === 0) continue
        const existing = reported.get(id)
        // A press and its release are one interaction, as long as the longest of its events.
        if (!existing || existing.duration < entry.duration)
          reported.set(id, { at: existing?.at ?? entry.startTime, duration: entry.duration })
      }
    }
    const observer = new PerformanceObserver((list) => record(list.getEntries()))
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: threshold }
    observer.observe(options)
    const total = (): number => Reflect.get(performance, 'interactionCount')
    Reflect.set(globalThis, 'interactionBench', {
      step(name: string) {
        const last = steps.at(-1)
        if (last) last.count = total() - last.count
        steps.push({ name, from: performance.now(), count: total() })
      },
      read() {
        const last = steps.at(-1)
        if (last) last.count = total() - last.count
        record(observer.takeRecords())
        observer.disconnect()
        const stepAt = (time: number): string => steps.findLast((step) => step.from <= time)?.name ?? ''
        const counts: Record<string, number> = {}
        for (const { name, count } of steps) counts[name] = (counts[name] ?? 0) + count
        return { reported: [...reported.values()].map(({ at, duration }) => ({ step: stepAt(at), duration })), counts }
      },
    })
  }, REPORTED_FROM_MS)
}

async function beginStep(page: Page, name: string): Promise<void> {
  await page.evaluate((step) => Reflect.get(globalThis, 'interactionBench').step(step), name)
}

/** Waits two frames, after which the effect of an interaction is visible. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

const boxOf = (page: Page, number: number): Locator => page.getByRole('button', { name: new RegExp(`^Text box ${number}: `) })

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let count = 0; count < times; count++) {
    await page.keyboard.press(key)
    await nextFrames(page)
  }
}

async function click(page: Page, target: Locator): Promise<void> {
  await target.click()
  await nextFrames(page)
}

async function dragBox(page: Page, direction: 1 | -1): Promise<void> {
  const bounds = await boxOf(page, 2).boundingBox()
  if (!bounds) throw new Error('The box to be dragged is not on the page')
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) await page.mouse.move(x + direction * step, y + (direction * step) / 2)
  await page.mouse.up()
  await nextFrames(page)
}

/** Opens an overlay and closes it with Escape. */
async function openAndClose(page: Page, opener: Locator, overlay: Locator): Promise<void> {
  await click(page, opener)
  await overlay.first().waitFor()
  await press(page, 'Escape')
  await overlay.first().waitFor({ state: 'hidden' })
}

/** A user's interactions while editing, by name. Each leaves the page in the state that the next one needs. */
const script: Record<string, (page: Page) => Promise<void>> = {
  'select a box': async (page) => {
    // In this order, the toolbar of the selected box never covers the next one.
    for (const number of [1, 4, 2]) await click(page, boxOf(page, number))
  },
  'drag a box': async (page) => {
    await dragBox(page, 1)
    await dragBox(page, -1)
  },
  'nudge by arrow key': async (page) => {
    await press(page, 'ArrowRight', 3)
    await press(page, 'Shift+ArrowDown', 2)
    await press(page, 'Shift+ArrowUp', 2)
    await press(page, 'ArrowLeft', 3)
  },
  'type a text': async (page) => {
    await boxOf(page, 2).dblclick()
    await page.getByRole('textbox', { name: /^Text of Text box 2/ }).waitFor()
    await page.keyboard.type('2. a glass of water first ☕', { delay: 30 })
    await press(page, 'Enter')
  },
  'undo and redo': async (page) => {
    await press(page, 'Control+z', 3)
    await press(page, 'Control+Shift+z', 2)
  },
  'style cycle': async (page) => {
    for (let count = 0; count < 3; count++) await click(page, page.getByRole('button', { name: /^Style: / }))
  },
  'brightness and contrast': async (page) => {
    await page.getByRole('slider', { name: 'Brightness' }).focus()
    await press(page, 'ArrowRight', 3)
    await page.getByRole('slider', { name: 'Contrast' }).focus()
    await press(page, 'ArrowLeft', 3)
  },
  'add, duplicate, delete a box': async (page) => {
    await click(page, page.getByRole('button', { name: 'Add text', exact: true }))
    // A new text is open for typing.
    await press(page, 'Escape')
    await press(page, 'Control+d')
    await press(page, 'Delete')
    await click(page, boxOf(page, 5))
    await press(page, 'Delete')
  },
  'change slide': async (page) => {
    const strip = page.getByRole('list', { name: 'Slides' }).getByRole('button', { name: /^Slide \d+/ })
    for (const number of [4, 8, 2]) await click(page, strip.nth(number))
    await press(page, 'PageDown', 3)
    await press(page, 'PageUp', 2)
  },
  'add, duplicate, delete a slide': async (page) => {
    await click(page, page.getByRole('button', { name: 'Add slide' }))
    await click(page, page.getByRole('button', { name: 'Delete slide' }))
    await click(page, page.getByRole('button', { name: 'Duplicate slide' }))
    await click(page, page.getByRole('button', { name: 'Delete slide' }))
  },
  'open panels': async (page) => {
    await openAndClose(page, page.getByRole('button', { name: 'Background', exact: true }), page.getByRole('dialog'))
    await openAndClose(page, page.getByRole('button', { name: 'Keyboard shortcuts' }), page.getByRole('dialog'))
    await openAndClose(page, page.getByRole('button', { name: 'Earlier versions' }), page.getByRole('dialog'))
    await openAndClose(page, page.getByRole('button', { name: 'Export', exact: true }), page.getByRole('menu'))
    await openAndClose(page, page.getByRole('button', { name: 'Rewrite slide' }), page.getByRole('menu'))
    await openAndClose(page, page.getByRole('combobox', { name: 'Number of slides' }), page.getByRole('listbox'))
  },
  'rotate a box': async (page) => {
    await click(page, boxOf(page, 2))
    const handle = await page.locator('[data-stage] [data-handle="rotate"]').boundingBox()
    if (!handle) throw new Error('The handle for rotation is not on the page')
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 20; step++) await page.mouse.move(x + 3 * step, y + step)
    await page.mouse.up()
    await nextFrames(page)
    await press(page, 'Control+z')
  },
  'design and elements': async (page) => {
    await click(page, page.getByRole('button', { name: 'Design', exact: true }))
    const panel = page.getByRole('region', { name: 'Design', exact: true })
    await click(page, panel.getByRole('tab', { name: 'Elements' }))
    for (const name of ['Rectangle', 'Speech bubble', 'Arrow']) await click(page, panel.getByRole('button', { name, exact: true }))
    await panel.getByRole('button', { name: 'grinning face', exact: true }).waitFor()
    await click(page, panel.getByRole('button', { name: 'grinning face', exact: true }))
    for (let count = 0; count < 4; count++) await press(page, 'Control+z')
    await press(page, 'Escape')
  },
  fullscreen: async (page) => {
    await click(page, page.getByRole('button', { name: 'Fullscreen' }))
    await press(page, 'PageDown')
    await press(page, 'Escape')
  },
}

/** Runs the script several times in one project, with the browser's real mouse and keyboard. */
export async function recordInteractions(
  context: BrowserContext,
  { origin, cpuSlowdown }: { origin: string; cpuSlowdown: number },
): Promise<Interaction[]> {
  const projectId = await createProject(context, { origin, slideCount: SLIDES })
  const page = await context.newPage()
  await page.goto(`${origin}/content_studio?project=${projectId}&pane=edit`)
  await boxOf(page, 1).waitFor()
  const devtools = await context.newCDPSession(page)
  if (cpuSlowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await startRecording(page)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(script)) {
      await beginStep(page, name)
      await run(page)
    }
  }
  const { reported, counts }: Recorded = await page.evaluate(() => Reflect.get(globalThis, 'interactionBench').read())
  await page.close()
  return withUnreported(reported, counts)
}

/** Adds interactions that are too short to be reported, because otherwise the percentiles would cover only the slow ones. */
function withUnreported(reported: readonly Interaction[], counts: Record<string, number>): Interaction[] {
  const unreported = Object.entries(counts).flatMap(([step, count]) => {
    const reportedCount = reported.filter((interaction) => interaction.step === step).length
    return Array.from({ length: Math.max(0, count - reportedCount) }, () => ({ step, duration: REPORTED_FROM_MS }))
  })
  return [...reported, ...unreported]
}
