import { deleteOldNotifications } from '../notifications/delete-old-notifications.ts'
import { usersToCheck } from '../posts/preflight/check-due-posts.ts'
import { outdatedPosts } from '../posts/recurrence/refresh-occurrences.ts'
import { collectUnused } from '../storage/sweep/collect-unused.ts'
import { releaseEndedPosts } from '../storage/sweep/ended-posts.ts'
import type { SeedServices } from './scheduled.ts'

/** The product's periodic queries over all users' rows. */
export function standingWork({ db, store }: Pick<SeedServices, 'db' | 'store'>): { name: string; run(): Promise<unknown> }[] {
  return [
    { name: 'every 5 minutes: who has posts within the hour', run: () => usersToCheck({ db }) },
    { name: 'every 30 minutes: recurring posts with outdated slides', run: () => outdatedPosts({ db }) },
    { name: 'daily: pictures of posts that ended', run: () => releaseEndedPosts({ db, store }) },
    { name: 'daily: files that nothing names', run: () => collectUnused({ db, store }) },
    { name: 'daily: old notices and mails', run: () => deleteOldNotifications({ db }) },
  ]
}
