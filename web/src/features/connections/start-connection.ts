import type { PlatformId } from '@ninesixteen/shared/platforms'
import { api } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { meQuery } from '../../app/session.ts'
import { keepAttempt } from './stored-attempts.ts'

/** Leaves for the platform's consent page. `force` asks there who it is, for an account other than the one signed in. */
export async function startConnection(platform: PlatformId, { force }: { force: boolean }): Promise<void> {
  // Begun for the person of this page, or for nobody: it has to be known which.
  await queryClient.fetchQuery(meQuery)
  const { url, state, secret } = await api.accounts.begin({ platform, force })
  keepAttempt(platform, state, secret)
  location.assign(url)
}
