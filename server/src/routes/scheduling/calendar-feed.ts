import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { CALENDAR_PATH } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../../config/client-address.ts'
import { requestAddress } from '../../http/session/browser-id.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createAnonymousRateLimit } from '../../auth/anonymous-rate-limit.ts'
import { consume } from '../../db/usage-limits.ts'
import { userOfLink } from '../../posts/calendar-feed/calendar-link.ts'
import { calendarPosts } from '../../posts/calendar-feed/calendar-posts.ts'
import { calendarText } from '../../posts/calendar-feed/calendar-text.ts'
import type { Services } from '../services.ts'

/** Calendar apps poll every 15 minutes at most; some users have several. */
const READS = { kind: 'calendar.reads', amount: 1, limit: 120, windowSeconds: 60 * 60 }

/**
 * `GET /calendar/SECRET.ics`: a user's posts for their calendar app. The link grants access: cookies are ignored, and shared caches must
 * not store the response.
 */
export function registerCalendarFeed(app: Hono<AppEnv>, services: Services): void {
  const countMiss = createAnonymousRateLimit()
  app.get(`${CALENDAR_PATH}:file`, async (c) => {
    const userId = await userOfLink(services, c.req.param('file').replace(/\.ics$/, ''))
    if (userId === null) {
      countMiss(addressGroup(requestAddress(c, services.config.trustProxy)))
      throw new AppError('NOT_FOUND')
    }
    await services.db.asUser(userId, (tx) => consume(tx, userId, READS))
    const posts = await services.db.stale.asUser(userId, (tx) => calendarPosts(tx, userId))
    const text = calendarText(posts, services.config.publicUrl)
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    return c.body(text, 200, {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="posts.ics"',
    })
  })
}
