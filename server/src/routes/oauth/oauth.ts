import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { MCP_PATH, OAUTH_PATH, RESOURCE_METADATA, SERVER_METADATA } from '@ninesixteen/shared/public-api/limits'
import { API_SCOPES } from '@ninesixteen/shared/public-api/scopes'
import { admitAnonymous, type AnonymousLimit } from '../../connections/anonymous-limit.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { baseHeaders } from '../../http/responses/security-headers.ts'
import { requestAddress } from '../../http/session/browser-id.ts'
import { protectedResources } from '../../oauth-server/oauth-server.ts'
import type { Services } from '../services.ts'

const MINUTE_MS = 60_000

/** Per address: anybody may call these endpoints, and each call is stored. */
const LIMITS: Readonly<Record<string, AnonymousLimit>> = {
  [`${OAUTH_PATH}/authorize`]: { kind: 'oauth-authorize', limit: 60, windowMs: 10 * MINUTE_MS },
  [`${OAUTH_PATH}/device`]: { kind: 'oauth-device', limit: 30, windowMs: 10 * MINUTE_MS },
  [`${OAUTH_PATH}/register`]: { kind: 'oauth-register', limit: 30, windowMs: 60 * MINUTE_MS },
  [`${OAUTH_PATH}/revoke`]: { kind: 'oauth-revoke', limit: 120, windowMs: MINUTE_MS },
  [`${OAUTH_PATH}/token`]: { kind: 'oauth-token', limit: 240, windowMs: MINUTE_MS },
}

/** All addresses together may store as much as this many. */
const ADDRESSES = 100

/** The challenge of a 401: where an app learns how to connect. */
export function bearerChallenge(publicUrl: string): string {
  const { origin } = new URL(publicUrl)
  return `Bearer realm="${PRODUCT_NAME}", resource_metadata="${origin}${RESOURCE_METADATA}${MCP_PATH}", scope="${API_SCOPES.join(' ')}"`
}

/** Lets apps and agents connect by OAuth. */
export function registerOAuth(app: Hono<AppEnv>, { config, db, oauth }: Services): void {
  const headers = Object.entries(baseHeaders(config.publicUrl))
  const { origin } = new URL(config.publicUrl)

  async function admit(address: string, { kind, limit, windowMs }: AnonymousLimit): Promise<void> {
    await admitAnonymous(db, address, { kind, limit, windowMs })
    await admitAnonymous(db, 'all', { kind, limit: limit * ADDRESSES, windowMs })
  }

  async function respond(c: Context<AppEnv>): Promise<Response> {
    const limit = LIMITS[c.req.path]
    if (limit) await admit(requestAddress(c, config.trustProxy), limit)
    const { incoming, outgoing } = c.env
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    outgoing.setHeader('x-request-id', c.get('requestId'))
    await oauth.handle(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  }

  function describeResource(c: Context<AppEnv>): Response {
    const [mcp] = protectedResources(config.publicUrl)
    return c.json({
      resource: c.req.path.endsWith(MCP_PATH) ? mcp : origin,
      resource_name: PRODUCT_NAME,
      authorization_servers: [origin],
      scopes_supported: API_SCOPES,
      bearer_methods_supported: ['header'],
    })
  }

  app.get(RESOURCE_METADATA, describeResource)
  app.get(`${RESOURCE_METADATA}${MCP_PATH}`, describeResource)
  app.get(SERVER_METADATA, (c) => respond(c))
  app.all(`${OAUTH_PATH}/*`, (c) => respond(c))
}
