import type { PlatformId } from '@ninesixteen/shared/platforms'
import { api } from '../../api/client.ts'
import { keepAttempt } from './kept-attempts.ts'

/** Leaves for the platform's consent page. `force` asks there who it is, for an account other than the one signed in. */
export async function startConnection(platform: PlatformId, { force }: { force: boolean }): Promise<void> {
  const { url, state, secret } = await api.accounts.begin({ platform, force }, { context: { signedOutOk: true } })
  keepAttempt(platform, state, secret)
  location.assign(url)
}
