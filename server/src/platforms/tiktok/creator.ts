import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import type { AccountRef, Tokens } from '../account.ts'
import type { TiktokPosting } from './posting/client.ts'
import { tiktokOutcome } from './posting/words.ts'

export interface CreatorQueryDeps {
  tokens: Tokens
  posting: Pick<TiktokPosting, 'creatorInfo'>
  linkImage(userId: string, url: string): string | null
}

/** Queries the creator info that TikTok's rules require on the form. If the account can't post now, `refusal` says why. */
export function createCreatorQuery({
  tokens,
  posting,
  linkImage,
}: CreatorQueryDeps): (account: AccountRef, signal?: AbortSignal) => Promise<TiktokCreator> {
  return (ref, signal) =>
    tokens.use(ref, async ({ account, tokens: { access } }) => {
      try {
        const { avatarUrl, ...creator } = await posting.creatorInfo(access, signal && { signal })
        // The page loads images only from this server.
        return { ...creator, avatarUrl: avatarUrl === null ? null : linkImage(ref.userId, avatarUrl), refusal: null }
      } catch (thrown) {
        const outcome = tiktokOutcome(thrown, account.username)
        if (outcome.kind !== 'refused') throw thrown
        return { ...nobody(account.username), refusal: outcome.message }
      }
    })
}

function nobody(username: string): Omit<TiktokCreator, 'refusal'> {
  const disabled = { commentDisabled: true, duetDisabled: true, stitchDisabled: true }
  return { nickname: username, username, avatarUrl: null, audiences: [], ...disabled, maxVideoSeconds: 0 }
}
