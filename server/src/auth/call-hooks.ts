import type { GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { readFile } from 'node:fs/promises'
import { checkCredentials, PASSWORD_COMMON_TEXT, passwordShortText } from '@ninesixteen/shared/auth-messages'
import { AppError } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import { admitSignUp, type GateParts, type SignUpCandidate } from './sign-up-gate.ts'
import { tooManyAttempts, type AccountGuard, refusal } from './account-guard.ts'
import type { AccountMailing } from './account-mailing.ts'
import { DEMO_PATH, CONVERT_DEMO_PATH, TRY_PATH } from './demo-sign-in.ts'
import { deviceProofIn, mailRequest, rememberDevice } from './known-device.ts'
import { RECOVERY_PASSWORD_PATH } from './link-endpoints.ts'
import { beforeCode, isCodeStep } from './second-factor/codes.ts'
import { CODE_PATH, CODES_OFF_PATH, REGISTER_PASSKEY_PATH, PASSKEY_SIGN_IN_PATH, RECOVERY_CODE_PATH } from './second-factor/paths.ts'
import { requestOriginOf } from './mails/mails.ts'

type BeforeParts = GateParts & { config: Pick<Config, 'passwordMin' | 'confirmEmail'>; mailing: Pick<AccountMailing, 'allow'> }

/** The product's form checks, before the library's. */
export function beforeCall(parts: BeforeParts, guard: AccountGuard) {
  const { config, db, mailing } = parts
  return createAuthMiddleware(async (ctx) => {
    const body: Record<string, unknown> = ctx.body ?? {}
    const deviceProof = deviceProofIn(ctx)
    if (isCodeStep(ctx.path)) return beforeCode(ctx, { db, guard, deviceProof })
    if (ctx.path === '/change-password') {
      await checkNewPassword(textOf(body, 'newPassword'), config.passwordMin)
      return { context: { body: { ...body, revokeOtherSessions: body['revokeOtherSessions'] !== false } } }
    }
    if (ctx.path === RECOVERY_PASSWORD_PATH) return checkNewPassword(textOf(body, 'newPassword'), config.passwordMin)
    if (ctx.path === '/update-user') return { context: { body: { name: nameOf(body) } } }
    const isSignUp = ctx.path === '/sign-up/email' || ctx.path === CONVERT_DEMO_PATH
    if (!isSignUp && ctx.path !== '/sign-in/email') return
    const [email, password] = [textOf(body, 'email'), textOf(body, 'password')]
    const wrong = checkCredentials({ email, password }, config.passwordMin)
    if (wrong) throw new APIError('BAD_REQUEST', { code: 'INVALID_CREDENTIALS_FORM', message: wrong })
    if (isSignUp) {
      await admit(parts, { email, invitation: textOf(body, 'invitation') })
      await refuseCommon(password)
      // Every sign-up must send a mail: without one the user would wait for a mail that never comes.
      if (ctx.path === '/sign-up/email' && config.confirmEmail) await mailing.allow(mailRequest(ctx, { guard, kind: 'sign-up', email }))
      const name = textOf(body, 'name').trim() || email.split('@')[0] || 'User'
      return { context: { body: { email: email.trim(), password, name: name.slice(0, 200) } } }
    }
    const seconds = await guard.attempt({ kind: 'password', email, deviceProof })
    if (seconds > 0) throw tooManyAttempts(seconds)
    return { context: { body: { email: email.trim(), password } } }
  })
}

/** Requests that begin a session of an existing account. */
const SIGN_INS: readonly string[] = ['/sign-in/email', PASSKEY_SIGN_IN_PATH, CODE_PATH, RECOVERY_CODE_PATH]

interface AfterParts {
  guard: AccountGuard
  mailing: AccountMailing
}

/** Remembers the browser after a sign-in, and mails the user about changes to their account. */
export function afterCall(config: Pick<Config, 'publicUrl' | 'confirmEmail'>, { guard, mailing }: AfterParts) {
  return createAuthMiddleware(async (ctx) => {
    const result = userOf(ctx.context.returned)
    if (ctx.path === '/sign-up/email' && config.confirmEmail && result) {
      const body: Record<string, unknown> = ctx.body ?? {}
      const [email, name, password] = [textOf(body, 'email'), textOf(body, 'name'), textOf(body, 'password')]
      mailing.signedUp({ email, name, password, userId: result.user.id })
      return ctx.json({ ...result, mail: await mailing.ticket(email) })
    }
    if (ctx.path === '/change-password' && result) mailing.passwordChanged(result.user.id, requestOriginOf(ctx.headers))
    const isSecondFactor = ctx.path === REGISTER_PASSKEY_PATH || ctx.path === CODES_OFF_PATH || isFirstCode(ctx)
    if (isSecondFactor && !(ctx.context.returned instanceof Error)) await notifySecondFactorChange(ctx, mailing)
    const user = ctx.context.newSession?.user
    // A demo account has no password to guess.
    if (!user || ctx.path === DEMO_PATH || ctx.path === TRY_PATH) return
    const { email } = user
    const deviceProof = deviceProofIn(ctx)
    if (isCodeStep(ctx.path)) await guard.succeeded({ kind: 'code', email, deviceProof })
    if (ctx.path === '/sign-in/email') {
      await guard.succeeded({ kind: 'password', email, deviceProof })
      // The password alone leaves no session in the response; a code comes next.
      if (user['twoFactorEnabled'] === true) return
    }
    if (SIGN_INS.includes(ctx.path) && !guard.isKnownDevice(email, deviceProof)) mailing.newDevice(user.id, requestOriginOf(ctx.headers))
    rememberDevice(ctx, { guard, email, secure: config.publicUrl.startsWith('https:') })
  })
}

/** The user gets a mail for each change of how they sign in: someone with their open session may have made it. */
async function notifySecondFactorChange(ctx: GenericEndpointContext, mailing: AccountMailing): Promise<void> {
  const userId = ctx.context.newSession?.user.id ?? (await getSessionFromCtx(ctx))?.user.id
  if (userId === undefined) return
  if (ctx.path === REGISTER_PASSKEY_PATH) mailing.passkeyAdded(userId, requestOriginOf(ctx.headers))
  else if (ctx.path === CODES_OFF_PATH) mailing.codesOff(userId, requestOriginOf(ctx.headers))
  else mailing.codesOn(userId, requestOriginOf(ctx.headers))
}

/** In an open session, the first right code turns codes on and renews that session; a code at sign-in comes without a session. */
function isFirstCode(ctx: GenericEndpointContext): boolean {
  const { authCookies, newSession } = ctx.context
  return ctx.path === CODE_PATH && Boolean(newSession) && Boolean(ctx.getCookie(authCookies.sessionToken.name))
}

/** The operator decides whether sign-ups are open. */
async function admit(parts: GateParts, candidate: SignUpCandidate): Promise<void> {
  try {
    await admitSignUp(parts, candidate)
  } catch (error) {
    throw error instanceof AppError ? refusal(error.code) : error
  }
}

const responseSchema = z.looseObject({ user: z.looseObject({ id: z.string() }) })

/** The user in a successful response, if any. */
function userOf(returned: unknown): z.infer<typeof responseSchema> | null {
  const parsed = responseSchema.safeParse(returned)
  return parsed.success ? parsed.data : null
}

async function checkNewPassword(password: string, minimum: number): Promise<void> {
  if (password.length < minimum) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_SHORT', message: passwordShortText(minimum) })
  }
  await refuseCommon(password)
}

/** The name, the only field that this request may change. */
function nameOf(body: Record<string, unknown>): string {
  const name = textOf(body, 'name').trim().slice(0, 200)
  if (name === '') throw new APIError('BAD_REQUEST', { code: 'NAME_REQUIRED', message: 'Please enter a name' })
  return name
}

async function refuseCommon(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_COMMON', message: PASSWORD_COMMON_TEXT })
}

function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
}

let loading: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the 10,000 most common, ignoring case. The list is loaded with the first sign-up. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load()
  return (await loading).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.trim().toLowerCase().split('\n'))
}
