import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import { isAllowedHost, isIpAddress, type InstanceHosts } from '../../config/allowed-hosts.ts'
import type { AppEnv } from '../app-env.ts'

/** Rejects every request for a host name that isn't this instance's, with a message that says what to do. */
export function hostGuard(names: InstanceHosts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { host, accept = '' } = c.req.header()
    // A request line may contain an absolute URL, whose host overrides the header's.
    const isWhole = c.env.incoming.url?.startsWith('/') === false
    const named = [host ?? '', ...(isWhole ? [new URL(c.req.url).host] : [])]
    if (named.every((one) => isAllowedHost(one, names))) return next()
    // A visitor who opened an IP address learns the right name. A foreign page, which could read the response, doesn't.
    const error = named.every(isIpAddress) ? new AppError('HOST_NUMBER', { url: names.publicUrl }) : new AppError('HOST_UNKNOWN')
    if (!accept.includes('text/html')) throw error
    return c.text(error.message, 421)
  })
}
