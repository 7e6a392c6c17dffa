import { listNotifications, markSeen } from '../../notifications/notifications.ts'
import { open } from '../contract.ts'

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
