import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth/types'
import { z } from 'zod'
import type { Demos } from '../demo/demos.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'

export const DEMO_PATH = '/demo'
/** Makes the demo an account with an e-mail and a password, which are checked as at sign-up. */
export const KEEP_DEMO_PATH = '/demo/keep'
/** Which demo this browser was given: after a sign-out the same visitor finds it again. */
const DEMO_COOKIE = 'ninesixteen.demo'

const keepSchema = z.object({ email: z.string(), password: z.string(), name: z.string() })

/** Demos as paths of the accounts library: their sessions, cookies and limits are those of every sign-in. */
export function demoSignIn({ demos, secure }: { demos: Pick<Demos, 'enter' | 'keep'>; secure: boolean }) {
  return {
    id: 'demo',
    endpoints: {
      enterDemo: createAuthEndpoint(DEMO_PATH, { method: 'POST' }, async (ctx) => {
        const { secret, internalAdapter } = ctx.context
        const known = await ctx.getSignedCookie(DEMO_COOKIE, secret)
        const { userId, endsAt } = await demos.enter({
          known: known || null,
          address: ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '',
        })
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new Error('A demo has no account')
        const session = await internalAdapter.createSession(userId, false, { expiresAt: endsAt }, true)
        const maxAge = Math.max(1, Math.floor((endsAt.getTime() - Date.now()) / 1000))
        await setSessionCookie(ctx, { session, user }, false, { maxAge })
        await ctx.setSignedCookie(DEMO_COOKIE, userId, secret, { httpOnly: true, sameSite: 'lax', path: '/api/auth', maxAge, secure })
        return ctx.json({ user: { id: userId } })
      }),
      keepDemo: createAuthEndpoint(KEEP_DEMO_PATH, { method: 'POST', body: keepSchema }, async (ctx) => {
        const found = await getSessionFromCtx(ctx)
        if (!found) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED', message: 'User not authenticated' })
        const email = z.email().safeParse(ctx.body.email.toLowerCase())
        if (!email.success) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Please enter a valid email address' })
        if (ctx.body.password.length > ctx.context.password.config.maxPasswordLength)
          throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' })
        const hash = await ctx.context.password.hash(ctx.body.password)
        const outcome = await demos.keep(found.user.id, { email: email.data, name: ctx.body.name, hash })
        if (outcome === 'email-taken')
          throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
        if (outcome === 'no-demo') throw new APIError('FORBIDDEN', { code: 'NO_DEMO', message: 'There is no demo of yours to keep.' })
        return ctx.json({ user: { id: found.user.id } })
      }),
    },
  } satisfies BetterAuthPlugin
}
