import { AppError } from '@ninesixteen/shared/errors'
import { forbidInDemo } from '../../auth/visitor-accounts.ts'
import { countUse } from '../../db/rate-window.ts'
import { answerRequest, readRequest, type RequestKey } from '../../oauth-server/app-requests.ts'
import { guarded, type RequestContext } from '../contract.ts'

/** Requests of apps and codes that a user may look up in ten minutes: too few to guess a code of eight letters. */
const LOOKUPS = 60
const WINDOW_MS = 10 * 60_000

const counted = guarded.appRequests.use(async ({ context, next }) => {
  const { services, userId } = context
  await forbidInDemo(services.db, userId)
  const { count, secondsLeft } = await countUse(services.db, `app-requests:${userId}`, WINDOW_MS)
  if (count > LOOKUPS) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
  return next()
})

/** Throws APP_REQUEST_GONE for a request that was opened in another browser, whose owner would get the answer. */
function ownRequest(context: RequestContext, { request, code }: RequestKey): RequestKey {
  if (request !== undefined && request !== context.appRequest()) throw new AppError('APP_REQUEST_GONE')
  return { request, code }
}

export const appRequestRoutes = {
  read: counted.read.handler(({ context, input }) => readRequest(context.services, ownRequest(context, input))),

  answer: counted.answer.handler(async ({ context, input }) => {
    const { scopes, companyId } = input
    const approval = { userId: context.userId, scopes, companyId }
    return { continueAt: await answerRequest(context.services, ownRequest(context, input), approval) }
  }),
}
