import { approveSlots } from '../../content-plan/approve-slots.ts'
import { estimateBrief, pausePlan, readPlan, saveBrief, startPlan } from '../../content-plan/brief.ts'
import { listSlots, readSlot } from '../../content-plan/list-slots.ts'
import { changeSlot, rewriteSlots, skipSlots } from '../../content-plan/review.ts'
import { guarded } from '../contract.ts'

const plan = guarded.contentPlan

export const contentPlanRoutes = {
  get: plan.get.handler(({ context: { services, userId }, input: { companyId } }) => readPlan(services, userId, companyId)),
  save: plan.save.handler(({ context: { services, userId }, input }) => saveBrief(services, userId, input)),
  estimate: plan.estimate.handler(({ context: { services, userId }, input }) => estimateBrief(services, userId, input)),
  start: plan.start.handler(({ context: { services, userId }, input: { companyId } }) => startPlan(services, userId, companyId)),
  pause: plan.pause.handler(({ context: { services, userId }, input: { companyId } }) => pausePlan(services, userId, companyId)),
  slots: plan.slots.handler(({ context: { services, userId }, input }) => listSlots(services, userId, input)),
  approve: plan.approve.handler(({ context: { services, userId }, input: { slots } }) => approveSlots(services, userId, slots)),
  change: plan.change.handler(async ({ context: { services, userId }, input }) => {
    await changeSlot(services, userId, input)
    return readSlot(services, userId, input.id)
  }),
  rewrite: plan.rewrite.handler(({ context: { services, userId }, input }) => rewriteSlots(services, userId, input)),
  skip: plan.skip.handler(({ context: { services, userId }, input: { ids } }) => skipSlots(services, userId, ids)),
}
