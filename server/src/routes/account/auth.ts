import type { Context, Hono } from 'hono'
import { APIError } from 'better-auth/api'
import { authMessage } from '@ninesixteen/shared/auth-messages'
import { AppError } from '@ninesixteen/shared/errors'
import { countPasswordTry } from '../../account/check-password.ts'
import { refuseInDemo, refuseInSharedDemo } from '../../account/demo.ts'
import { AUTH_PATHS } from '../../auth/auth.ts'
import { CLIENT_ADDRESS_HEADER, clientAddress } from '../../auth/client-address.ts'
import { DEMO_PATH, KEEP_DEMO_PATH } from '../../auth/demo-sign-in.ts'
import { endSessionsBut } from '../../auth/end-sessions.ts'
import { requireUser, sessionUser } from '../../auth/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Services } from '../../services.ts'

export const AUTH_PREFIX = '/api/auth'

type AuthPath = (typeof AUTH_PATHS)[number]

const NOT_OF_DEMO: readonly AuthPath[] = ['/change-password']
const NOT_OF_SHARED_DEMO: readonly AuthPath[] = [KEEP_DEMO_PATH, '/update-user', '/revoke-other-sessions']
/** They begin a session: whoever was signed in before has no say in it. Everything else is done by somebody, and meant for somebody. */
const BEGINNINGS: readonly AuthPath[] = ['/sign-up/email', '/sign-in/email', DEMO_PATH]

/** Sign-up, sign-in and sessions, by the auth library, with errors in the product's words. */
export function registerAuthRoutes(app: Hono<AppEnv>, services: Services): void {
  app.on(['GET', 'POST'], `${AUTH_PREFIX}/*`, async (c) => {
    const path = c.req.path.slice(AUTH_PREFIX.length)
    if (!AUTH_PATHS.some((known) => known === path)) throw new AppError('NOT_FOUND')
    if (c.req.method !== 'GET' && !BEGINNINGS.some((known) => known === path)) {
      const user = await sessionUser(c, services)
      if (user) await refusalOf(path)?.(services.db, user.id)
      // With an open session of somebody else, a new password is asked for by guessing the old one.
      if (user && path === '/change-password') await countPasswordTry(services.db, user.id)
    }
    if (path === '/revoke-other-sessions') return endOtherSessions(c, services)
    const response = await answer(c, services)
    return response.ok ? response : inProductWords(response)
  })
}

/**
 * By the session's id: the library tells a person's sessions apart by their tokens, of which the database holds hashes only. A GET is no order.
 */
async function endOtherSessions(c: Context<AppEnv>, services: Services): Promise<Response> {
  if (c.req.method !== 'POST') throw new AppError('NOT_FOUND')
  const { id, sessionId } = await requireUser(c, services)
  await services.db.asSystem((tx) => endSessionsBut(tx, { userId: id, sessionId }))
  return c.json({ status: true })
}

function refusalOf(path: string) {
  if (NOT_OF_DEMO.some((known) => known === path)) return refuseInDemo
  return NOT_OF_SHARED_DEMO.some((known) => known === path) ? refuseInSharedDemo : null
}

async function answer(c: Context<AppEnv>, { auth, config }: Services): Promise<Response> {
  // Whatever a sender wrote into this header is replaced by what is known.
  const headers = new Headers(c.req.raw.headers)
  const sender = { socketAddress: c.env.incoming.socket.remoteAddress, forwardedFor: c.req.header('x-forwarded-for') }
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(sender, config.trustProxy))
  try {
    return await auth.handler(new Request(c.req.raw, { headers }))
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    const retryAfter = new Headers(error.headers).get('retry-after')
    return Response.json(error.body ?? {}, { status: error.statusCode, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
  }
}

/** Both shapes in one body: the library's clients read `code` and `message`, the product's the error. */
async function inProductWords(response: Response): Promise<Response> {
  if (response.status >= 500) throw new AppError('UNAVAILABLE')
  const { code = 'AUTH_FAILED', ...said } = bodyOf(await response.text())
  const seconds = response.headers.get('retry-after') ?? response.headers.get('x-retry-after')
  const isLimited = response.status === 429
  const message = isLimited
    ? new AppError('RATE_LIMITED', { seconds: Number(seconds ?? 10) }).message
    : authMessage({ code, message: said.message })
  const name = isLimited ? 'RATE_LIMITED' : code
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (seconds) headers.set('retry-after', seconds)
  return Response.json({ code: name, message, error: { code: name, message } }, { status: response.status, headers })
}

function bodyOf(text: string): { code?: string; message?: string } {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return {}
    const { code, message } = body as Record<string, unknown>
    return { ...(typeof code === 'string' && { code }), ...(typeof message === 'string' && { message }) }
  } catch {
    // An answer without a body keeps its status and gets the general words.
    return {}
  }
}
