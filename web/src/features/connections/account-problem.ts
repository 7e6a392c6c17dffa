import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { mayPublish, PLATFORMS } from '@ninesixteen/shared/platforms'

/** Why an account cannot publish; null if it can. */
export function lackOf(account: ConnectedAccount): string | null {
  const { label } = PLATFORMS[account.platform]
  if (account.state === 'reconnect') return `${label} no longer accepts this connection.`
  return mayPublish(account) ? null : `Connected without permission to post. Reconnect, and keep that box checked at ${label}.`
}
