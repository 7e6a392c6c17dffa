import { oc } from '@orpc/contract'
import { z } from 'zod'
import { POST_KINDS } from '../publishing/delivery.ts'
import { platformSchema } from './accounts.ts'
import {
  APPROVAL_COMMENT_MAX,
  APPROVAL_DAYS_MAX,
  APPROVAL_LINK_POSTS_MAX,
  APPROVAL_NAME_MAX,
  APPROVAL_PASSCODE_MAX,
  APPROVAL_PASSCODE_MIN,
} from './limits.ts'

/*
 * Clients approve posts by a link, without an account. An approval is of what the client saw: a digest of slides, texts and options. A post with
 * another digest is in review again.
 */

const moment = z.iso.datetime({ offset: true })
/** Unknown tokens of any length are looked up, so that all get the same response. */
const token = z.string().max(200)

/** As decided by the client. */
export const STORED_APPROVAL_STATES = ['in-review', 'changes-asked', 'approved'] as const
export type StoredApprovalState = (typeof STORED_APPROVAL_STATES)[number]
/** `draft`: not shared with a client yet. */
export const APPROVAL_STATES = ['draft', ...STORED_APPROVAL_STATES] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export const approvalCommentSchema = z.object({
  id: z.uuid(),
  author: z.string(),
  isOwner: z.boolean(),
  /** The slide it is pinned to, 0-based. */
  slide: z.number().int().nullable(),
  onCaption: z.boolean(),
  text: z.string(),
  at: moment,
})
export type ApprovalComment = z.infer<typeof approvalCommentSchema>

/** The approval of a post, for its owner. */
export const postApprovalSchema = z.object({
  state: z.enum(APPROVAL_STATES),
  /** Whether its company publishes only approved posts. */
  isRequired: z.boolean(),
  /** The post changed after its approval, which took the approval back. */
  isWithdrawn: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  comments: z.number().int(),
})
export type PostApproval = z.infer<typeof postApprovalSchema>

/** A post as a client sees it. */
const reviewPostSchema = z.object({
  /** Its number on the page, which names it in requests. */
  position: z.number().int(),
  platform: z.object({ id: platformSchema, label: z.string() }),
  account: z.string().nullable(),
  kind: z.enum(POST_KINDS),
  scheduledTime: moment.nullable(),
  timeZone: z.string(),
  caption: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  files: z.array(z.object({ url: z.string(), mimeType: z.string(), width: z.number().int(), height: z.number().int() })),
  /** Identifies what is shown; a decision is about this and nothing else. */
  digest: z.string(),
  state: z.enum(STORED_APPROVAL_STATES),
  isWithdrawn: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  /** `open` to decisions; before them while its files are rendered, and beyond them once it is on its way. */
  stage: z.enum(['preparing', 'open', 'sending', 'published', 'ended']),
  comments: z.array(approvalCommentSchema),
})
export type ReviewPost = z.infer<typeof reviewPostSchema>

/** The page of a link. Locked, it says nothing but that it needs the passcode. */
export const reviewSchema = z.discriminatedUnion('isLocked', [
  z.object({ isLocked: z.literal(true) }),
  z.object({
    isLocked: z.literal(false),
    title: z.string(),
    company: z.string().nullable(),
    logoUrl: z.string().nullable(),
    expiresAt: moment,
    posts: z.array(reviewPostSchema),
  }),
])
export type Review = z.infer<typeof reviewSchema>
export type OpenReview = Extract<Review, { isLocked: false }>

export const approvalLinkSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Null where the server's secret changed since. */
  url: z.string().nullable(),
  hasPasscode: z.boolean(),
  companyId: z.uuid().nullable(),
  posts: z.number().int(),
  approved: z.number().int(),
  changesAsked: z.number().int(),
  expiresAt: moment,
  isExpired: z.boolean(),
  openedAt: moment.nullable(),
  createdAt: moment,
})
export type ApprovalLink = z.infer<typeof approvalLinkSchema>

export const newApprovalLinkSchema = z
  .object({
    title: z.string().trim().max(APPROVAL_NAME_MAX).default(''),
    /** These posts, */
    postIds: z.array(z.uuid()).min(1).max(APPROVAL_LINK_POSTS_MAX).optional(),
    /** or those of a company in a month and time zone. */
    month: z
      .object({ companyId: z.uuid(), month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), timeZone: z.string().min(1).max(100) })
      .optional(),
    days: z.number().int().min(1).max(APPROVAL_DAYS_MAX).default(14),
    passcode: z.string().min(APPROVAL_PASSCODE_MIN).max(APPROVAL_PASSCODE_MAX).optional(),
  })
  .refine(({ postIds, month }) => (postIds === undefined) !== (month === undefined))
export type NewApprovalLink = z.input<typeof newApprovalLinkSchema>

const name = z.string().trim().min(1).max(APPROVAL_NAME_MAX)
const comment = z.string().trim().min(1).max(APPROVAL_COMMENT_MAX)
const pin = { slide: z.number().int().min(0).max(200).nullable().default(null), onCaption: z.boolean().default(false) }
const position = z.number().int().min(0).max(APPROVAL_LINK_POSTS_MAX)

export const approvalsContract = {
  /** APPROVAL_LINK_GONE for a link that is unknown, revoked or expired. */
  look: oc.route({ method: 'GET', path: '/approvals/{token}' }).input(z.object({ token })).output(reviewSchema),
  /** Remembers the passcode in a cookie. PASSCODE_WRONG otherwise. */
  unlock: oc
    .route({ method: 'POST', path: '/approvals/{token}/unlock' })
    .input(z.object({ token, passcode: z.string().max(APPROVAL_PASSCODE_MAX) }))
    .output(reviewSchema),
  /** APPROVAL_CHANGED when the post is no longer what the client saw. */
  decide: oc
    .route({ method: 'POST', path: '/approvals/{token}/decide' })
    .input(
      z.object({
        token,
        name,
        decision: z.enum(['approved', 'changes-asked']),
        posts: z
          .array(z.object({ position, digest: z.string().length(64) }))
          .min(1)
          .max(APPROVAL_LINK_POSTS_MAX),
        text: z.string().trim().max(APPROVAL_COMMENT_MAX).default(''),
      }),
    )
    .output(reviewSchema),
  comment: oc
    .route({ method: 'POST', path: '/approvals/{token}/comments' })
    .input(z.object({ token, name, position, ...pin, text: comment }))
    .output(reviewSchema),

  /** The owner's links, the newest first. */
  links: oc.route({ method: 'GET', path: '/approval-links' }).output(z.object({ links: z.array(approvalLinkSchema) })),
  create: oc.route({ method: 'POST', path: '/approval-links', successStatus: 201 }).input(newApprovalLinkSchema).output(approvalLinkSchema),
  /** Decisions stay. */
  revoke: oc.route({ method: 'DELETE', path: '/approval-links/{id}' }).input(z.object({ id: z.uuid() })),
  comments: oc
    .route({ method: 'GET', path: '/scheduled-posts/{id}/comments' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ comments: z.array(approvalCommentSchema) })),
  reply: oc
    .route({ method: 'POST', path: '/scheduled-posts/{id}/comments' })
    .input(z.object({ id: z.uuid(), ...pin, text: comment }))
    .output(z.object({ comments: z.array(approvalCommentSchema) })),
}
