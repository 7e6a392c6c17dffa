import { oc } from '@orpc/contract'
import { z } from 'zod'
import { STOCK_SERVICE_IDS } from '../stock/stock-services.ts'
import { PLATFORM_IDS } from '../platforms.ts'
import { SIGN_UPS } from './account.ts'
import { DAILY_TOKENS_MAX, INVITATION_TOKEN_MAX, STORAGE_QUOTA_MB_MAX } from './limits.ts'

/*
 * The operator page: users, usage and health of the instance. It shows counts, sizes, names and addresses, never users' content. For everyone else
 * these endpoints don't exist.
 */

const when = z.iso.datetime({ offset: true })

/** Source of a plan: paid, granted by an operator, included for operators, demos, or everyone when nothing is sold; or none. */
export const PLAN_SOURCES = ['paid', 'granted', 'operator', 'demo', 'everybody', 'none'] as const
export type PlanSource = (typeof PLAN_SOURCES)[number]

/** Which accounts to list; `people` are all but demos. */
export const USER_FILTERS = ['people', 'locked', 'demos'] as const
export type UserFilter = (typeof USER_FILTERS)[number]

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  isOperator: z.boolean(),
  /** Null for an account that does not end by itself. */
  demoEndsAt: when.nullable(),
  /** The address was confirmed by its link. */
  isConfirmed: z.boolean(),
  lockedAt: when.nullable(),
  createdAt: when,
  /** To an hour; null when unused since this has been recorded. */
  seenAt: when.nullable(),
  plan: z.enum(PLAN_SOURCES),
  /** Tokens of the instance's AI, of today and of this month (UTC). */
  tokens: z.object({ today: z.number(), month: z.number() }),
  /** Used and allowed storage, in bytes. */
  storage: z.object({ used: z.number(), limit: z.number() }),
  posts: z.object({ waiting: z.number().int(), published: z.number().int(), failed: z.number().int() }),
  sessions: z.number().int(),
})
export type ListedUser = z.infer<typeof userSchema>

export const INVITATION_STATES = ['waiting', 'used', 'revoked', 'expired'] as const

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  state: z.enum(INVITATION_STATES),
  createdAt: when,
  expiresAt: when,
  /** The sign-up URL; null when the invitation is no longer valid. */
  link: z.string().nullable(),
  /** Delivery state of its mail; null if none was sent. */
  mail: z.enum(['waiting', 'sent', 'refused', 'unknown']).nullable(),
})
export type Invitation = z.infer<typeof invitationSchema>

const changeable = {
  signUp: z.enum(SIGN_UPS),
  dailyTokens: z.number().int().min(1).max(DAILY_TOKENS_MAX),
  storageQuotaMb: z.number().int().min(1).max(STORAGE_QUOTA_MB_MAX),
}
/** The effective value, and the environment's. */
export const operatorSettingsSchema = z.object({ now: z.object(changeable), given: z.object(changeable) })
export type OperatorSettings = z.infer<typeof operatorSettingsSchema>

/** Providers whose responses are counted. */
export const PROVIDERS = ['ai', ...PLATFORM_IDS, 'google-drive', 'stripe'] as const
/** The same for photos, in a list of its own: pages of 0.3.0 know no others than those above. */
export const PHOTO_PROVIDERS = ['images', ...STOCK_SERVICE_IDS] as const
export type Provider = (typeof PROVIDERS)[number] | (typeof PHOTO_PROVIDERS)[number]

export const providerStateSchema = z.object({
  provider: z.enum([...PROVIDERS, ...PHOTO_PROVIDERS]),
  /** The real one, the local sandbox, or not set up. */
  kind: z.enum(['real', 'sandbox', 'off']),
  succeededAt: when.nullable(),
  failedAt: when.nullable(),
  /** A word for the last failure. */
  failure: z.string().nullable(),
})

export const instanceStateSchema = z.object({
  worker: z.object({ isAlive: z.boolean(), beatAt: when.nullable() }),
  mail: z.object({
    /** A mail server, or files in the data folder. */
    by: z.enum(['server', 'files']),
    lastSentAt: when.nullable(),
    waiting: z.number().int(),
    /** In the last seven days: rejected addresses, given up, and unknown outcomes. */
    refused: z.number().int(),
    dropped: z.number().int(),
    unsure: z.number().int(),
    /** The mail server's last rejection. */
    lastReason: z.string().nullable(),
  }),
  disk: z.object({
    /** Bytes of the disk of the data folder. */
    free: z.number(),
    size: z.number(),
    /** Images and videos, in either kind of store. */
    files: z.object({ count: z.number().int(), bytes: z.number() }),
    database: z.number(),
  }),
  providers: z.array(providerStateSchema),
  /** An older server has none. */
  photoProviders: z.array(providerStateSchema).optional(),
  /** The newest customers, and payments without a known customer. */
  payments: z.array(z.object({ customerId: z.string(), email: z.string().nullable(), status: z.string().nullable(), createdAt: when })),
})
export type InstanceState = z.infer<typeof instanceStateSchema>

