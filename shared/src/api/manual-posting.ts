import { oc } from '@orpc/contract'
import { z } from 'zod'
import { POST_KINDS } from '../publishing/delivery.ts'
import { NOT_POSTED_REASON_MAX, POST_ADDRESS_MAX } from './limits.ts'

/*
 * Manual posting from the user's phone: at the time of the post they get a link, valid for a day, to a page for this post only. It needs
 * no sign-in.
 */

const moment = z.iso.datetime({ offset: true })
/** Whatever its length, it is looked up: an unknown one is answered in one way. */
const token = z.string().max(200)

const manualPostingFileSchema = z.object({
  /** As it is saved: `slide_1.jpg`. */
  name: z.string(),
  /** Good as long as the link is. */
  url: z.string(),
  mimeType: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})
export type ManualPostingFile = z.infer<typeof manualPostingFileSchema>

/** The content to post. */
const contentSchema = z.object({
  kind: z.enum(POST_KINDS),
  caption: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  files: z.array(manualPostingFileSchema),
})
export type ManualPostingContent = z.infer<typeof contentSchema>

/**
 * - `open`: waits to be posted.
 * - `posted`, `not-posted`: the user's answer, which is final.
 * - `withdrawn`: cancelled, moved or changed in the scheduler since.
 */
export const MANUAL_POSTING_STATES = ['open', 'posted', 'not-posted', 'withdrawn'] as const
export type ManualPostingState = (typeof MANUAL_POSTING_STATES)[number]

export const manualPostingSchema = z.object({
  state: z.enum(MANUAL_POSTING_STATES),
  /** `site` is opened by its app where a phone has it. */
  platform: z.object({ label: z.string(), site: z.string() }),
  /** Without @; null when the account is not connected any more. */
  account: z.string().nullable(),
  scheduledTime: moment.nullable(),
  expiresAt: moment,
  /** When the user confirmed the outcome. */
  answeredAt: moment.nullable(),
  /** Address of the post on the platform, if the user gave it. */
  remoteUrl: z.string().nullable(),
  /** Null unless it is open. */
  content: contentSchema.nullable(),
})
export type ManualPosting = z.infer<typeof manualPostingSchema>

/**
 * From where the public address of this instance can be opened: `machine` is the computer it runs on, `network` the network that is in,
 * `anywhere` the internet.
 */
export const REACHABILITIES = ['machine', 'network', 'anywhere'] as const
export type Reachability = (typeof REACHABILITIES)[number]

export const manualPostingLinkSchema = z.object({
  url: z.string(),
  expiresAt: moment,
  /** When the page was first opened. */
  openedAt: moment.nullable(),
  reach: z.enum(REACHABILITIES),
  /** The same page under the address that the computer has in its network, where the public one leads no further than the computer. */
  nearbyUrl: z.string().nullable(),
})
export type ManualPostingLink = z.infer<typeof manualPostingLinkSchema>

export const manualPostingContract = {
  /** HAND_OVER_GONE for a link that is unknown, replaced or older than a day. */
  look: oc.route({ method: 'GET', path: '/hand-over/{token}' }).input(z.object({ token })).output(manualPostingSchema),
  /** "I posted it". Returns the current state; the first answer counts. HAND_OVER_ADDRESS for an address of another site. */
  posted: oc
    .route({ method: 'POST', path: '/hand-over/{token}/posted' })
    .input(z.object({ token, url: z.string().trim().max(POST_ADDRESS_MAX).default('') }))
    .output(manualPostingSchema),
  notPosted: oc
    .route({ method: 'POST', path: '/hand-over/{token}/not-posted' })
    .input(z.object({ token, reason: z.string().trim().max(NOT_POSTED_REASON_MAX).default('') }))
    .output(manualPostingSchema),
  /** The link to the page, for the signed-in user. HAND_OVER_NONE when the post isn't waiting for manual posting. */
  link: oc
    .route({ method: 'GET', path: '/scheduled-posts/{id}/hand-over' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ link: manualPostingLinkSchema.nullable() })),
  /** A new link, valid for a day; the previous one becomes invalid. */
  renew: oc
    .route({ method: 'POST', path: '/scheduled-posts/{id}/hand-over' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ link: manualPostingLinkSchema })),
}
