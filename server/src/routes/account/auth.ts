import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { APIError } from 'better-auth/api'
import { authMessage } from '@ninesixteen/shared/auth-messages'
import { AppError } from '@ninesixteen/shared/errors'
import { checkPassword, countPasswordAttempt } from '../../account/check-password.ts'
import { forbidInDemo, forbidInSharedDemo } from '../../auth/visitor-accounts.ts'
import { AUTH_PATHS } from '../../auth/auth.ts'
import { AUTH_FORMS } from '../../auth/auth-forms.ts'
import { authRequest, type AuthRequest } from '../../http/session/auth-request.ts'
import { addressGroup } from '../../config/client-address.ts'
import { DEMO_PATH, CONVERT_DEMO_PATH, TRY_PATH } from '../../auth/demo-sign-in.ts'
import { endSessionsBut } from '../../auth/end-sessions.ts'
import { CONFIRM_AGAIN_PATH, LINK_PATHS, RECOVERY_PASSWORD_PATH, RECOVERY_PATH } from '../../auth/link-endpoints.ts'
import { requirePasskeySlot } from '../../auth/second-factor/own-passkeys.ts'
import {
  LIBRARY_GET_PATHS,
  CODE_PATH,
  FIRST_CODE_PATH,
  NEW_PASSKEY_PATH,
  SECOND_FACTOR_BEGINNINGS,
  SECOND_FACTOR_CHANGES,
  SECOND_FACTOR_PASSWORDS,
} from '../../auth/second-factor/paths.ts'
import { activeSession, requireUser, sessionUser } from '../../http/session/session.ts'
import { requestAddress } from '../../http/session/browser-id.ts'
import { createFairQueue, type FairQueue, type FairQueueSize } from '../../fair-queue/fair-queue.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { hasBody, readJson } from '../../http/bodies/read-body.ts'
import type { Services } from '../services.ts'

export const AUTH_PREFIX = '/api/auth'

type AuthPath = (typeof AUTH_PATHS)[number]

/** The GET paths, which links and images can trigger. */
const GETS: readonly AuthPath[] = ['/get-session']
const FORBIDDEN_IN_DEMO: readonly AuthPath[] = ['/change-password', ...SECOND_FACTOR_CHANGES]
const FORBIDDEN_IN_SHARED_DEMO: readonly AuthPath[] = [CONVERT_DEMO_PATH, '/update-user', '/revoke-other-sessions']
/** These begin a session, or a mail link grants access, so a current session doesn't matter. All others act for a specific user. */
const SESSIONLESS: readonly AuthPath[] = [
  '/sign-up/email',
  '/sign-in/email',
  DEMO_PATH,
  TRY_PATH,
  ...SECOND_FACTOR_BEGINNINGS,
  ...LINK_PATHS,
]

/** For these the library looks the session up itself. */
const LIBRARY_AUTHENTICATED: readonly AuthPath[] = [
  '/get-session',
  '/change-password',
  '/update-user',
  CONVERT_DEMO_PATH,
  ...SECOND_FACTOR_CHANGES,
]

/** The library verifies the signed-in user's password: in a hijacked session this could be used for guessing. */
const COMPARING: readonly AuthPath[] = ['/change-password', ...SECOND_FACTOR_PASSWORDS]
/** Requests that hash a password. */
const HASHING: readonly AuthPath[] = ['/sign-up/email', '/sign-in/email', CONVERT_DEMO_PATH, RECOVERY_PASSWORD_PATH, ...COMPARING]
/**
 * Network addresses take turns: when a class of thirty signs in at once, each of them waits, and no one else does. More slots than hashing
 * threads keep the threads busy.
 */
const QUEUE_SIZE: FairQueueSize = { places: 4, maxQueuedPerUser: 30, maxQueued: 100 }
/** Longest wait in the queue, in milliseconds: by then the user has given up. */
const QUEUE_MS_MAX = 10_000
const RETRY_AFTER_SECONDS = 5
/**
 * Responses that must not reveal whether an address has an account are padded to a multiple of this, in milliseconds: with an account the
 * request takes a little longer, and keeps the machine busy after the response.
 */
