import { z } from 'zod'
import { createFetch, type Fetch } from '../http.ts'
import { asPlatformError, PlatformError } from '../platform-error.ts'
import { readOauthAnswer } from './response.ts'
import type { GoogleSettings } from './settings.ts'

/** Access only to files and folders that this application creates. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
const SCOPES = [DRIVE_SCOPE, 'https://www.googleapis.com/auth/userinfo.profile', 'https://www.googleapis.com/auth/userinfo.email']

export interface GoogleTokens {
  access: string
  /** Null on a refresh: Google returns one only after a consent. */
  refresh: string | null
  /** Empty if the response doesn't list them. Users can deselect Drive. */
  scopes: string[]
}

export interface GoogleUser {
  email: string
  name: string
  picture: string
}

/** OAuth 2 for web servers, as Google documents it. Throws only PlatformError. */
export interface GoogleOauth {
  /** URL of the consent page. Google returns a refresh token only with offline access and a forced consent. */
  consentUrl(options: { redirectUri: string; state: string; challenge: string }): string
  exchange(grant: { code: string; verifier: string; redirectUri: string }): Promise<GoogleTokens>
  refresh(refreshToken: string): Promise<GoogleTokens>
  /** Revokes the whole grant by either token. Succeeds if it is already revoked. */
  revoke(token: string): Promise<void>
  userInfo(accessToken: string): Promise<GoogleUser>
}

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
})

/** Some accounts have no name or picture. */
const userSchema = z.object({ email: z.string().default(''), name: z.string().default(''), picture: z.string().default('') })

/** Revocation errors (400) for a token that is already invalid. */
const DEAD_TOKEN = ['invalid_token', 'invalid_request']

export function createGoogleOauth(
  settings: GoogleSettings,
  request: Fetch = createFetch({ answerMs: 20_000, silenceMs: 20_000 }),
): GoogleOauth {
  const { clientId, clientSecret, accountsUrl, tokenUrl, userInfoUrl } = settings

  async function tokens(form: Record<string, string>): Promise<GoogleTokens> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form })
    const response = await request(`${tokenUrl}/token`, { method: 'POST', body })
    const answer = await readOauthAnswer(response, tokensSchema)
    return { access: answer.access_token, refresh: answer.refresh_token ?? null, scopes: answer.scope.split(' ').filter(Boolean) }
  }

  return {
    consentUrl({ redirectUri, state, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return `${accountsUrl}/o/oauth2/v2/auth?${query.toString()}`
    },
    exchange: ({ code, verifier, redirectUri }) =>
      asPlatformError(tokens({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri })),
    refresh: (refreshToken) => asPlatformError(tokens({ grant_type: 'refresh_token', refresh_token: refreshToken })),
    async revoke(token) {
      // The endpoint answers 404 to GET.
      const ending = request(`${tokenUrl}/revoke`, { method: 'POST', body: new URLSearchParams({ token }) })
      try {
        await asPlatformError(ending.then((response) => readOauthAnswer(response, z.unknown())))
      } catch (thrown) {
        if (!(thrown instanceof PlatformError && thrown.status === 400 && DEAD_TOKEN.includes(thrown.code))) throw thrown
      }
    },
    userInfo: (accessToken) => {
      const userInfoRequest = request(`${userInfoUrl}/v1/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })
      return asPlatformError(userInfoRequest.then((response) => readOauthAnswer(response, userSchema)))
    },
  }
}
