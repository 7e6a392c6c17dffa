import { z } from 'zod'
import type { Fetch } from '../../providers/http.ts'
import type { AccountIdentity, AccountProvider, AccountTokens, ClientKeys } from '../account.ts'
import { asPlatformError, PlatformError } from '../../providers/platform-error.ts'
import { readEnvelope, readTokenPair } from './response.ts'
import { signedFetch } from './api.ts'
import type { TumblrSettings } from './settings.ts'
import type { SigningToken } from './signature.ts'

const userSchema = z.object({
  user: z.object({
    name: z.string().min(1),
    blogs: z
      .array(
        z.object({
          name: z.string(),
          title: z.string().default(''),
          url: z.string().default(''),
          /** `t:...`, stable when the blog is renamed; the API accepts it in place of a name. */
          uuid: z.string().optional(),
          primary: z.boolean().default(false),
        }),
      )
      .default([]),
  }),
})

export type TumblrUser = z.infer<typeof userSchema>['user']

/** OAuth 1.0a with HMAC-SHA1. Access tokens are valid until the user removes the application. */
export interface TumblrAccounts extends AccountProvider {
  /** First step: a request token for this callback. */
  requestToken(client: ClientKeys, callbackUrl: string): Promise<SigningToken>
  /** Third step. */
  accessToken(client: ClientKeys, request: SigningToken, verifier: string): Promise<SigningToken>
  userInfo(client: ClientKeys, token: SigningToken): Promise<TumblrUser>
}

/** The token's secret is stored as the refresh token. */
export function signingToken({ access, refresh }: Pick<AccountTokens, 'access' | 'refresh'>): SigningToken {
  return { token: access, secret: refresh ?? '' }
}

export function createTumblrAccounts(settings: TumblrSettings, { fetch }: { fetch: Fetch }): TumblrAccounts {
  const step = async (client: ClientKeys, path: string, signed: { token?: SigningToken; extra: Record<string, string> }) => {
    const request = { method: 'POST', url: `${settings.oauthUrl}/oauth/${path}`, extra: signed.extra }
    return readTokenPair(await signedFetch(fetch, { client, ...(signed.token && { token: signed.token }) }, request))
  }

  const requestToken = (client: ClientKeys, callbackUrl: string): Promise<SigningToken> =>
    asPlatformError(step(client, 'request_token', { extra: { oauth_callback: callbackUrl } }))

  const accessToken = async (client: ClientKeys, request: SigningToken, verifier: string): Promise<SigningToken> => {
    try {
      return await asPlatformError(step(client, 'access_token', { token: request, extra: { oauth_verifier: verifier } }))
    } catch (thrown) {
      // Tumblr just accepted the key pair for the request token, so it rejects only this attempt.
      if (!(thrown instanceof PlatformError) || thrown.fault !== 'client') throw thrown
      throw new PlatformError({ fault: 'account', status: thrown.status, code: 'verifier_refused' }, { cause: thrown })
    }
  }

  async function userInfo(client: ClientKeys, token: SigningToken): Promise<TumblrUser> {
    const url = `${settings.apiUrl}/v2/user/info`
    const response = await asPlatformError(signedFetch(fetch, { client, token }, { method: 'GET', url }))
    return (await asPlatformError(readEnvelope(response, userSchema))).user
  }

  async function identify(client: ClientKeys, tokens: AccountTokens): Promise<AccountIdentity> {
    const user = await userInfo(client, signingToken(tokens))
    // Accounts have no id; the primary blog's stays the same when the account is renamed.
    const primary = user.blogs.find((blog) => blog.primary) ?? user.blogs[0]
    return {
      accountId: primary?.uuid ?? user.name,
      username: user.name,
      displayName: primary?.title || user.name,
      avatarUrl: null,
      blogs: user.blogs.length,
    }
  }

  return {
    begin: async (client, { redirectUri }) => {
      const { token, secret } = await requestToken(client, redirectUri)
      return { url: `${settings.authorizeUrl}/oauth/authorize?oauth_token=${encodeURIComponent(token)}`, attempt: token, secret }
    },
    finish: async (client, { attempt, secret, proof }) => {
      const { token, secret: tokenSecret } = await accessToken(client, { token: attempt, secret }, proof)
      return { access: token, refresh: tokenSecret, expiresInSeconds: null, scopes: [] }
    },
    identify,
    refresh: null,
    revoke: null,
    checkClient: async (client, redirectUri) => {
      await requestToken(client, redirectUri)
    },
    requestToken,
    accessToken,
    userInfo,
  }
}
