import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { BetterAuthPlugin } from 'better-auth/types'
import type { Logger } from 'pino'
import { DrizzleQueryError, and, eq } from 'drizzle-orm'
import { APIError } from 'better-auth/api'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { LONGEST_WINDOW_MS } from '../db/rate-window.ts'
import { accounts, rateLimits, sessions, users, verifications } from '../db/schema-accounts.ts'
import { codeSecrets, passkeys } from '../db/schema-second-factor.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { Secrets } from '../config/secret-key.ts'
import { createAccountGuard, refuseLocked } from './account-guard.ts'
import type { AccountMail } from './account-mail.ts'
import { isAllowedOrigin, publicOrigins } from '../config/allowed-hosts.ts'
import type { Demos, Trials } from './visitors.ts'
import { afterCall, beforeCall } from './call-hooks.ts'
import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import { withNamedErrors } from './database-failures.ts'
import { withHashedSessions } from './hashed-sessions.ts'
import { DEMO_PATH, demoSignIn, CONVERT_DEMO_PATH, TRY_PATH } from './demo-sign-in.ts'
import { accountLinks, LINK_PATHS } from './link-endpoints.ts'
import { passwords as sharedPasswords, type Passwords } from './passwords.ts'
import type { CodeSecrets } from './second-factor/sealed-codes.ts'
import { withCodesOfAnySecret } from './second-factor/codes-under-rotation.ts'
import { twoFactorCodes } from './second-factor/codes.ts'
import { passkeySignIn } from './second-factor/passkeys.ts'
import { SECOND_FACTOR_BEGINNINGS, SECOND_FACTOR_CHANGES } from './second-factor/paths.ts'
import { authSecrets, COOKIE_PREFIX } from './signed-values.ts'

const DAY_SECONDS = 24 * 60 * 60
/** A session ends after this long without use. */
export const SESSION_SECONDS = 7 * DAY_SECONDS
/** A session in use is renewed this often. */
export const RENEW_SECONDS = DAY_SECONDS

/** The only public paths below /api/auth. */
export const AUTH_PATHS = [
  '/sign-up/email',
  '/sign-in/email',
  DEMO_PATH,
  TRY_PATH,
  CONVERT_DEMO_PATH,
  '/sign-out',
  '/get-session',
  '/change-password',
  '/update-user',
  '/revoke-other-sessions',
  ...SECOND_FACTOR_BEGINNINGS,
  ...SECOND_FACTOR_CHANGES,
  ...LINK_PATHS,
] as const

/** Per address, across all processes. */
const RATE_LIMIT = {
  enabled: true,
  storage: 'database' as const,
  modelName: 'rate_limits',
  window: 10,
  max: 100,
  customRules: {
    // Every page asks for it first, so it must not fail when the count can't be written. An earlier limit applies.
    '/get-session': false as const,
    '/sign-in/email': { window: 15 * 60, max: 200 },
    '/sign-up/email': { window: 60, max: 30 },
    [DEMO_PATH]: { window: 60 * 60, max: 200 },
    [TRY_PATH]: { window: 60 * 60, max: 200 },
    [CONVERT_DEMO_PATH]: { window: 60, max: 30 },
    // Few callers try a link; requests for mails are also counted by address.
    ...Object.fromEntries(LINK_PATHS.map((path) => [path, { window: 15 * 60, max: 60 }])),
    ...Object.fromEntries([...SECOND_FACTOR_BEGINNINGS, ...SECOND_FACTOR_CHANGES].map((path) => [path, { window: 60, max: 60 }])),
  },
}

/** The library prunes rows older than the longest window that it knows: this rule matches no path, and keeps the rows of `countUse`. */
const RETAIN_WINDOWS = {
  id: 'retain-windows',
  rateLimit: [{ pathMatcher: () => false, window: LONGEST_WINDOW_MS / 1000, max: 1 }],
} satisfies BetterAuthPlugin

export interface AuthParts {
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'passwordMin' | 'operators' | 'confirmEmail'> & Secrets
  db: Db
  demos: Pick<Demos, 'enter' | 'convert'>
  trials: Trials
  settings: Pick<InstanceSettings, 'now'>
  accountMail: AccountMail
  log: Logger
  /** Hashing outside the process's own thread pool. */
  passwords?: Passwords
}

