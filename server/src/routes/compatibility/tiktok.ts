import type { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { stepError } from '../../connections/failure.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import type { AccountTokens } from '../../platforms/account.ts'
import type { Services } from '../services.ts'
import { anyCaller, clientOf, openToken, text } from './caller.ts'

const client = { client_key: text.optional(), client_secret: text.optional() }

const tokenSchema = z.object({
  ...client,
  code: text,
  redirect_uri: z.url().optional(),
  /** Encrypted, as returned by the first step. */
  code_verifier: text.nullish(),
  /** From the callback; without it, the session's only open attempt applies. */
  state: text.nullish(),
})
const userinfoSchema = z.object({ access_token: text })
const refreshSchema = z.object({ ...client, refresh_token: text })

const ACCESS = 'tiktok.access'
const REFRESH = 'tiktok.refresh'

/** The specification's own paths of this platform; tokens are encrypted in both directions. */
export function registerTiktokRoutes(app: Hono<AppEnv>, services: Services): void {
  const { connections, sealer } = services
  const platform = connections.platforms.tiktok

  const sealed = (owner: string, { access, refresh, expiresInSeconds, scopes }: AccountTokens) => ({
    access_token: sealer.seal(access, { userId: owner, purpose: ACCESS }),
    refresh_token: refresh === null ? null : sealer.seal(refresh, { userId: owner, purpose: REFRESH }),
    expires_in: expiresInSeconds,
    scope: scopes.join(','),
  })

  app.post('/api/tiktok-token', async (c) => {
    const caller = await anyCaller(c, services)
    const body = await readJson(c, tokenSchema)
    if (body.redirect_uri !== undefined && body.redirect_uri !== caller.origin + platform.callbackPath)
      throw new AppError('INVALID_INPUT', { fields: 'redirect_uri' })
    const returned = { state: body.state, secret: body.code_verifier ?? null, proof: body.code }
    const ownClient = clientOf(body.client_key, body.client_secret)
    const { tokens } = await connections.connect.exchange(caller, 'tiktok', { ...returned, ...(ownClient && { client: ownClient }) })
    return c.json(sealed(caller.owner, tokens))
  })

  app.post('/api/tiktok-userinfo', async (c) => {
    const caller = await anyCaller(c, services)
    const { access_token: token } = await readJson(c, userinfoSchema)
    const access = openToken(services, token, { owner: caller.owner, purpose: ACCESS, field: 'access_token' })
    try {
      const user = await platform.accounts.userInfo(access)
      // The platform's own URL expires, and the page's policy blocks it.
      const avatar = user.avatar_url === undefined ? null : services.remotePictures.link(caller.owner, user.avatar_url)
      return c.json({ data: { user: { ...user, avatar_url: avatar } }, error: { code: 'ok', message: '' } })
    } catch (thrown) {
      throw stepError(thrown, 'OAUTH_USER_INFO_FAILED')
    }
  })

  app.post('/api/tiktok-refresh', async (c) => {
    const caller = await anyCaller(c, services)
    const body = await readJson(c, refreshSchema)
    const refresh = openToken(services, body.refresh_token, { owner: caller.owner, purpose: REFRESH, field: 'refresh_token' })
    const keys = clientOf(body.client_key, body.client_secret) ?? (await connections.clients.of('tiktok', caller.session?.userId ?? null))
    try {
      return c.json(sealed(caller.owner, await platform.accounts.refresh(keys, refresh)))
    } catch (thrown) {
      throw stepError(thrown, 'OAUTH_REFRESH_FAILED')
    }
  })
}
