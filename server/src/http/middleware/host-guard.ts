import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import { isAllowedHost, isIpAddress, type InstanceHosts } from '../../config/allowed-hosts.ts'
import type { AppEnv } from '../app-env.ts'

/** Serves nothing, neither page nor call, under a name that is not this instance's. A browser shows the sentence that says what to do. */
export function hostGuard(names: InstanceHosts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { host, accept = '' } = c.req.header()
    // A request line may name a whole address, whose host then counts instead of the header's.
    const isWhole = c.env.incoming.url?.startsWith('/') === false
    const named = [host ?? '', ...(isWhole ? [new URL(c.req.url).host] : [])]
    if (named.every((one) => isAllowedHost(one, names))) return next()
    // Whoever opened a number is told the name. A page under a stranger's name, which could read this, is not.
    const error = named.every(isIpAddress) ? new AppError('HOST_NUMBER', { url: names.publicUrl }) : new AppError('HOST_UNKNOWN')
    if (!accept.includes('text/html')) throw error
    return c.text(error.message, 421)
  })
}