/** Accounts with email and password; sessions in cookies or as signed bearer tokens. */
export function createAuth({ config, db, demos, trials, settings, accountMail, log, passwords = sharedPasswords }: AuthParts) {
  const secure = config.publicUrl.startsWith('https:')
  const secrets = authSecrets(config)
  const guard = createAccountGuard(db, config)
  return betterAuth({
    appName: PRODUCT_NAME,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: secrets[0],
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin')
      const isSameHost = origin && isAllowedOrigin(origin, request?.headers.get('host') ?? undefined, config)
      return isSameHost ? [origin] : publicOrigins(config.publicUrl)
    },
    database: adapterOf({ db, log, secrets }),
    user: { modelName: 'users', additionalFields: { awaitsConfirmation: awaiting(config.confirmEmail) } },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    // Session freshness is irrelevant: sensitive actions ask for the password.
    session: { modelName: 'sessions', expiresIn: SESSION_SECONDS, updateAge: RENEW_SECONDS, freshAge: 0 },
    databaseHooks: { session: { create: { before: beforeSession(db, config.confirmEmail) } } },
    emailAndPassword: {
      enabled: true,
      password: passwords,
      // Our own check runs first, with the product's messages.
      minPasswordLength: config.passwordMin,
      maxPasswordLength: 128,
      // If off, the response to a known address equals that to a new one, hashing included.
      autoSignIn: !config.confirmEmail,
    },
    rateLimit: RATE_LIMIT,
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      // Explicit, because the library's default is off in tests.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: secure,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    // Two-factor codes come first, so that later plug-ins see no session before a code was right. Only a token with this instance's
    // signature is a session.
    plugins: [
      twoFactorCodes(secrets),
      bearer({ requireSignature: true }),
      passkeySignIn({ publicUrl: config.publicUrl, db }),
      demoSignIn({ demos, trials, secure, guard, ...(config.confirmEmail && { confirmation: accountMail }) }),
      accountLinks({ ...accountMail, guard, secure }),
      RETAIN_WINDOWS,
    ],
    hooks: {
      before: beforeCall({ config, db, settings, mailing: accountMail.mailing }, guard),
      after: afterCall(config, { guard, mailing: accountMail.mailing }),
    },
    telemetry: { enabled: false },
    logger: { level: 'error', log: libraryLog(log) },
    onAPIError: { throw: true },
  })
}

/** A locked or unconfirmed account gets no session by any way of signing in. */
function beforeSession(db: Db, confirmEmail: boolean) {
  return async ({ userId }: { userId: string }): Promise<void> => {
    await refuseLocked(db, userId)
    if (confirmEmail) await refuseUnconfirmed(db, userId)
  }
}

/** A column that the product adds to users: never read from a form, never returned. */
function awaiting(confirmEmail: boolean) {
  return { type: 'boolean', required: false, input: false, returned: false, defaultValue: () => confirmEmail } as const
}

/** The library's adapter for the product's tables, with hashed tokens and the product's error codes. */
function adapterOf({ db, log, secrets }: Pick<AuthParts, 'db' | 'log'> & { secrets: CodeSecrets }) {
  const tables = drizzleAdapter(db.orm, {
    provider: 'pg',
    transaction: true,
    schema: { users, sessions, accounts, verifications, rate_limits: rateLimits, passkeys, code_secrets: codeSecrets },
  })
  return withCodesOfAnySecret(withHashedSessions(withNamedErrors(tables, { db, log })), secrets)
}

export type Auth = ReturnType<typeof createAuth>

/** The library's log lines for a rejected passkey. */
const PASSKEY_REFUSED: readonly string[] = ['Failed to verify registration', 'Failed to verify authentication']

/** The library's error log. Failures that any caller can cause with a wrong signature, origin or challenge aren't errors. */
function libraryLog(log: Pick<Logger, 'error' | 'info'>) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const [thrown] = details
    if (PASSKEY_REFUSED.includes(message) && thrown instanceof Error && !(thrown instanceof DrizzleQueryError))
      log.info({ reason: thrown.message }, 'Passkey rejected')
    else log.error({ details }, message)
  }
}

/** Gives an unconfirmed account no session. Runs when the session is created, so that only a caller who knows the password learns of it. */
async function refuseUnconfirmed(db: Db, userId: string): Promise<void> {
  const isWaiting = and(eq(users.id, userId), eq(users.awaitsConfirmation, true))
  if ((await db.asSystem((tx) => tx.$count(users, isWaiting))) > 0)
    throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not confirmed' })
}
