import type { DriveUser, GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import { AppError } from '@ninesixteen/shared/errors'
import { createGoogleDrive, type DriveParts, type GoogleDrive } from '../providers/google/drive.ts'
import { createGoogleOauth, DRIVE_SCOPE, type GoogleOauth, type GoogleTokens } from '../providers/google/oauth.ts'
import type { GoogleSettings } from '../providers/google/settings.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import type { AttemptOwner, OauthAttempts } from './oauth-attempts.ts'
import { challengeOf, newVerifier } from '../providers/pkce.ts'

const PROVIDER = 'google'
/** Google's error codes, such as `access_denied`. Anything else in that parameter is not from Google. */
const GOOGLE_WORD = /^[a-z0-9_.-]{1,60}$/i

/** Clients of Google's APIs. */
export interface Google {
  oauth: GoogleOauth
  drive: GoogleDrive
}

/** Null without settings. `parts` lets tests skip delays. */
export function createGoogle(settings: GoogleSettings | null, parts: DriveParts = {}): Google | null {
  return settings && { oauth: createGoogleOauth(settings, parts.fetch), drive: createGoogleDrive(settings, parts) }
}

/** The parameters of Google's callback. */
export interface GoogleReturn {
  authCode?: string | null | undefined
  /** Undefined for a form without a state, which means the session's only open attempt. Null if Google returned none. */
  state?: string | null | undefined
  error?: string | null | undefined
}

/**
 * Connects a browser to its user's Drive. The browser stores the tokens, encrypted for this server and bound to the user.
 */
export interface DriveConnection {
  /** URL of the consent page, with a state that only this session can use. */
  authorize(owner: AttemptOwner, redirectUri: string): Promise<string>
  /** Throws AppError with the message for the user. */
  authenticate(owner: AttemptOwner, back: GoogleReturn): Promise<GoogleDriveReply>
  refresh(userId: string, sealedRefreshToken: string): Promise<GoogleDriveReply>
  /** The decrypted token. Throws DRIVE_NO_TOKEN unless this server encrypted it for this user. */
  accessToken(userId: string, sealed: string): string
  /** Revokes the grant. Ignores a token that can't be decrypted. */
  disconnect(userId: string, sealed: { access: string | null; refresh: string | null }): Promise<void>
}

interface Parts {
  google: Google
  oauthAttempts: OauthAttempts
  sealer: SecretBox
}

const ACCESS = 'google.access'
const REFRESH = 'google.refresh'

export function createDriveConnection({ google, oauthAttempts, sealer }: Parts): DriveConnection {
  const { oauth } = google

  function sealTokens(userId: string, tokens: GoogleTokens): Pick<GoogleDriveReply, 'accessToken' | 'refreshToken'> {
    const accessToken = sealer.seal(tokens.access, { userId, purpose: ACCESS })
    if (tokens.refresh === null) return { accessToken }
    return { accessToken, refreshToken: sealer.seal(tokens.refresh, { userId, purpose: REFRESH }) }
  }

  async function connect({ userId }: AttemptOwner, code: string, secrets: Record<string, string>): Promise<GoogleDriveReply> {
    const { verifier = '', redirectUri = '' } = secrets
    const tokens = await oauth.exchange({ code, verifier, redirectUri })
    if (!tokens.scopes.includes(DRIVE_SCOPE)) {
      // A grant without Drive is useless, so it is revoked; a failure to revoke doesn't change the message.
      await oauth.revoke(tokens.refresh ?? tokens.access).catch(asRefusal)
      throw new AppError('GOOGLE_NO_DRIVE')
    }
    const userInfo: DriveUser = await oauth.userInfo(tokens.access)
    return { success: true, ...sealTokens(userId, tokens), userInfo }
  }

  return {
    async authorize(owner, redirectUri) {
      const verifier = newVerifier()
      const state = await oauthAttempts.begin(owner, { provider: PROVIDER, secrets: { verifier, redirectUri } })
      return oauth.consentUrl({ redirectUri, state, challenge: challengeOf(verifier) })
    },

    async authenticate(owner, { authCode, state, error }) {
      // Consumes the state first, regardless of the other parameters.
      const secrets = await (state === undefined
        ? oauthAttempts.finishOnly(owner, PROVIDER)
        : oauthAttempts.finish(owner, { provider: PROVIDER, state }))
      if (error) throw new AppError('GOOGLE_SAID_NO', { error: GOOGLE_WORD.test(error) ? error : 'unknown_error' })
      if (!authCode) throw new AppError('GOOGLE_NO_CODE')
      try {
        return await connect(owner, authCode, secrets)
      } catch (thrown) {
        if (!(thrown instanceof PlatformError)) throw thrown
        throw new AppError(thrown.fault === 'client' ? 'GOOGLE_KEYS_REFUSED' : 'GOOGLE_FAILED', {}, { cause: thrown })
      }
    },

    async refresh(userId, sealed) {
      const token = sealer.open(sealed, { userId, purpose: REFRESH })
      // The page deletes its tokens if the error names the grant or the refresh token.
      if (token === null) return { success: false, error: 'invalid_grant', details: 'The refresh_token is not one of this account.' }
      try {
        const refreshed = await oauth.refresh(token)
        // The browser may store it for years, so re-encrypt it if a previous key was used.
        const refresh = refreshed.refresh ?? (sealer.isStale(sealed) ? token : null)
        return { success: true, ...sealTokens(userId, { ...refreshed, refresh }) }
      } catch (thrown) {
        if (!(thrown instanceof PlatformError) || thrown.fault !== 'account') throw thrown
        return { success: false, error: thrown.code, details: 'Google no longer accepts the connection.' }
      }
    },

    accessToken(userId, sealed) {
      const token = sealer.open(sealed, { userId, purpose: ACCESS })
      if (token === null) throw new AppError('DRIVE_NO_TOKEN')
      return token
    },

    async disconnect(userId, { access, refresh }) {
      const token =
        (refresh && sealer.open(refresh, { userId, purpose: REFRESH })) ?? (access && sealer.open(access, { userId, purpose: ACCESS }))
      if (token) await oauth.revoke(token)
    },
  }
}

/** Passes on Google's error codes, and nothing else. */
function asRefusal(thrown: unknown): void {
  if (!(thrown instanceof PlatformError)) throw thrown
}