/** Failures of one kind on one day, without any text of the user or the platform. */
export const failureSchema = z.object({
  /** Day of UTC, as 2026-11-22. */
  day: z.string(),
  kind: z.enum(['post', 'mail', 'job']),
  /** Kind of failure: a platform and a code, a mail's kind, or a job's name. */
  what: z.string(),
  count: z.number().int(),
  lastAt: when,
})
export type Failure = z.infer<typeof failureSchema>

export const OPERATOR_ACTIONS = [
  'lock',
  'unlock',
  'end-sessions',
  'grant-plan',
  'revoke-plan',
  'assign-payment',
  'delete',
  'invite',
  'revoke-invitation',
  'change-setting',
] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

export const logEntrySchema = z.object({
  id: z.number().int(),
  at: when,
  action: z.string(),
  /** By email while there is an account, else by id. */
  actor: z.string(),
  target: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type LogEntry = z.infer<typeof logEntrySchema>

const byId = z.object({ id: z.string().min(1).max(100) })
const address = z.string().trim().toLowerCase().max(254).pipe(z.email())

export const operatorContract = {
  /** The newest first, in pages. */
  users: oc
    .route({ method: 'GET', path: '/operator/people' })
    .input(
      z.object({
        /** Part of an email or a name. */
        search: z.string().trim().max(200).default(''),
        show: z.enum(USER_FILTERS).default('people'),
        after: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    )
    .output(z.object({ items: z.array(userSchema), next: z.string().nullable(), total: z.number().int() })),
  lock: oc.route({ method: 'POST', path: '/operator/people/{id}/lock' }).input(byId).output(userSchema),
  unlock: oc.route({ method: 'POST', path: '/operator/people/{id}/unlock' }).input(byId).output(userSchema),
  /** Signs a user out everywhere. */
  endSessions: oc.route({ method: 'POST', path: '/operator/people/{id}/end-sessions' }).input(byId).output(userSchema),
  /** Grants the plan without payment, or revokes it. Doesn't affect a paid subscription. */
  grantPlan: oc
    .route({ method: 'PUT', path: '/operator/people/{id}/plan' })
    .input(byId.extend({ isGranted: z.boolean() }))
    .output(userSchema),
  /** Like the user's own deletion. The operator types the email again, against slips. */
  deletePerson: oc
    .route({ method: 'POST', path: '/operator/people/{id}/delete', successStatus: 204 })
    .input(byId.extend({ email: z.string().trim().max(254) }))
    .output(z.void()),

  /** Assigns an unassigned payment to a user, who gets the plan it pays for. */
  assignPayment: oc
    .route({ method: 'POST', path: '/operator/payments/{customerId}/assign', successStatus: 204 })
    .input(z.object({ customerId: z.string().min(1).max(255), email: z.string().trim().min(1).max(254) }))
    .output(z.void()),

  /** Those that wait first, then the newest; at most 200. */
  invitations: oc.route({ method: 'GET', path: '/operator/invitations' }).output(z.array(invitationSchema)),
  /** For one address and one account, valid for seven days. Sent by mail where a mail server is set up. */
  invite: oc
    .route({ method: 'POST', path: '/operator/invitations', successStatus: 201 })
    .input(z.object({ email: address }))
    .output(invitationSchema),
  revokeInvitation: oc
    .route({ method: 'POST', path: '/operator/invitations/{id}/revoke', successStatus: 204 })
    .input(z.object({ id: z.uuid() }))
    .output(z.void()),

  settings: oc.route({ method: 'GET', path: '/operator/settings' }).output(operatorSettingsSchema),
  /** With null the environment's counts again. */
  changeSettings: oc
    .route({ method: 'PATCH', path: '/operator/settings' })
    .input(
      z.object({
        signUp: changeable.signUp.nullish(),
        dailyTokens: changeable.dailyTokens.nullish(),
        storageQuotaMb: changeable.storageQuotaMb.nullish(),
      }),
    )
    .output(operatorSettingsSchema),

  state: oc.route({ method: 'GET', path: '/operator/state' }).output(instanceStateSchema),
  /** The last seven days, newest first. */
  failures: oc.route({ method: 'GET', path: '/operator/failures' }).output(z.array(failureSchema)),
  /** The newest first. */
  log: oc
    .route({ method: 'GET', path: '/operator/log' })
    .input(z.object({ before: z.coerce.number().int().min(1).optional() }))
    .output(z.object({ items: z.array(logEntrySchema), next: z.number().int().nullable() })),
}

/** The part of an invitation that a visitor with the link can see. */
export const invitationsContract = {
  /** The invited address; INVITATION_GONE after use or expiry. Not a GET, so that no access log contains the link. */
  look: oc
    .route({ method: 'POST', path: '/invitations/look' })
    .input(z.object({ invitation: z.string().max(INVITATION_TOKEN_MAX) }))
    .output(z.object({ email: z.string() })),
}
