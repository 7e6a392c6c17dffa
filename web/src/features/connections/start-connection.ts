import type { PlatformId } from '@ninesixteen/shared/platforms'
import { api } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { meQuery } from '../../app/session.ts'
import { keepAttempt } from './stored-attempts.ts'

/** Opens the platform's consent page. `force` makes it ask for the account, to connect another than the one signed in there. */
export async function startConnection(platform: PlatformId, { force }: { force: boolean }): Promise<void> {
  // The attempt belongs to the signed-in user or to none, so load the user first.
  await queryClient.fetchQuery(meQuery)
  const { url, state, secret } = await api.accounts.begin({ platform, force })
  keepAttempt(platform, state, secret)
  location.assign(url)
}
