import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { NewPosts } from '@ninesixteen/shared/api/scheduled-posts'
import type { AccountFacts } from '../accounts/use-facts.ts'
import type { PostContent } from '../content/post-content.ts'
import type { Choices, PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import { sentTime } from './post-time.ts'
import type { ScheduleValues } from './schedule-values.ts'

/** A selected account with its choices and facts. */
export interface ChosenAccount {
  account: ConnectedAccount
  chosen: Choices
  facts: AccountFacts
}

export interface Ordered {
  values: ScheduleValues
  post: PostShape
  accounts: readonly ChosenAccount[]
}

/** One account's options in the format of the API. */
export function optionsOf({ account, chosen, facts }: ChosenAccount, { values, post }: Omit<Ordered, 'accounts'>): Record<string, unknown> {
  const agreed = values.agreed[account.platform] === true
  return PLATFORM_FORMS[account.platform].send(chosen, post, { agreed, facts: facts.data })
}

export function targetsOf({ accounts, ...order }: Ordered): NewPosts['targets'] {
  return accounts.map((one) => ({
    platform: one.account.platform,
    accountId: one.account.accountId,
    options: optionsOf(one, order),
  }))
}

/** The request without the request id and the project version, which are added on submit. */
export function postRequestOf(order: Ordered, content: PostContent): Omit<NewPosts, 'requestId' | 'projectVersion'> {
  const { kind, seconds, crossFade, caption, description, zone } = order.values
  const isFilm = kind === 'video' && content.photos === null
  return {
    projectId: content.projectId,
    kind,
    film: isFilm ? { seconds, crossFade } : null,
    photos: kind === 'video' ? [...(content.photos ?? [])] : [],
    targets: targetsOf(order),
    scheduledTime: sentTime(order.values),
    timeZone: zone,
    caption,
    description,
  }
}
