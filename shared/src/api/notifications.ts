import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Kinds of notification: something failed, something needs a fix by the user, a post is ready for manual posting, a client decided or commented. */
export const NOTIFICATION_KINDS = ['failed', 'attention', 'hand-over', 'approval'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Most notifications that are shown: the newest. */
export const NOTIFICATIONS_SHOWN = 50

export const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  /** Path in the product with details or the fix. */
  href: z.string(),
  createdAt: z.string(),
  isSeen: z.boolean(),
})
export type Notification = z.infer<typeof notificationSchema>

export const notificationsSchema = z.object({
  items: z.array(notificationSchema),
  /** Counts all notifications, not only the listed ones. */
  unseen: z.number().int(),
})
export type Notifications = z.infer<typeof notificationsSchema>

export const notificationsContract = {
  /** The newest first. */
  list: oc.route({ method: 'GET', path: '/notices' }).output(notificationsSchema),
  /** Some, or all up to a moment: what came after it has not been read. */
  seen: oc
    .route({ method: 'POST', path: '/notices/seen' })
    .input(z.object({ ids: z.array(z.uuid()).max(NOTIFICATIONS_SHOWN).optional(), until: z.iso.datetime().optional() }))
    .output(z.object({ unseen: z.number().int() })),
}
