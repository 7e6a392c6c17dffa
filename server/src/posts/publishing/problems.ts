import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Problem } from '../../platforms/publishing.ts'

/* Problems of a post that don't depend on its platform, for its user. */

const ACCOUNTS = '/settings?tab=accounts'
const label = (platform: PlatformId): string => PLATFORMS[platform].label

export const PROBLEMS = {
  missed: (hours: number): Problem => ({
    code: 'missed',
    message: `Missed while offline: nothing was publishing for more than ${hours} hours after its time. Reschedule it to send it now.`,
    fixHref: null,
  }),
  notInTime: (hours: number, lastError: string): Problem => ({
    code: 'not_in_time',
    message: `We couldn't publish this within ${hours} hours: ${lastError} Reschedule it to try again.`,
    fixHref: null,
  }),
  held: (platform: PlatformId, hours: number): Problem => ({
    code: 'held',
    message: `Missed: its ${label(platform)} account was not reconnected within ${hours} hours of its time. Reconnect it, then reschedule this post.`,
    fixHref: ACCOUNTS,
  }),
  noPlan: (hours: number): Problem => ({
    code: 'no_plan',
    message: `Missed: the Pro plan had ended and was not back within ${hours} hours of its time. Get Pro again, then reschedule this post.`,
    fixHref: '/pricing',
  }),
  notApproved: (hours: number): Problem => ({
    code: 'not_approved',
    message: `Missed: it was not approved within ${hours} hours of its time. Have it approved, then reschedule this post.`,
    fixHref: null,
  }),
  accountGone: (platform: PlatformId): Problem => ({
    code: 'account_gone',
    message: `This ${label(platform)} account is no longer connected. Connect it again, then reschedule this post.`,
    fixHref: ACCOUNTS,
  }),
  disconnected: (platform: PlatformId, who: string | null): Problem => ({
    code: 'disconnected',
    message: `${who ?? `This ${label(platform)} account`} was disconnected before it was published; nothing was posted. Connect it again, then reschedule this post.`,
    fixHref: ACCOUNTS,
  }),
  notPublished: (platform: PlatformId, hours: number): Problem => ({
    code: 'not_published',
    message: `${label(platform)} did not publish this post within ${hours} hours; nothing was posted. Reschedule it to try again.`,
    fixHref: null,
  }),
  noFiles: (): Problem => ({
    code: 'no_files',
    message: 'The slides of this post no longer exist. Open its slideshow and schedule it again.',
    fixHref: '/content_studio',
  }),
  badOptions: (platform: PlatformId): Problem => ({
    code: 'bad_options',
    message: `A choice that ${label(platform)} requires is missing. Edit this post, then reschedule it.`,
    fixHref: null,
  }),
  parked: (): Problem => ({
    code: 'parked',
    message: 'The server stopped three times while preparing this post, so it was set aside. Nothing was sent. Reschedule it to try again.',
    fixHref: null,
  }),
  tries: (platform: PlatformId): Problem => ({
    code: 'tries',
    message: `${label(platform)} did not accept this post after several tries (this server stopped). Nothing was sent. Reschedule it to try again.`,
    fixHref: null,
  }),
  unconfirmed: (platform: PlatformId): Problem => ({
    code: 'unconfirmed',
    message: `Sent to ${label(platform)}, but there was no confirmation. Check the account before posting it again.`,
    fixHref: null,
  }),
  unfinished: (platform: PlatformId): Problem => ({
    code: 'unfinished',
    message: `${label(platform)} accepted this post but did not confirm it within a day. Check the account before posting it again.`,
    fixHref: null,
  }),
} as const
