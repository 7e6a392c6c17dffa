import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth/types'
import { z } from 'zod'
import type { EmailChanges } from './email-change.ts'
import type { AccountGuard } from './account-guard.ts'
import type { AccountMailing } from './account-mailing.ts'
import { mailRequest, rememberDevice } from './known-device.ts'
import type { Recovery } from './recovery.ts'
import { requestOriginOf } from './mails/mails.ts'

/** Confirms an address by its link, and signs in the new account or the demo that becomes one. */
export const CONFIRM_PATH = '/confirm-email'
export const CONFIRM_AGAIN_PATH = '/confirm-email/again'
/** Whether the mail server rejected the address of a pending mail. */
export const CONFIRM_STATE_PATH = '/confirm-email/state'
export const RECOVERY_PATH = '/recovery'
export const RECOVERY_PASSWORD_PATH = '/recovery/password'
/** Shows an address change by its link, and applies the decision. */
export const EMAIL_CHANGE_PATH = '/email-change'

/** Forms that need no session: a link grants access, or any caller may ask. */
export const LINK_PATHS = [
  CONFIRM_PATH,
  CONFIRM_AGAIN_PATH,
  CONFIRM_STATE_PATH,
  RECOVERY_PATH,
  RECOVERY_PASSWORD_PATH,
  EMAIL_CHANGE_PATH,
] as const

const emailForm = z.object({ email: z.string() })
const decisionForm = z.object({ token: z.string(), answer: z.enum(['look', 'agree', 'refuse']) })

export interface LinkParts {
  mailing: AccountMailing
  recovery: Recovery
  changes: EmailChanges
  guard: Pick<AccountGuard, 'reset' | 'isKnownDevice' | 'deviceProof'>
  /** Whether cookies are for https only. */
  secure: boolean
}

const invalidLink = (): APIError =>
  new APIError('BAD_REQUEST', { code: 'LINK_INVALID', message: 'This link has expired or was already used. Request a new one.' })

/** Confirmation, recovery and address changes as paths of the accounts library, with the sessions, cookies and limits of any sign-in. */
export function accountLinks({ mailing, recovery, changes, guard, secure }: LinkParts) {
  return {
    id: 'account-links',
    endpoints: {
      confirmEmail: createAuthEndpoint(CONFIRM_PATH, { method: 'POST', body: z.object({ token: z.string() }) }, async (ctx) => {
        const confirmed = (await recovery.confirm(ctx.body.token)) ?? (await changes.convertDemo(ctx.body.token))
        if (!confirmed) throw invalidLink()
        if (!confirmed.isFirst) return ctx.json({ token: null, user: null })
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(confirmed.userId)
        if (!user) throw invalidLink()
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token, user: { id: user.id }, projectId: confirmed.projectId ?? null })
      }),
      // Both do their work after the response, to reveal nothing.
      confirmAgain: createAuthEndpoint(CONFIRM_AGAIN_PATH, { method: 'POST', body: emailForm }, async (ctx) => {
        await mailing.allow(mailRequest(ctx, { guard, kind: 'confirm-again', email: ctx.body.email }))
        mailing.resendConfirmation(ctx.body.email)
        return ctx.json({ status: true })
      }),
      confirmState: createAuthEndpoint(CONFIRM_STATE_PATH, { method: 'POST', body: z.object({ token: z.string() }) }, async (ctx) => {
        const isRefused = await mailing.isRefused(ctx.body.token)
        if (isRefused === null) throw invalidLink()
        return ctx.json({ isRefused })
      }),
      recover: createAuthEndpoint(RECOVERY_PATH, { method: 'POST', body: emailForm }, async (ctx) => {
        await mailing.allow(mailRequest(ctx, { guard, kind: 'recovery', email: ctx.body.email }))
        mailing.recover(ctx.body.email)
        return ctx.json({ status: true })
      }),
      setPassword: createAuthEndpoint(
        RECOVERY_PASSWORD_PATH,
        { method: 'POST', body: z.object({ token: z.string(), newPassword: z.string() }) },
        async (ctx) => {
          const { token, newPassword } = ctx.body
          if (newPassword.length > ctx.context.password.config.maxPasswordLength)
            throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' })
          const hash = () => ctx.context.password.hash(newPassword)
          const email = await recovery.setPassword(token, { hash, seen: requestOriginOf(ctx.headers) })
          if (email === null) throw invalidLink()
          // Earlier guesses must not lock the owner out, and later ones not out of this browser.
          await guard.reset(email)
          rememberDevice(ctx, { guard, email, secure })
          return ctx.json({ status: true })
        },
      ),
      answerEmailChange: createAuthEndpoint(EMAIL_CHANGE_PATH, { method: 'POST', body: decisionForm }, async (ctx) => {
        const state = await changes.answer(ctx.body.token, ctx.body.answer)
        if (!state) throw invalidLink()
        return ctx.json(state)
      }),
    },
  } satisfies BetterAuthPlugin
}
