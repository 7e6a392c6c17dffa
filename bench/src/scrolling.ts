import type { Page } from 'playwright-core'
import { quantile } from './table.ts'

/** Milliseconds between two frames at 60 per second, plus the tenth by which browsers round. */
export const FRAME_MS = 16.8
const STEPS = 90

/** Gaps between frames while scrolling down and back up with the wheel. */
export async function scrollGaps(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    const times: number[] = []
    Reflect.deleteProperty(globalThis, 'stopTicks')
    Reflect.set(globalThis, 'frameTimes', times)
    const tick = (time: number): void => {
      times.push(time)
      if (!('stopTicks' in globalThis)) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await page.mouse.move(700, 600)
  for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, step < (STEPS * 2) / 3 ? 140 : -140)
  const times: number[] = await page.evaluate(() => {
    Reflect.set(globalThis, 'stopTicks', true)
    return Reflect.get(globalThis, 'frameTimes')
  })
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

export interface Smoothness {
  p95: number
  longest: number
}

/** The smoothest of several scrolls by its 95th percentile, so that other programs' load does not count. */
export function smoothest(scrolls: readonly number[][]): Smoothness {
  const spreads = scrolls.map((gaps) => ({ p95: Math.round(quantile(gaps, 0.95) * 10) / 10, longest: quantile(gaps, 1) }))
  return spreads.toSorted((a, b) => a.p95 - b.p95)[0] ?? { p95: 0, longest: 0 }
}
