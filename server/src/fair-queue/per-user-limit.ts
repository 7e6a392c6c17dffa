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
const RETRY_AFTER_SECONDS = 2

interface UserTasks {
  running: number
  waiting: (() => void)[]
}

/**
 * Limits each user's share of a scarce resource: a number of tasks at once, in order, while other users pass. Throws RATE_LIMITED when the
 * queue is full or the wait too long. A user below the share never waits here.
 */
export function createPerUserLimit({ atOnce, waiting, waitMs }: PerUserLimits): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const users = new Map<string, UserTasks>()

  function waitForSlot(user: UserTasks): Promise<void> {
    if (user.waiting.length >= waiting) return Promise.reject(refusal())
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timeout)
        resolve()
      }
      const timeout = setTimeout(() => {
        user.waiting.splice(user.waiting.indexOf(begin), 1)
        reject(refusal())
      }, waitMs)
      user.waiting.push(begin)
    })
  }

  return async (userId, work) => {
    const user = users.get(userId) ?? { running: 0, waiting: [] }
    users.set(userId, user)
    // A freed place passes directly to the next task, so that no newcomer takes it.
    if (user.running >= atOnce) await waitForSlot(user)
    else user.running++
    try {
      return await work()
    } finally {
      const next = user.waiting.shift()
      if (next) next()
      else if (--user.running === 0) users.delete(userId)
    }
  }
}

const refusal = (): AppError => new AppError('RATE_LIMITED', { seconds: RETRY_AFTER_SECONDS })