const STEP_MS = 250

/** Sign-up, sign-in and sessions by the auth library, with the product's error messages. */
export function registerAuthRoutes(app: Hono<AppEnv>, services: Services): void {
  const desks = createFairQueue(QUEUE_SIZE, 'sign-ins')
  app.on(['GET', 'POST'], `${AUTH_PREFIX}/*`, async (c) => {
    const below = c.req.path.slice(AUTH_PREFIX.length)
    const path = AUTH_PATHS.find((candidate) => candidate === below)
    if (path === undefined || (c.req.method === 'GET' && !GETS.includes(path))) throw new AppError('NOT_FOUND')
    // Authenticate before validating the form.
    const user = isOfSession(c, path) ? await sessionUser(c, services) : null
    if (user) await refusalOf(path)?.(services.db, user.id)
    // Checked first, because the library would find and renew expired sessions. Signing out of those is allowed.
    if (LIBRARY_AUTHENTICATED.some((candidate) => candidate === path) && !(await activeSession(c.req.raw.headers, services)))
      return noSession(c, path)
    const form = await formOf(c, path)
    if (user && path === NEW_PASSKEY_PATH) await beforePasskey(services, user.id, form)
    const uncount = user && COMPARING.includes(path) ? await countPasswordAttempt(services.db, user.id) : null
    if (path === '/revoke-other-sessions') return endOtherSessions(c, services)
    if (user && path === '/sign-out' && form?.['everywhere'] === true)
      await services.db.asSystem((tx) => endSessionsBut(tx, { userId: user.id, sessionId: user.sessionId }))
    const address = requestAddress(c, services.config.trustProxy)
    const libraryCall = await libraryCallOf(path, services)
    const work = (query = '') => respond(services, authRequest(c, { address, secrets: services.config, form, query, ...libraryCall }))
    const startedAt = performance.now()
    const response = await (HASHING.includes(path) ? inTurn(desks, addressGroup(address), work) : work())
    if (isSilent(path, response, services)) await wait(STEP_MS - ((performance.now() - startedAt) % STEP_MS))
    if (response.ok) {
      await uncount?.()
      return response
    }
    // Looking a session up renews it; if the renewal fails, the session is still valid.
    const unprolonged = path === '/get-session' && response.status >= 500 ? await work('disableRefresh=true') : response
    return unprolonged.ok ? unprolonged : inProductWords(unprolonged, user !== null)
  })
}

/** A passkey grants permanent access: an intruder in an open session must not add one. */
async function beforePasskey(services: Services, userId: string, form: Record<string, unknown> | null): Promise<void> {
  const password = form?.['password']
  await checkPassword(services, userId, typeof password === 'string' ? password : '')
  await requirePasskeySlot(services.db, userId)
}

/** Maps the product's requests to the library's where they differ. */
async function libraryCallOf(path: AuthPath, { auth }: Services): Promise<Pick<AuthRequest, 'library' | 'omitCookies'>> {
  const isSecondFactorStart = SECOND_FACTOR_BEGINNINGS.some((candidate) => candidate === path)
  const omitCookies = isSecondFactorStart ? [(await auth.$context).authCookies.sessionToken.name] : []
  if (path === FIRST_CODE_PATH) return { omitCookies, library: { path: AUTH_PREFIX + CODE_PATH } }
  return { omitCookies, library: LIBRARY_GET_PATHS.some((candidate) => candidate === path) ? { method: 'GET' } : {} }
}

function isOfSession(c: Context<AppEnv>, path: AuthPath): boolean {
  return c.req.method !== 'GET' && !SESSIONLESS.some((candidate) => candidate === path)
}

