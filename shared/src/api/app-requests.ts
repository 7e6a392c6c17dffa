import { oc } from '@orpc/contract'
import { z } from 'zod'
import { API_SCOPES } from '../public-api/scopes.ts'

/** An app's request to act for the user, by the id in its link or the code that its device shows. */
const requestKey = z.object({ request: z.string().min(1).max(64).optional(), code: z.string().min(1).max(32).optional() })

export const appRequestSchema = z.object({
  /** As the app calls itself. */
  name: z.string(),
  /** Host that vouches for the app, because its description was read from there; null for an app that described itself. */
  host: z.string().nullable(),
  /** Where the answer goes: a host, words for an app on this computer, or null for a device that waits for it. */
  returnsTo: z.string().nullable(),
  scopes: z.array(z.enum(API_SCOPES)),
})
export type AppRequest = z.infer<typeof appRequestSchema>

export const appAnswerSchema = requestKey.extend({
  /** Permissions of the app; an empty list declines the request. */
  scopes: z.array(z.enum(API_SCOPES)),
  companyId: z.uuid().nullable().default(null),
})

export const appRequestsContract = {
  /** Counts as a guess at a code. */
  read: oc.route({ method: 'POST', path: '/app-requests/read' }).input(requestKey).output(appRequestSchema),
  /** `continueAt` is the path that hands the answer to the app; null for a device. */
  answer: oc
    .route({ method: 'POST', path: '/app-requests/answer' })
    .input(appAnswerSchema)
    .output(z.object({ continueAt: z.string().nullable() })),
}
