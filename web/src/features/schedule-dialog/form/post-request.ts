import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { NewPosts } from '@ninesixteen/shared/api/scheduled-posts'
import type { AccountPost } from '../accounts/account-post.ts'
import type { PostContent } from '../content/post-content.ts'
import { sentTime } from './post-time.ts'
import type { ScheduleValues } from './schedule-values.ts'

export interface SelectedAccount {
  account: Pick<ConnectedAccount, 'platform' | 'accountId'>
  /** The platform's options in the format of the API. */
  options(): Record<string, unknown>
  own: AccountPost
}

export interface FormInput {
  values: ScheduleValues
  accounts: readonly SelectedAccount[]
}

export function targetsOf({ accounts }: FormInput): NewPosts['targets'] {
  return accounts.map(({ account: { platform, accountId }, options, own }) => ({ platform, accountId, options: options(), ...own.texts }))
}

/** The request without the request id and the project version, which are added on submit. */
export function postRequestOf(input: FormInput, content: PostContent): Omit<NewPosts, 'requestId' | 'projectVersion'> {
  const { kind, seconds, crossFade, motion, caption, description, zone } = input.values
  const hasVideoOptions = kind === 'video' && content.photos === null
  return {
    projectId: content.projectId,
    kind,
    film: hasVideoOptions ? { seconds, crossFade, ...(motion && { motion }) } : null,
    photos: kind === 'video' ? [...(content.photos ?? [])] : [],
    targets: targetsOf(input),
    scheduledTime: sentTime(input.values),
    timeZone: zone,
    caption,
    description,
  }
}
