import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { Logger } from 'pino'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { accounts, codeSecrets, passkeys, rateLimits, sessions, users, verifications } from '../db/schema.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { Secrets } from '../config/secret-key.ts'
import { createAccountGuard } from './account-guard.ts'
import type { AccountMail } from './account-mail.ts'
import { isAllowedOrigin, publicOrigins } from '../config/allowed-origins.ts'
import type { Demos, Trials } from './visitors.ts'
import { afterCall, beforeCall } from './call-hooks.ts'
import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import { namingFailures } from './database-failures.ts'
import { hashedSessions } from './hashed-sessions.ts'
import { DEMO_PATH, demoSignIn, KEEP_DEMO_PATH, TRY_PATH } from './demo-sign-in.ts'
import { refuseLocked } from './locked-accounts.ts'
import { libraryLog } from './library-log.ts'
import { accountLinks, LINK_PATHS } from './link-endpoints.ts'
import { passwords as sharedPasswords, type Passwords } from './passwords.ts'
import type { CodeSecrets } from './second-factor/sealed-codes.ts'
import { codesOfAnySecret } from './second-factor/codes-under-rotation.ts'
import { twoFactorCodes } from './second-factor/codes.ts'
import { passkeySignIn } from './second-factor/passkeys.ts'
import { SECOND_FACTOR_BEGINNINGS, SECOND_FACTOR_CHANGES } from './second-factor/paths.ts'
import { authSecrets, COOKIE_PREFIX } from './signed-values.ts'
import { refuseUnconfirmed } from './unconfirmed-accounts.ts'

const DAY_SECONDS = 24 * 60 * 60
/** A session ends when it was not used for so long. */
export const SESSION_SECONDS = 7 * DAY_SECONDS
/** One that is used is prolonged so often. */
export const RENEW_SECONDS = DAY_SECONDS

/** The only paths below /api/auth that exist for the outside. */
export const AUTH_PATHS = [
  '/sign-up/email',
  '/sign-in/email',
  DEMO_PATH,
  TRY_PATH,
  KEEP_DEMO_PATH,
  '/sign-out',
  '/get-session',
  '/change-password',
  '/update-user',
  '/revoke-other-sessions',
  ...SECOND_FACTOR_BEGINNINGS,
  ...SECOND_FACTOR_CHANGES,
  ...LINK_PATHS,
] as const

/** By address, over all processes. */
const RATE_LIMIT = {
  enabled: true,
  storage: 'database' as const,
  modelName: 'rate_limits',
  window: 10,
  max: 100,
  // The longest window is that of new demos, whose rows, as those of used codes, the library's clean-up would take with it.
  customRules: {
    // A page asks this first: it may not fail for want of room to count it. What anybody may ask is bounded before.
    '/get-session': false as const,
    '/sign-in/email': { window: 15 * 60, max: 200 },
    '/sign-up/email': { window: 60, max: 30 },
    [DEMO_PATH]: { window: 60 * 60, max: 200 },
    [TRY_PATH]: { window: 60 * 60, max: 200 },
    [KEEP_DEMO_PATH]: { window: 60, max: 30 },
    // A link is tried by few; who asks for mails is counted by their address too.
    ...Object.fromEntries(LINK_PATHS.map((path) => [path, { window: 15 * 60, max: 60 }])),
    ...Object.fromEntries([...SECOND_FACTOR_BEGINNINGS, ...SECOND_FACTOR_CHANGES].map((path) => [path, { window: 60, max: 60 }])),
  },
}

export interface AuthParts {
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'passwordMin' | 'operators' | 'confirmEmail'> & Secrets
  db: Db
  demos: Pick<Demos, 'enter' | 'keep'>
  trials: Trials
  settings: Pick<InstanceSettings, 'now'>
  accountMail: AccountMail
  log: Logger
  /** Hashing, in place of the process's own threads. */
  passwords?: Passwords
}

/** Accounts with email and password, sessions in cookies or as signed bearer tokens. */
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
    // How fresh a session is does not matter: what it matters for asks for the password.
    session: { modelName: 'sessions', expiresIn: SESSION_SECONDS, updateAge: RENEW_SECONDS, freshAge: 0 },
    databaseHooks: { session: { create: { before: beforeSession(db, config.confirmEmail) } } },
    emailAndPassword: {
      enabled: true,
      password: passwords,
      // Our own check comes first and speaks in the product's words.
      minPasswordLength: config.passwordMin,
      maxPasswordLength: 128,
      // Where it is off, the answer to a known address is that to a new one, hashing included.
      autoSignIn: !config.confirmEmail,
    },
    rateLimit: RATE_LIMIT,
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      // Said, because the library does not look while tests run.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: secure,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    // The codes come first: what follows sees no session before one was right. Only a token with this instance's signature is a session.
    plugins: [
      twoFactorCodes(secrets),
      bearer({ requireSignature: true }),
      passkeySignIn({ publicUrl: config.publicUrl, db }),
      demoSignIn({ demos, trials, secure, guard, ...(config.confirmEmail && { confirming: accountMail }) }),
      accountLinks({ ...accountMail, guard, secure }),
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

/** Whoever was locked, or has an address to confirm first, gets no session, whatever way in they take. */
function beforeSession(db: Db, confirmEmail: boolean) {
  return async ({ userId }: { userId: string }): Promise<void> => {
    await refuseLocked(db, userId)
    if (confirmEmail) await refuseUnconfirmed(db, userId)
  }
}

/** Of a person's row beside the library's own: never taken from a form, never shown. */
function awaiting(confirmEmail: boolean) {
  return { type: 'boolean', required: false, input: false, returned: false, defaultValue: () => confirmEmail } as const
}

/** The library's adapter for the product's tables, with hashed tokens and failures that are named. */
function adapterOf({ db, log, secrets }: Pick<AuthParts, 'db' | 'log'> & { secrets: CodeSecrets }) {
  const tables = drizzleAdapter(db.orm, {
    provider: 'pg',
    transaction: true,
    schema: { users, sessions, accounts, verifications, rate_limits: rateLimits, passkeys, code_secrets: codeSecrets },
  })
  return codesOfAnySecret(hashedSessions(namingFailures(tables, { db, log })), secrets)
}

export type Auth = ReturnType<typeof createAuth>
