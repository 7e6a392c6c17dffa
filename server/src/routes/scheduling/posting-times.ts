import { listPostingTimes, nextPostingTimes, replacePostingTimes } from '../../posts/posting-times/posting-slots.ts'
import { requireZone } from '../../posts/post-request.ts'
import { guarded } from '../contract.ts'

export const postingTimeRoutes = {
  list: guarded.postingTimes.list.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, (tx) => listPostingTimes(tx, userId)),
  ),

  replace: guarded.postingTimes.replace.handler(({ context: { services, userId }, input }) => {
    requireZone(input.zone)
    return services.db.asUser(userId, (tx) => replacePostingTimes(tx, userId, input))
  }),

  next: guarded.postingTimes.next.handler(async ({ context: { services, userId }, input: { after, ...asked } }) => {
    const question = { ...asked, after: after ? new Date(after) : null }
    const found = await services.db.asUser(userId, (tx) => nextPostingTimes(tx, userId, question))
    return found.map(({ times, ...account }) => ({ ...account, times: times.map((at) => at.toISOString()) }))
  }),
}
