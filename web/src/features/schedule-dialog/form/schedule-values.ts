import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import { NO_RECURRENCE, type RecurrenceChoice } from '@ninesixteen/shared/time/recurrence-choice'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import type { AccountPost } from '../accounts/account-post.ts'
import type { Choices } from '../platforms/platform-form.ts'

/** Minutes from now of a new post's default time. */
const DEFAULT_MINUTES = 5
/** Default time on a day other than today. */
const DEFAULT_CLOCK = '09:00'

export type When = 'time' | 'now' | 'draft'

export interface ScheduleValues {
  /** Row ids of the selected connected accounts, in the order of selection. */
  accounts: string[]
  kind: PostKind
  seconds: number
  crossFade: boolean
  motion: boolean
  caption: string
  description: string
  when: When
  /** `YYYY-MM-DD` and `HH:MM` in the time zone; empty if the user clears the field. */
  date: string
  time: string
  zone: string
  /** The recurrence from then on. */
  repeat: RecurrenceChoice
  /** Platform options, by account. */
  choices: Record<string, Choices>
  /** Formats and own texts, by account. */
  own: Record<string, AccountPost>
  /** Given consents, by platform. */
  agreed: Partial<Record<PlatformId, boolean>>
}

export function startValues(options: { now: Date; zone: string; kind: PostKind; day?: string | undefined }): ScheduleValues {
  const { now, zone, kind, day } = options
  const [today = '', clock = ''] = wallOf(new Date(now.getTime() + DEFAULT_MINUTES * 60_000), zone).split('T')
  const isLater = day !== undefined && day > today
  return {
    accounts: [],
    kind,
    seconds: SLIDE_SECONDS.normal,
    crossFade: false,
    motion: false,
    caption: '',
    description: '',
    when: 'time',
    date: isLater ? day : today,
    time: isLater ? DEFAULT_CLOCK : clock,
    zone,
    repeat: NO_RECURRENCE,
    choices: {},
    own: {},
    agreed: {},
  }
}

/** The form's values of an existing post. */
export function valuesOf(post: PostDetails, start: ScheduleValues): ScheduleValues {
  const [date = '', time = ''] =
    post.scheduledTime === null ? [start.date, start.time] : wallOf(new Date(post.scheduledTime), post.timeZone).split('T')
  return {
    ...start,
    accounts: post.account ? [post.account.id] : [],
    kind: post.kind,
    caption: post.caption,
    description: post.description,
    when: post.scheduledTime === null ? 'draft' : 'time',
    date,
    time,
    zone: post.timeZone,
  }
}
