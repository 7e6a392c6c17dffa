import { FIRST_LOOK } from '@ninesixteen/shared/looks/look-ids'
import { eq, sql } from 'drizzle-orm'
import { userSettingsSchema } from '@ninesixteen/shared/api/account'
import { hasSubscribed } from '../../billing/payers.ts'
import { userSettings } from '../../db/schema-accounts.ts'
import type { Tx } from '../../db/db.ts'
import { open } from '../contract.ts'
import { publicConfig } from './public-config.ts'
import { listNotifications, markSeen } from '../../notifications/notifications.ts'

export const accountRoutes = {
  publicConfig: open.account.publicConfig.handler(({ context: { services } }) => publicConfig(services)),

  me: open.account.me.handler(async ({ context }) => {
    const { id, email, name, proPlan, isOperator, demo } = await context.user()
    const { db, connections } = context.services
    const row = await db.asUser(id, (tx) => readSettings(tx, id))
    return {
      id,
      email,
      displayName: name.trim() || email.split('@')[0] || 'User',
      proPlan,
      isOperator,
      canManageSubscription: proPlan || (await db.asSystem((tx) => hasSubscribed(tx, id))),
      // Visitors without an account keep the sandbox.
      localModel: demo ? null : (connections.localAi.current()?.model ?? null),
      demo: demo && { endsAt: demo.endsAt.toISOString() },
      settings: userSettingsSchema.parse({ ...DEFAULTS, ...row }),
    }
  }),

  updateSettings: open.account.updateSettings.handler(async ({ context, input }) => {
    const { id } = await context.pro()
    const { db } = context.services
    const chosen = input.theme === undefined ? {} : { themeFollowsSystem: false }
    const changed = Object.fromEntries(Object.entries({ ...chosen, ...input }).filter(([, value]) => value !== undefined))
    const [row] = await db.asUser(id, (tx) =>
      tx
        .insert(userSettings)
        .values({ userId: id, ...changed })
        .onConflictDoUpdate({ target: userSettings.userId, set: { ...changed, updatedAt: sql`now()` } })
        .returning(),
    )
    return userSettingsSchema.parse({ ...DEFAULTS, ...row })
  }),
}

/** Defaults for a missing row. */
const DEFAULTS = {
  theme: 'dark',
  themeFollowsSystem: false,
  defaultContentStyle: 'educational',
  autoSave: true,
  look: FIRST_LOOK,
  textSize: 'standard',
  starterPhotos: true,
  mailFailed: true,
  mailAttention: true,
  mailHandOver: true,
}

async function readSettings(tx: Tx, userId: string) {
  const [row] = await tx.select().from(userSettings).where(eq(userSettings.userId, userId))
  return row
}

/** For every user: after a downgrade from Pro, posts still produce notifications. */
export const notificationRoutes = {
  list: open.notifications.list.handler(async ({ context }) => {
    const { id } = await context.user()
    return context.services.db.asUser(id, (tx) => listNotifications(tx, id))
  }),
  seen: open.notifications.seen.handler(async ({ context, input }) => {
    const { id } = await context.user()
    return { unseen: await context.services.db.asUser(id, (tx) => markSeen(tx, id, input)) }
  }),
}
