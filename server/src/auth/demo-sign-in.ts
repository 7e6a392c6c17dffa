import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth/types'
import type { Demos } from '../demo/demos.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'

export const DEMO_PATH = '/demo'
/** Which demo this browser was given: after a sign-out the same visitor finds it again. */
const DEMO_COOKIE = 'ninesixteen.demo'

/** Signing in to a demo of one's own, as a path of the accounts library: its sessions, cookies and limits are those of every sign-in. */
export function demoSignIn({ demos, secure }: { demos: Pick<Demos, 'enter'>; secure: boolean }) {
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
    },
  } satisfies BetterAuthPlugin
}
