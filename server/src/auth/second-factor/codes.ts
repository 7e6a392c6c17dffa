import { randomInt } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Db } from '../../db/db.ts'
import { countUse } from '../../db/rate-window.ts'
import { tooManyAttempts, type AccountGuard } from '../account-guard.ts'
import { accountHash } from '../sign-in-attempts.ts'
import { encryptedCodes, type CodeSecrets } from './sealed-codes.ts'
import { CODE_PATH, RECOVERY_CODE_PATH } from './paths.ts'

/** Omits characters that look alike on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits, with ten guesses. */
const RECOVERY_CODE_LENGTH = 12
export const RECOVERY_CODES = 10
/** A code is valid in its own time step, and in the one before and after. */
const CODE_LIFE_MS = 90_000
/** The library's cookie between the right password and the code. */
const STEP_COOKIE = 'two_factor'

/** TOTP codes as an optional second factor, with recovery codes for a lost app. */
export function twoFactorCodes(secrets: CodeSecrets) {
  return twoFactor({
    issuer: PRODUCT_NAME,
    twoFactorCookieMaxAge: 10 * 60,
    // sign-in-attempts.ts counts guesses before anything is compared, with a share for known browsers.
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: encryptedCodes(secrets), customBackupCodesGenerate: newRecoveryCodes },
    schema: { twoFactor: { modelName: 'code_secrets' } },
  })
}

function newRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)] ?? ''
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: RECOVERY_CODE_LENGTH }, letter).join(''))
}

export function isCodeStep(path: string | undefined): boolean {
  return path === CODE_PATH || path === RECOVERY_CODE_PATH
}

/** The user whose code is asked for: signed in, or after the right password. Null if that was too long ago. */
async function emailOfStep(ctx: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.email
  const { internalAdapter, secret } = ctx.context
  const step = await ctx.getSignedCookie(ctx.context.createAuthCookie(STEP_COOKIE).name, secret)
  const pending = step ? await internalAdapter.findVerificationValue(step) : null
  const user = pending && pending.expiresAt > new Date() ? await internalAdapter.findUserById(pending.value) : null
  return user?.email ?? null
}

interface CodeStep {
  db: Db
  guard: AccountGuard
  deviceProof: string | undefined
}

/** Runs before the library compares a code: counts the attempt, and rejects a used code. */
export async function beforeCode(ctx: GenericEndpointContext, { db, guard, deviceProof }: CodeStep): Promise<void> {
  const email = await emailOfStep(ctx)
  // Without a pending sign-in the library rejects any code.
  if (email === null) return
  const seconds = await guard.attempt({ kind: 'code', email, deviceProof })
  if (seconds > 0) throw tooManyAttempts(seconds)
  if (ctx.path === CODE_PATH) await refuseUsedCode(db, email, String(ctx.body?.code))
}

/** A code works once (RFC 6238, 5.2), so that an observer can't sign in with it a moment later; the library doesn't track that. */
async function refuseUsedCode(db: Db, email: string, code: string): Promise<void> {
  const { count } = await countUse(db, `code:${accountHash(`${email}\n${code}`)}`, CODE_LIFE_MS)
  if (count > 1) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
}
