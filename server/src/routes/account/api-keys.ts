import { forbidInDemo } from '../../auth/visitor-accounts.ts'
import { createKey, listKeys, revokeKey } from '../../api-keys/api-keys.ts'
import { guarded } from '../contract.ts'

export const apiKeyRoutes = {
  list: guarded.apiKeys.list.handler(({ context: { services, userId } }) => services.db.asUser(userId, (tx) => listKeys(tx, userId))),

  create: guarded.apiKeys.create.handler(async ({ context: { services, userId }, input }) => {
    await forbidInDemo(services.db, userId)
    return services.db.asUser(userId, (tx) => createKey(tx, userId, input))
  }),

  revoke: guarded.apiKeys.revoke.handler(async ({ context: { services, userId }, input: { id } }) => {
    await services.db.asUser(userId, (tx) => revokeKey(tx, userId, id))
  }),
}