/** The library's response to a caller without a session. */
function noSession(c: Context<AppEnv>, path: AuthPath): Response {
  if (path === '/get-session') return c.json(null)
  throw new AppError('UNAUTHENTICATED')
}

/** Whether the response hides if the address has an account. A successful sign-in isn't delayed. */
function isSilent(path: AuthPath, response: Response, { config }: Services): boolean {
  if (path === '/sign-in/email') return response.status === 401
  if (path === '/sign-up/email') return config.confirmEmail
  return path === RECOVERY_PATH || path === CONFIRM_AGAIN_PATH
}

async function inTurn<T>(desks: FairQueue, userId: string, work: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(QUEUE_MS_MAX)
  try {
    return await desks.run({ userId, signal }, work)
  } catch (error) {
    throw error === signal.reason ? new AppError('BUSY', { seconds: RETRY_AFTER_SECONDS }) : error
  }
}

/** By session id: the library identifies sessions by token, of which the database stores only hashes. GET is not accepted. */
async function endOtherSessions(c: Context<AppEnv>, services: Services): Promise<Response> {
  if (c.req.method !== 'POST') throw new AppError('NOT_FOUND')
  const { id, sessionId } = await requireUser(c, services)
  await services.db.asSystem((tx) => endSessionsBut(tx, { userId: id, sessionId }))
  return c.json({ status: true })
}

function refusalOf(path: string) {
  if (FORBIDDEN_IN_DEMO.some((candidate) => candidate === path)) return forbidInDemo
  return FORBIDDEN_IN_SHARED_DEMO.some((candidate) => candidate === path) ? forbidInSharedDemo : null
}

/** The known fields of a form; null for a GET. */
async function formOf(c: Context<AppEnv>, path: AuthPath): Promise<Record<string, unknown> | null> {
  if (c.req.method !== 'POST') return null
  return hasBody(c.env.incoming) ? readJson(c, AUTH_FORMS[path]) : {}
}

async function respond({ auth }: Services, request: Request): Promise<Response> {
  try {
    return await auth.handler(request)
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.body?.code === 'SERVER_FULL') throw new AppError('SERVER_FULL', {}, { cause: error })
    if (error.statusCode >= 500) throw error
    const retryAfter = new Headers(error.headers).get('retry-after')
    return Response.json(error.body ?? {}, { status: error.statusCode, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
  }
}

/** Both formats in one body: the library's clients read `code` and `message`, the product's read the error. */
async function inProductWords(response: Response, isSignedIn: boolean): Promise<Response> {
  const { code = 'AUTH_FAILED', ...facts } = bodyOf(await response.text())
  // The library reports a passkey with a wrong signature as a server error.
  const isPasskeyRefused = code === 'FAILED_TO_VERIFY_REGISTRATION'
  if (response.status >= 500 && !isPasskeyRefused) throw new AppError(code === 'SERVER_FULL' ? code : 'UNAVAILABLE')
  const seconds = response.headers.get('retry-after') ?? response.headers.get('x-retry-after')
  const isLimited = response.status === 429
  const message = isLimited
    ? new AppError('RATE_LIMITED', { seconds: Number(seconds ?? 10) }).message
    : authMessage({ code, message: facts.message })
  const name = isLimited ? 'RATE_LIMITED' : code
  // On the page, 401 means that its session is over; here the session was checked, and the input is wrong.
  const isBadInput = isPasskeyRefused || (response.status === 401 && isSignedIn && code !== 'UNAUTHORIZED')
  const status = isBadInput ? 400 : response.status
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (seconds) headers.set('retry-after', seconds)
  return Response.json({ code: name, message, error: { code: name, message } }, { status, headers })
}

function bodyOf(text: string): { code?: string; message?: string } {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return {}
    const { code, message } = body as Record<string, unknown>
    return { ...(typeof code === 'string' && { code }), ...(typeof message === 'string' && { message }) }
  } catch {
    // A response without a body keeps its status and gets the generic message.
    return {}
  }
}
