import type { Clock } from '../../kit/clock.ts'
import type { SampleUser } from '../users.ts'

/** A user's limits per calendar day, over all of their blogs. */
export interface DailyLimits {
  /** False lifts all of them, for benches. */
  limited: boolean
  postsADay: number
  picturesADay: number
  videosADay: number
}

export const DAILY_LIMITS = { postsADay: 250, picturesADay: 250, videosADay: 20 }

type Counted = 'posts' | 'pictures' | 'videos'
interface Day {
  number: number
  used: Record<Counted, number>
}

const DAY = 86_400

/** Posts of today. The platform doesn't document the day's time zone; here it is UTC. */
export function dailyCounts(clock: Clock, limits: DailyLimits) {
  const days = new Map<SampleUser, Day>()
  const today = (user: SampleUser): Day['used'] => {
    const number = Math.floor(clock.seconds() / DAY)
    const counted = days.get(user)
    if (counted?.number === number) return counted.used
    const fresh = { number, used: { posts: 0, pictures: 0, videos: 0 } }
    days.set(user, fresh)
    return fresh.used
  }
  const most: Record<Counted, () => number> = {
    posts: () => limits.postsADay,
    pictures: () => limits.picturesADay,
    videos: () => limits.videosADay,
  }
  const countOf = (files: readonly { type: string }[]): [Counted, number][] => {
    const videos = files.filter(({ type }) => type.startsWith('video/')).length
    return [
      ['posts', 1],
      ['pictures', files.length - videos],
      ['videos', videos],
    ]
  }

  return {
    /** The limit that these files would exceed; null when there is none. */
    cap(user: SampleUser, files: readonly { type: string }[]): Counted | null {
      if (!limits.limited) return null
      const used = today(user)
      return countOf(files).find(([kind, added]) => added > 0 && used[kind] + added > most[kind]())?.[0] ?? null
    },
    add(user: SampleUser, files: readonly { type: string }[]): void {
      for (const [kind, added] of countOf(files)) today(user)[kind] += added
    },
    /** For the endpoint that reports limits. */
    left(user: SampleUser, kind: Counted) {
      const limit = most[kind]()
      const resetAt = (Math.floor(clock.seconds() / DAY) + 1) * DAY
      return { limit, remaining: Math.max(0, limit - today(user)[kind]), reset_at: resetAt }
    },
    reset: () => days.clear(),
  }
}
