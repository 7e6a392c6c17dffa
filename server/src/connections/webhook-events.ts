import type { Tx } from '../db/db.ts'
import type { socialAccounts } from '../db/schema-connections.ts'
import { addWebhookEvents } from '../webhooks/outbox.ts'

type Account = Pick<typeof socialAccounts.$inferSelect, 'id' | 'userId' | 'platform' | 'accountId' | 'username'>

/** Records that an account has to be connected again. */
export async function addReconnectWebhook(tx: Tx, { userId, platform, accountId, username }: Account): Promise<void> {
  const message = `Reconnect @${username}. Its posts wait until then.`
  const data = { platform, account: { id: accountId, username }, error: { code: 'reconnect', message } }
  await addWebhookEvents(tx, { userId, type: 'account.reconnect_needed' }, () => [data])
}
