import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CONTENT_STYLES } from '../content-types/ids.ts'
import { CLASSIC, LOOK_IDS } from '../looks/look-ids.ts'
import { TEXT_SIZES } from '../content-types/text-sizes.ts'
import { PLATFORM_IDS } from '../platforms.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** Who can sign up: everyone, invited users, or no one. */
export const SIGN_UPS = ['open', 'invited', 'closed'] as const
export type SignUp = (typeof SIGN_UPS)[number]

/** Monthly price of the Pro plan. */
export const priceSchema = z.object({
  /** In the smallest unit of the currency, such as cents. */
  amount: z.number().int(),
  /** ISO 4217, in small letters. */
  currency: z.string(),
})
export type Price = z.infer<typeof priceSchema>

/** A price that was announced, and from when on it is paid. */
export const announcedPriceSchema = z.object({ ...priceSchema.shape, from: z.string() })
export type AnnouncedPrice = z.infer<typeof announcedPriceSchema>

/** As the specification says, until the payment provider reports otherwise. */
export const USUAL_PRICE: Price = { amount: 2000, currency: 'usd' }

const link = z.string().nullable().default(null)

/** Public configuration that every page gets before sign-in. The server writes it into the page; see ARCHITECTURE.md. */
export const publicConfigSchema = z.object({
  /** Address of this instance, without a slash at the end. */
  publicUrl: z.string(),
  /** True for services of the local sandbox; pages say so, also before sign-in. */
  sandbox: z.object({ ai: z.boolean(), platforms: z.array(z.enum(PLATFORM_IDS)).default([]) }),
  /** True where a visitor is offered a demo of their own. */
  demo: z.boolean(),
  /** Who sells the Pro plan; `off` where everyone has it. */
  billing: z.enum(['stripe', 'sandbox', 'off']).default('off'),
  /** Price for a subscription that starts now. */
  price: priceSchema.default(USUAL_PRICE),
  /** An announced price, and the day from which it applies. */
  announcedPrice: announcedPriceSchema.nullable().default(null),
  /** True if visitors without an account can make a slideshow on /try. */
  tryIt: z.boolean().default(false),
  passwordMin: z.number().int(),
  /** The one name under which passkeys work: they are bound to that of the public address. */
  passkeyHost: z.string().default(''),
  signUp: z.enum(SIGN_UPS).default('open'),
  /** Models a user can choose for slides, the default first. */
  models: z.array(z.string()).default([]),
  /** True where a new account has to confirm its address by mail before the first sign-in. */
  confirmEmail: z.boolean().default(false),
  /** False while mails are files on the server, where users can't see them. */
  sendsMail: z.boolean().default(false),
  /** Google Drive is the real one, the local sandbox, or not set up. */
  googleDrive: z.enum(['real', 'sandbox', 'off']).default('off'),
  /** Email addresses of the operator; null if not set. */
  contact: z.object({ support: link, privacy: link, legal: link }),
  /** Profiles of the operator, for the footer. */
  social: z.object({ x: link, tiktok: link, instagram: link, youtube: link }),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>

const settings = {
  theme: z.enum(THEMES),
  /** True where the system's theme was chosen in place of one. */
  themeFollowsSystem: z.boolean(),
  defaultContentStyle: z.enum(CONTENT_STYLES),
  autoSave: z.boolean(),
  /** How new slides look, unless their company has another look. */
  look: z.enum(LOOK_IDS),
  /** How large the texts of new slides are in the look Classic. */
  textSize: z.enum(TEXT_SIZES),
  /** Whether the library shows the starter photos, and new slideshows use them where the library has too few photos. */
  starterPhotos: z.boolean(),
  /** Notifications also sent by mail: something failed, something needs a fix, a post is ready for manual posting. */
  mailFailed: z.boolean(),
  mailAttention: z.boolean(),
  mailHandOver: z.boolean(),
}

export const userSettingsSchema = z.object({
  ...settings,
  // A server of an earlier release leaves these out.
  look: settings.look.default(CLASSIC),
  textSize: settings.textSize.default('standard'),
  starterPhotos: settings.starterPhotos.default(true),
})

/** Without defaults: an absent setting stays as it is. */
const changedSettingsSchema = z.object(settings).partial()

export const meSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Full name, else the part of the email before @, else 'User'. */
  displayName: z.string(),
  proPlan: z.boolean(),
  /** Runs this instance: the operator's page is theirs. */
  isOperator: z.boolean().default(false),
  /** True with the plan, and for former subscribers: there is a subscription to view. */
  canManageSubscription: z.boolean().default(false),
  /** Name of the model on the server's machine that writes for this user; null without. */
  localModel: z.string().nullable().default(null),
  /** Null for an account that does not end by itself. */
  demo: z.object({ endsAt: z.string() }).nullable().default(null),
  settings: userSettingsSchema,
})
export type Me = z.infer<typeof meSchema>

