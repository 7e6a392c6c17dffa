import { AppError } from '@ninesixteen/shared/errors'

export interface PerUserLimits {
  /** Concurrent tasks per user. */
  atOnce: number
  /** Queued tasks per user; more are rejected. */
  waiting: number
  /** Longest wait, in milliseconds. */
  waitMs: number
}

/** Retry-After in seconds: by then the user's earlier tasks have progressed. */
const AGAIN_SECONDS = 2

interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Limits each user's share of a scarce resource: a number of tasks at once, in order, while other users pass. Throws RATE_LIMITED when the
 * queue is full or the wait too long. A user below the share never waits here.
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
    // A freed place passes directly to the next task, so that no newcomer takes it.
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
