import { forbidInDemo } from '../../auth/visitor-accounts.ts'
import { consume } from '../../db/usage-limits.ts'
import {
  addEndpoint,
  endOldSecret,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  resend,
  rotateSecret,
  sendTest,
  updateEndpoint,
} from '../../webhooks/endpoints.ts'
import { requireWebhookUrl } from '../../webhooks/endpoint-url.ts'
import { guarded } from '../contract.ts'

/** Each makes the server call an address that the user chose. */
const REQUESTED = { kind: 'webhooks.requested', limit: 20, windowSeconds: 60, amount: 1 }

export const webhookRoutes = {
  list: guarded.webhooks.list.handler(({ context: { services, userId } }) => services.db.asUser(userId, (tx) => listEndpoints(tx, userId))),

  create: guarded.webhooks.create.handler(async ({ context: { services, userId }, input: { name, url, events } }) => {
    const { db, config, sealer } = services
    await forbidInDemo(db, userId)
    const checked = requireWebhookUrl(url, config.webhooks)
    return db.asUser(userId, (tx) => addEndpoint(tx, userId, { name, url: checked, events, sealer }))
  }),

  update: guarded.webhooks.update.handler(({ context: { services, userId }, input }) => {
    const { db, config } = services
    const { url, ...rest } = input
    const checked = url === undefined ? {} : { url: requireWebhookUrl(url, config.webhooks) }
    return db.asUser(userId, (tx) => updateEndpoint(tx, userId, { ...rest, ...checked }))
  }),

  remove: guarded.webhooks.remove.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, (tx) => removeEndpoint(tx, userId, id)),
  ),

  rotateSecret: guarded.webhooks.rotateSecret.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, (tx) => rotateSecret(tx, userId, { id, sealer: services.sealer })),
  ),

  endOldSecret: guarded.webhooks.endOldSecret.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, (tx) => endOldSecret(tx, userId, id)),
  ),

  test: guarded.webhooks.test.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      await consume(tx, userId, REQUESTED)
      return sendTest(tx, userId, id)
    }),
  ),

  deliveries: guarded.webhooks.deliveries.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, (tx) => listDeliveries(tx, userId, input)),
  ),

  resend: guarded.webhooks.resend.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      await consume(tx, userId, REQUESTED)
      return resend(tx, userId, id)
    }),
  ),
}
