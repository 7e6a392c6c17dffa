import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth/types'
import { z } from 'zod'
import { databaseNow } from '../database-clock.ts'
import type { Demos, BrowserTrials, Trials } from './visitors.ts'
import type { AccountGuard } from './account-guard.ts'
import type { AccountMail } from './account-mail.ts'
import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import { mailRequest } from './known-device.ts'

export const DEMO_PATH = '/demo'
/** Creates an anonymous visitor's trial. */
export const TRY_PATH = '/try'
/** Turns the demo into an account with email and password, validated as at sign-up. */
export const CONVERT_DEMO_PATH = '/demo/keep'
/** The browser's demo: after a sign-out the same visitor finds it again. */
const DEMO_COOKIE = 'ninesixteen.demo'
/** The browser's trial and the number of earlier ones. The cookie outlives trials, to count them. */
const TRY_COOKIE = 'ninesixteen.try'
const TRY_COOKIE_SECONDS = 24 * 60 * 60

const noDemo = (): APIError => new APIError('FORBIDDEN', { code: 'NO_DEMO', message: 'You have no demo to keep.' })

const conversionSchema = z.object({ email: z.string(), password: z.string(), name: z.string() })

export interface DemoSignInParts {
  demos: Pick<Demos, 'enter' | 'convert'>
  trials: Trials
  secure: boolean
  guard: Pick<AccountGuard, 'isKnownDevice'>
  /** Set if addresses are confirmed: the demo becomes an account after that. */
  confirmation?: Pick<AccountMail, 'changes' | 'mailing'>
}

const secondsUntil = (moment: Date): number => Math.max(1, Math.floor((moment.getTime() - databaseNow()) / 1000))

function parseTrials(cookie: string | false | null | undefined): BrowserTrials | null {
  const [, userId = '', count = '', since = ''] = /^(\w+):(\d{1,6}):(\d{1,15})$/.exec(cookie || '') ?? []
  return userId === '' ? null : { userId, count: Number(count), since: Number(since) }
}

/** Demos as paths of the accounts library, with the sessions, cookies and limits of any sign-in. */
export function demoSignIn({ demos, trials, secure, guard, confirmation }: DemoSignInParts) {
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/api/auth', secure } as const
  return {
    id: 'demo',
    endpoints: {
      enterDemo: createAuthEndpoint(DEMO_PATH, { method: 'POST' }, async (ctx) => {
        const { secret, internalAdapter } = ctx.context
        const demoId = await ctx.getSignedCookie(DEMO_COOKIE, secret)
        const { userId, endsAt } = await demos.enter({
          demoId: demoId || null,
          address: ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '',
        })
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new Error('Demo without an account')
        const session = await internalAdapter.createSession(userId, false, { expiresAt: endsAt }, true)
        const maxAge = secondsUntil(endsAt)
        await setSessionCookie(ctx, { session, user }, false, { maxAge })
        await ctx.setSignedCookie(DEMO_COOKIE, userId, secret, { ...cookie, maxAge })
        return ctx.json({ user: { id: userId } })
      }),
      enterTrial: createAuthEndpoint(TRY_PATH, { method: 'POST' }, async (ctx) => {
        const { secret, internalAdapter } = ctx.context
        const previous = parseTrials(await ctx.getSignedCookie(TRY_COOKIE, secret))
        const { userId, endsAt, browserTrials } = await trials.enter({
          previous,
          address: ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '',
        })
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new Error('Trial without an account')
        const session = await internalAdapter.createSession(userId, false, { expiresAt: endsAt }, true)
        await setSessionCookie(ctx, { session, user }, false, { maxAge: secondsUntil(endsAt) })
        const saved = [userId, browserTrials.count, browserTrials.since].join(':')
        await ctx.setSignedCookie(TRY_COOKIE, saved, secret, { ...cookie, maxAge: TRY_COOKIE_SECONDS })
        return ctx.json({ user: { id: userId } })
      }),
      convertDemo: createAuthEndpoint(CONVERT_DEMO_PATH, { method: 'POST', body: conversionSchema }, async (ctx) => {
        const found = await getSessionFromCtx(ctx)
        if (!found) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED', message: 'User not authenticated' })
        const email = z.email().safeParse(ctx.body.email.toLowerCase())
        if (!email.success) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Please enter a valid email address' })
        if (ctx.body.password.length > ctx.context.password.config.maxPasswordLength)
          throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' })
        await confirmation?.mailing.allow(mailRequest(ctx, { guard, kind: 'keep-demo', email: email.data }))
        const hash = await ctx.context.password.hash(ctx.body.password)
        const signIn = { email: email.data, name: ctx.body.name, hash }
        if (confirmation) {
          const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? ''
          if (!(await confirmation.changes.beginDemoConversion(found.user.id, { ...signIn, address }))) throw noDemo()
          return ctx.json({ user: { id: found.user.id }, waits: true, mail: await confirmation.mailing.ticket(email.data) })
        }
        const outcome = await demos.convert(found.user.id, signIn)
        if (outcome === 'email-taken')
          throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
        if (outcome === 'no-demo') throw noDemo()
        return ctx.json({ user: { id: found.user.id }, waits: false })
      }),
    },
  } satisfies BetterAuthPlugin
}
