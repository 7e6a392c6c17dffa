import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import { forbidInDemo } from '../../auth/visitor-accounts.ts'
import { requireAllowedBaseUrl } from '../../connections/own-ai.ts'
import { consume } from '../../db/usage-limits.ts'
import { guarded } from '../contract.ts'

/** Each check calls a third-party server. */
const CHECKS_A_MINUTE = 10

export const credentialRoutes = {
  list: guarded.credentials.list.handler(({ context: { services, userId } }) => services.connections.credentials.list(userId)),

  set: guarded.credentials.set.handler(async ({ context: { services, userId }, input: { values } }) => {
    await forbidInDemo(services.db, userId)
    const { credentials } = services.connections
    const baseUrl = values['openai.base_url']
    const checked: Partial<Record<CredentialName, string | null>> = { ...values }
    if (baseUrl) checked['openai.base_url'] = requireAllowedBaseUrl(services.config, baseUrl)
    await credentials.set(userId, checked)
    return credentials.list(userId)
  }),

  check: guarded.credentials.check.handler(async ({ context, input: { group }, signal }) => {
    const { services, userId } = context
    const use = { kind: 'credentials.checks', limit: CHECKS_A_MINUTE, windowSeconds: 60, amount: 1 }
    await services.db.asUser(userId, (tx) => consume(tx, userId, use))
    const origin = context.returnOrigin()
    return services.connections.checkup.check(userId, group, { signal: signal ?? new AbortController().signal, origin })
  }),
}
