import { removeLink, renewLink, readLink } from '../../posts/calendar-feed/calendar-link.ts'
import { guarded } from '../contract.ts'

export const calendarLinkRoutes = {
  get: guarded.calendarLink.get.handler(({ context: { services, userId } }) => readLink(services, userId)),
  renew: guarded.calendarLink.renew.handler(({ context: { services, userId } }) => renewLink(services, userId)),
  remove: guarded.calendarLink.remove.handler(({ context: { services, userId } }) => removeLink(services, userId)),
}
