import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import { forbidInDemo } from '../../auth/visitor-accounts.ts'
import { requireAllowedBaseUrl } from '../../connections/own-provider.ts'
import { consume } from '../../db/usage-limits.ts'
import { guarded } from '../contract.ts'

/** Each check calls a third-party server. */
const CHECKS_A_MINUTE = 10

export const credentialRoutes = {
  list: guarded.credentials.list.handler(({ context: { services, userId } }) => services.connections.credentials.list(userId)),

  set: guarded.credentials.set.handler(async ({ context: { services, userId }, input: { values } }) => {
    await forbidInDemo(services.db, userId)
    const { credentials } = services.connections
    const { ai, images, userBaseUrls } = services.config
    const checked: Partial<Record<CredentialName, string | null>> = { ...values }
    const instances = { 'openai.base_url': ai.baseUrl, 'images.base_url': images?.baseUrl ?? null } as const
    for (const [name, instance] of Object.entries(instances) as [keyof typeof instances, string | null][]) {
      const entered = values[name]
      if (entered) checked[name] = requireAllowedBaseUrl({ instance, userBaseUrls }, entered)
    }
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
