import { randomInt } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Db } from '../../db/db.ts'
import { countUse } from '../../db/rate-window.ts'
import { tooManyAttempts, type AccountGuard } from '../account-guard.ts'
import { accountHash } from '../sign-in-attempts.ts'
import { sealedCodes, type CodeSecrets } from './sealed-codes.ts'
import { CODE_PATH, RECOVERY_CODE_PATH } from './paths.ts'

/** Without what looks like something else when it is written on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits, behind ten guesses. */
const LETTERS_OF_A_CODE = 12
export const RECOVERY_CODES = 10
/** A code is right for its half minute, and for the one before and after. */
const CODE_LIFE_MS = 90_000
/** Of the library's cookie that a right password leaves where a code is asked for. */
const STEP_COOKIE = 'two_factor'

/** Codes of an app beside the password, for those who want them, and recovery codes for the day the app is gone. */
export function twoFactorCodes(secrets: CodeSecrets) {
  return twoFactor({
    issuer: PRODUCT_NAME,
    twoFactorCookieMaxAge: 10 * 60,
    // Guesses are counted before anything is compared, for the account and with the owner's own share: see sign-in-tries.ts.
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: sealedCodes(secrets), customBackupCodesGenerate: newRecoveryCodes },
    schema: { twoFactor: { modelName: 'code_secrets' } },
  })
}

function newRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)] ?? ''
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: LETTERS_OF_A_CODE }, letter).join(''))
}

export function isCodeStep(path: string | undefined): boolean {
  return path === CODE_PATH || path === RECOVERY_CODE_PATH
}

/** Whose code is asked for: who is signed in, or who has just given the right password. Null where that was too long ago. */
async function emailOfStep(ctx: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.email
  const { internalAdapter, secret } = ctx.context
  const step = await ctx.getSignedCookie(ctx.context.createAuthCookie(STEP_COOKIE).name, secret)
  const known = step ? await internalAdapter.findVerificationValue(step) : null
  const user = known && known.expiresAt > new Date() ? await internalAdapter.findUserById(known.value) : null
  return user?.email ?? null
}

interface CodeStep {
  db: Db
  guard: AccountGuard
  deviceProof: string | undefined
}

/** Before the library compares a code: counts the try, and refuses one that was used. */
export async function beforeCode(ctx: GenericEndpointContext, { db, guard, deviceProof }: CodeStep): Promise<void> {
  const email = await emailOfStep(ctx)
  // Without a step that it belongs to the library refuses any code.
  if (email === null) return
  const seconds = await guard.attempt({ kind: 'code', email, deviceProof })
  if (seconds > 0) throw tooManyAttempts(seconds)
  if (ctx.path === CODE_PATH) await refuseUsedCode(db, email, String(ctx.body?.code))
}

/** A code is used once (RFC 6238, 5.2): whoever saw it typed cannot sign in with it a moment later. The library compares and forgets. */
async function refuseUsedCode(db: Db, email: string, code: string): Promise<void> {
  const { count } = await countUse(db, `code:${accountHash(`${email}\n${code}`)}`, CODE_LIFE_MS)
  if (count > 1) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
}
