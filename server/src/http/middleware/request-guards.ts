import { createMiddleware } from 'hono/factory'
import { GOOGLE_DRIVE_FILE } from '@ninesixteen/shared/api/google-drive'
import { TRACKS_PATH } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { isAllowedOrigin, type InstanceHosts, isAllowedHost, isIpAddress } from '../../config/allowed-hosts.ts'
import type { AppEnv } from '../app-env.ts'

/** Safe methods. */
export const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The endpoints for forms and raw files; like JSON they need an allowed origin. */
const NOT_JSON = ['/api/files', '/api/fonts', TRACKS_PATH, GOOGLE_DRIVE_FILE]

/**
 * State-changing requests must be JSON from our own pages. Browsers attach cookies to cross-site requests, so the origin is checked; a
 * bearer token is always deliberate.
 */
export function writeGuard(names: InstanceHosts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (READS.includes(c.req.method)) return next()
    const { origin, host, cookie, 'sec-fetch-site': site, 'content-type': type } = c.req.header()
    const isForeign = origin !== undefined && !isAllowedOrigin(origin, host, names)
    const isUnnamed = origin === undefined && cookie !== undefined && site !== 'same-origin'
    if (isForeign || isUnnamed || site === 'cross-site') throw new AppError('FORBIDDEN_ORIGIN', { product: PRODUCT_NAME })
    const hasBody = c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
    if (hasBody && !NOT_JSON.includes(c.req.path) && !/^application\/json(;|$)/i.test(type ?? '')) {
      throw new AppError('INVALID_INPUT', { fields: 'content-type' })
    }
    return next()
  })
}

/** Rejects every request for a host name that isn't this instance's, with a message that says what to do. */
export function hostGuard(names: InstanceHosts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { host, accept = '' } = c.req.header()
    // A request line may contain an absolute URL, whose host overrides the header's.
    const isAbsolute = c.env.incoming.url?.startsWith('/') === false
    const hosts = [host ?? '', ...(isAbsolute ? [new URL(c.req.url).host] : [])]
    if (hosts.every((one) => isAllowedHost(one, names))) return next()
    // A visitor who opened an IP address learns the right name. A foreign page, which could read the response, doesn't.
    const error = hosts.every(isIpAddress) ? new AppError('HOST_NUMBER', { url: names.publicUrl }) : new AppError('HOST_UNKNOWN')
    if (!accept.includes('text/html')) throw error
    return c.text(error.message, 421)
  })
}