/** A browser that is signed in to the account. */
export const sessionSchema = z.object({
  id: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** IP address and browser at sign-in; null when unknown. */
  address: z.string().nullable(),
  browser: z.string().nullable(),
  createdAt: z.string(),
  usedAt: z.string(),
})
export type Session = z.infer<typeof sessionSchema>

/** Facts about an account's address. */
export const emailStateSchema = z.object({
  /** The mail server refused the last mail to it. */
  isRefused: z.boolean(),
  /** The new address that takes effect once both addresses have agreed. */
  change: z
    .object({ email: z.string(), isApproved: z.boolean(), isConfirmed: z.boolean(), isRefused: z.boolean(), expiresAt: z.string() })
    .nullable(),
})
export type EmailState = z.infer<typeof emailStateSchema>

/** A sealed token, stored in the browser. */
const sealed = z.string().max(4096).nullish()
/** State of a Drive connection in the browser. */
const drive = z.object({ accessToken: sealed, refreshToken: sealed }).optional()
const password = z.string().min(1).max(128)

export const accountContract = {
  publicConfig: oc.route({ method: 'GET', path: '/config' }).output(publicConfigSchema),
  me: oc.route({ method: 'GET', path: '/me' }).output(meSchema),
  /** Every session of the account that has not ended, the last used first. */
  listSessions: oc.route({ method: 'GET', path: '/me/sessions' }).output(z.array(sessionSchema)),
  /** Ends a session other than the current one. */
  endSession: oc
    .route({ method: 'DELETE', path: '/me/sessions/{id}', successStatus: 204 })
    .input(z.object({ id: z.string().min(1).max(100) }))
    .output(z.void()),
  /** Needs the password, as the address is what one signs in with. */
  changeEmail: oc
    .route({ method: 'POST', path: '/me/email' })
    .input(z.object({ email: z.string().trim().pipe(z.email()), password }))
    // Where addresses are confirmed, the old one stays until both confirm. The response hides whether the new one has an account.
    .output(z.object({ email: z.string(), waits: z.boolean() })),
  emailState: oc.route({ method: 'GET', path: '/me/email' }).output(emailStateSchema),
  cancelEmailChange: oc.route({ method: 'DELETE', path: '/me/email', successStatus: 204 }).output(z.void()),
  /** The account and everything of it, for good; needs the password. With what the browser keeps of a Drive, that grant ends too. */
  deleteAccount: oc.route({ method: 'POST', path: '/me/delete', successStatus: 204 }).input(z.object({ password, drive })).output(z.void()),
  /** Ends the demo that asks, with everything in it, before its time. */
  endDemo: oc.route({ method: 'POST', path: '/me/demo/end', successStatus: 204 }).input(z.object({ drive })).output(z.void()),
  /** A theme alone is a choice: it ends following the system. */
  updateSettings: oc.route({ method: 'PATCH', path: '/me/settings' }).input(changedSettingsSchema).output(userSettingsSchema),
}
