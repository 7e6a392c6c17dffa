import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { postPath } from '@ninesixteen/shared/api/limits'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Delivery, PostStatus } from '@ninesixteen/shared/publishing/delivery'

/** A post as calendars show it. */
export interface CalendarPost {
  id: string
  platform: PlatformId
  /** Null when the account is not connected any more. */
  username: string | null
  title: string | null
  caption: string
  description: string
  status: PostStatus
  delivery: Delivery
  errorMessage: string | null
  at: Date
  createdAt: Date
  updatedAt: Date
  /** Grows with every change. */
  revision: number
}

/** How often a program should ask again, in seconds. */
const REFRESH_SECONDS = 15 * 60
/** An event has an end; a quarter of an hour can be seen in a week's view. */
const SHOWN_MS = 15 * 60_000
const DESCRIPTION_MAX = 1000

/** The posts as a calendar of RFC 5545, in UTC, the same text as long as nothing changes. */
export function calendarText(posts: readonly CalendarPost[], publicUrl: string): string {
  const { host } = new URL(publicUrl)
  const calendar = ical({
    name: `${PRODUCT_NAME} posts`,
    prodId: { company: PRODUCT_NAME, product: 'Post Scheduler', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const post of posts) {
    const link = `${publicUrl}${postPath(post.id)}`
    calendar.createEvent({
      id: `${post.id}@${host}`,
      sequence: post.revision,
      stamp: post.updatedAt,
      created: post.createdAt,
      lastModified: post.updatedAt,
      start: post.at,
      end: new Date(post.at.getTime() + SHOWN_MS),
      summary: summaryOf(post),
      description: plain([stateOf(post), post.description.slice(0, DESCRIPTION_MAX), link].filter(Boolean).join('\n\n')),
      url: link,
      categories: [{ name: PLATFORMS[post.platform].label }],
      status: post.delivery === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A post doesn't make the user busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return `${calendar.toString()}\r\n`
}

function summaryOf({ platform, username, caption, title }: CalendarPost): string {
  const destination = [PLATFORMS[platform].label, ...(username ? [`@${username}`] : [])].join(' ')
  return plain(`${destination}: ${caption || title || 'Slideshow'}`.replaceAll(/\s+/g, ' '))
}

const STATUS: Record<PostStatus, string> = { pending: 'Scheduled', published: 'Published', failed: 'Failed' }

function stateOf({ status, delivery, errorMessage }: CalendarPost): string {
  if (delivery === 'cancelled') return 'Cancelled'
  return status === 'failed' && errorMessage ? `${STATUS.failed}: ${errorMessage}` : STATUS[status]
}

/** RFC 5545 allows no control characters but the tab and line breaks, which the library writes in its way. */
function plain(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
