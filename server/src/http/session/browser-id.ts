import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { publicOrigins } from '../../config/allowed-hosts.ts'
import { clientAddress, type TrustedProxies } from '../../config/client-address.ts'
import type { AppEnv } from '../app-env.ts'

const COOKIE = 'ninesixteen_browser'
/** Long enough to connect an account signed out, and to sign up afterwards. */
const LIFE_SECONDS = 24 * 60 * 60
const ID = /^[\w-]{22}$/

/** A browser as the end of an authorisation has to find it again: by a cookie that no script can read. */
export function browserId(c: Context<AppEnv>, publicUrl: string): string {
  const existing = getCookie(c, COOKIE)
  if (existing && ID.test(existing)) return existing
  const id = randomBytes(16).toString('base64url')
  setCookie(c, COOKIE, id, { httpOnly: true, sameSite: 'Lax', path: '/api', maxAge: LIFE_SECONDS, secure: publicUrl.startsWith('https:') })
  return id
}

/** The origin to which a platform redirects: on this machine, the name that the page was opened under. */
export function returnOrigin(c: Context<AppEnv>, publicUrl: string): string {
  const origin = c.req.header('origin')
  return origin !== undefined && publicOrigins(publicUrl).includes(origin) ? origin : new URL(publicUrl).origin
}

/** Where a request comes from, as sign-ins are limited by it. */
export function requestAddress(c: Context<AppEnv>, trustProxy: TrustedProxies): string {
  return clientAddress({ socketAddress: c.env.incoming.socket.remoteAddress, forwardedFor: c.req.header('x-forwarded-for') }, trustProxy)
}
