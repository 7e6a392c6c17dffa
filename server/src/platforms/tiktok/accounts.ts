import { z } from 'zod'
import type { Fetch } from '../../providers/http.ts'
import type { AccountIdentity, AccountProvider, AccountTokens, ClientKeys } from '../account.ts'
import { asPlatformError, PlatformError } from '../../providers/platform-error.ts'
import { readEnvelope, readOauthResponse } from './response.ts'
import type { TiktokSettings } from './settings.ts'
import { challengeOf, newVerifier } from '../../providers/pkce.ts'

/** Read the profile, upload and publish. */
export const TIKTOK_SCOPES = ['user.info.basic', 'video.upload', 'video.publish'] as const
const PUBLISH_SCOPE = 'video.publish'

/** The fields of `user.info.basic`; one more fails the whole request. */
const USER_FIELDS = 'open_id,union_id,avatar_url,display_name'

export interface TiktokParts {
  fetch: Fetch
  /** Milliseconds since 1970, for the timestamp of a forced sign-in. */
  now?: () => number
}

const tokensSchema = z.object({
  open_id: z.string().min(1),
  /** The granted scopes, separated by commas: users can deselect any. */
  scope: z.string(),
  access_token: z.string().min(1),
  /** Seconds; a day. */
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
})

const userSchema = z.object({
  user: z.object({
    open_id: z.string().min(1),
    union_id: z.string().optional(),
    display_name: z.string().default(''),
    avatar_url: z.string().optional(),
  }),
})

const creatorSchema = z.object({ creator_username: z.string().min(1) })

export type TiktokUser = z.infer<typeof userSchema>['user']

/** OAuth 2 with PKCE, as Login Kit documents it. */
export interface TiktokAccounts extends AccountProvider {
  refresh: (client: ClientKeys, refreshToken: string) => Promise<AccountTokens>
  userInfo(accessToken: string): Promise<TiktokUser>
}

export function createTiktokAccounts(settings: TiktokSettings, { fetch: send, now = Date.now }: TiktokParts): TiktokAccounts {
  async function token(client: ClientKeys, form: Record<string, string>): Promise<AccountTokens> {
    // Token requests take forms; JSON bodies are not documented.
    const body = new URLSearchParams({ client_key: client.key, client_secret: client.secret, ...form })
    const response = await send(`${settings.apiUrl}/v2/oauth/token/`, { method: 'POST', body })
    const tokenResponse = await readOauthResponse(response, tokensSchema)
    return {
      access: tokenResponse.access_token,
      refresh: tokenResponse.refresh_token,
      expiresInSeconds: tokenResponse.expires_in,
      scopes: tokenResponse.scope.split(',').filter(Boolean),
    }
  }

  async function userInfo(accessToken: string): Promise<TiktokUser> {
    const url = `${settings.apiUrl}/v2/user/info/?fields=${USER_FIELDS}`
    const response = await send(url, { headers: { authorization: `Bearer ${accessToken}` } })
    return (await readEnvelope(response, userSchema)).user
  }

  /** The @name, which only the creator query returns; null without its scope. */
  async function username({ access, scopes }: AccountTokens): Promise<string | null> {
    if (!scopes.includes(PUBLISH_SCOPE)) return null
    try {
      const response = await send(`${settings.apiUrl}/v2/post/publish/creator_info/query/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json; charset=UTF-8' },
      })
      return (await readEnvelope(response, creatorSchema)).creator_username
    } catch (thrown) {
      // An account that may not post today (spam_risk_..., status 200) can still be connected, under its display name.
      if (thrown instanceof PlatformError && thrown.fault !== 'account') return null
      throw thrown
    }
  }

  async function identify(tokens: AccountTokens): Promise<AccountIdentity> {
    const user = await userInfo(tokens.access)
    const name = await username(tokens)
    return {
      accountId: user.open_id,
      username: name ?? (user.display_name || user.open_id),
      displayName: user.display_name || name || user.open_id,
      avatarUrl: user.avatar_url ?? null,
      blogs: null,
    }
  }

  return {
    begin: async (client, { redirectUri, state, force }) => {
      const secret = newVerifier()
      const query = new URLSearchParams({
        client_key: client.key,
        response_type: 'code',
        // TikTok separates by commas, OAuth 2 by spaces.
        scope: TIKTOK_SCOPES.join(','),
        redirect_uri: redirectUri,
        state,
        // Lowercase hex, not the base64url of RFC 7636, though both are called S256 (Login Kit for Desktop; PKCEUtils of TikTok's own Android SDK).
        code_challenge: challengeOf(secret, 'hex'),
        code_challenge_method: 'S256',
        // `disable_auto_auth` shows the consent page again; `force_reauth` is undocumented and harmless.
        ...(force && { disable_auto_auth: '1', force_reauth: 'true', timestamp: String(now()) }),
      })
      return { url: `${settings.authorizeUrl}/v2/auth/authorize/?${query.toString()}`, attempt: state, secret }
    },
    finish: (client, { proof, secret, redirectUri }) =>
      asPlatformError(token(client, { grant_type: 'authorization_code', code: proof, redirect_uri: redirectUri, code_verifier: secret })),
    identify: (_client, tokens) => asPlatformError(identify(tokens)),
    refresh: (client, refreshToken) => asPlatformError(token(client, { grant_type: 'refresh_token', refresh_token: refreshToken })),
    revoke: async (client, access) => {
      const body = new URLSearchParams({ client_key: client.key, client_secret: client.secret, token: access })
      const response = await asPlatformError(send(`${settings.apiUrl}/v2/oauth/revoke/`, { method: 'POST', body }))
      // Success is an empty body.
      const isEmpty = (await response.clone().text()) === ''
      if (!response.ok || !isEmpty) await readOauthResponse(response, z.object({}))
    },
    checkClient: async (client) => {
      try {
        await asPlatformError(token(client, { grant_type: 'refresh_token', refresh_token: 'rft.check' }))
      } catch (thrown) {
        // No such refresh token exists: with an accepted key pair, TikTok rejects only the token.
        if (!(thrown instanceof PlatformError) || !['account', 'refused'].includes(thrown.fault)) throw thrown
      }
    },
    userInfo: (accessToken) => asPlatformError(userInfo(accessToken)),
  }
}
