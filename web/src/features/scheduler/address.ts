import { POST_STATUSES, type PostStatus } from '@ninesixteen/shared/publishing/delivery'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Day } from './days.ts'

const VIEWS = ['month', 'week', 'day', 'list'] as const
export type View = (typeof VIEWS)[number]

export interface PostFilter {
  platform?: PlatformId
  accountId?: string
  companyId?: string
  status?: PostStatus
}

/** The state of the page that its URL holds. */
export interface SchedulerAddress {
  view: View
  /** The selected day; null for today. */
  day: Day | null
  filter: PostFilter
  /** Id of the post whose details are open. */
  post: string | null
}

const DAY = /^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function isDay(text: string): boolean {
  return DAY.test(text) && new Date(`${text}T00:00Z`).toISOString().startsWith(text)
}

function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text)
}

/** Ignores invalid parameters. */
export function readAddress(search: URLSearchParams): SchedulerAddress {
  const day = search.get('day')
  const post = search.get('post')
  const account = search.get('account')
  const company = search.get('company')
  const platform = oneOf(PLATFORM_IDS, search.get('platform'))
  const status = oneOf(POST_STATUSES, search.get('status'))
  return {
    view: oneOf(VIEWS, search.get('view')) ?? 'month',
    day: day !== null && isDay(day) ? day : null,
    post: post !== null && UUID.test(post) ? post : null,
    filter: {
      ...(platform && { platform }),
      ...(account && account.length <= 200 && { accountId: account }),
      ...(company && UUID.test(company) && { companyId: company }),
      ...(status && { status }),
    },
  }
}

/** Changes the given parameters and keeps all others. */
export function writeAddress(search: URLSearchParams, change: Partial<SchedulerAddress>): URLSearchParams {
  const next = new URLSearchParams(search)
  const setParam = (name: string, value: string | null | undefined) => (value ? next.set(name, value) : next.delete(name))
  if (change.view !== undefined) setParam('view', change.view === 'month' ? null : change.view)
  if (change.day !== undefined) setParam('day', change.day)
  if (change.post !== undefined) setParam('post', change.post)
  if (change.filter) {
    setParam('platform', change.filter.platform)
    setParam('account', change.filter.accountId)
    setParam('company', change.filter.companyId)
    setParam('status', change.filter.status)
  }
  return next
}

export function isFiltered(filter: PostFilter): boolean {
  return Object.keys(filter).length > 0
}
