import { AppError } from '@ninesixteen/shared/errors'

export interface PerUserLimits {
  /** How much one person has under way at a time. */
  atOnce: number
  /** How much of one person's waits; what comes on top is refused. */
  waiting: number
  /** Longest wait, in milliseconds. */
  waitMs: number
}

/** With a refusal: a person's own work has moved on by then. In seconds. */
const AGAIN_SECONDS = 2

interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Gives each person a share of something scarce: so much of theirs at once, in order, while others pass. Throws RATE_LIMITED when
 * too much of theirs waits or waits too long. Who stays below the share never waits here.
 */
export function createPerUserLimit({ atOnce, waiting, waitMs }: PerUserLimits): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, Lane>()

  function turn(lane: Lane): Promise<void> {
    if (lane.waiting.length >= waiting) return Promise.reject(refusal())
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(begin), 1)
        reject(refusal())
      }, waitMs)
      lane.waiting.push(begin)
    })
  }

  return async (who, work) => {
    const lane = lanes.get(who) ?? { running: 0, waiting: [] }
    lanes.set(who, lane)
    // A place that becomes free is handed on as it is, so that nobody slips in between.
    if (lane.running >= atOnce) await turn(lane)
    else lane.running++
    try {
      return await work()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(who)
    }
  }
}

const refusal = (): AppError => new AppError('RATE_LIMITED', { seconds: AGAIN_SECONDS })
