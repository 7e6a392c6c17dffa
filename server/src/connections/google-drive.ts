import type { DriveUser, GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import { AppError } from '@ninesixteen/shared/errors'
import { createGoogleDrive, type DriveParts, type GoogleDrive } from '../providers/google/drive.ts'
import { createGoogleOauth, DRIVE_SCOPE, type GoogleOauth, type GoogleTokens } from '../providers/google/oauth.ts'
import type { GoogleSettings } from '../providers/google/settings.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { Sealer } from '../secrets/sealed.ts'
import type { AttemptOwner, OauthAttempts } from './oauth-attempts.ts'
import { challengeOf, newVerifier } from '../providers/pkce.ts'

const PROVIDER = 'google'
/** Google's words for a no, such as `access_denied`. Anything else in that place was written by somebody else. */
const GOOGLE_WORD = /^[a-z0-9_.-]{1,60}$/i

/** Google as this product uses it. */
export interface Google {
  oauth: GoogleOauth
  drive: GoogleDrive
}

/** Null without settings; `parts` are for tests that do not want to wait. */
export function createGoogle(settings: GoogleSettings | null, parts: DriveParts = {}): Google | null {
  return settings && { oauth: createGoogleOauth(settings, parts.fetch), drive: createGoogleDrive(settings, parts) }
}

/** What Google's page sent back. */
export interface GoogleReturn {
  authCode?: string | null | undefined
  /** Undefined of a form that has no state: then it is the only attempt that the session has open. Null where Google sent none back. */
  state?: string | null | undefined
  error?: string | null | undefined
}

/**
 * The connection of a browser to its person's Drive. The tokens live in the browser, sealed: bound to the person, and
 * readable by this server alone.
 */
export interface DriveConnection {
  /** The consent page, with a state that ends in this session only. */
  authorize(who: AttemptOwner, redirectUri: string): Promise<string>
  /** Throws an AppError with the words for the person. */
  authenticate(who: AttemptOwner, back: GoogleReturn): Promise<GoogleDriveReply>
  refresh(userId: string, sealedRefreshToken: string): Promise<GoogleDriveReply>
  /** The token in clear. Throws DRIVE_NO_TOKEN for what this server did not seal for this person. */
  accessToken(userId: string, sealed: string): string
  /** Ends the grant. A token that cannot be opened ends nothing, and is no loss either. */
  disconnect(userId: string, sealed: { access: string | null; refresh: string | null }): Promise<void>
}

interface Parts {
  google: Google
  oauthAttempts: OauthAttempts
  sealer: Sealer
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
      // A grant without Drive is of no use; nobody should find it in their account. That it stays is no reason to say something else.
      await oauth.revoke(tokens.refresh ?? tokens.access).catch(asRefusal)
      throw new AppError('GOOGLE_NO_DRIVE')
    }
    const userInfo: DriveUser = await oauth.userInfo(tokens.access)
    return { success: true, ...sealTokens(userId, tokens), userInfo }
  }

  return {
    async authorize(who, redirectUri) {
      const verifier = newVerifier()
      const state = await oauthAttempts.begin(who, { provider: PROVIDER, secrets: { verifier, redirectUri } })
      return oauth.consentUrl({ redirectUri, state, challenge: challengeOf(verifier) })
    },

    async authenticate(who, { authCode, state, error }) {
      // The state is used up first, whatever else came with it.
      const secrets = await (state === undefined
        ? oauthAttempts.finishOnly(who, PROVIDER)
        : oauthAttempts.finish(who, { provider: PROVIDER, state }))
      if (error) throw new AppError('GOOGLE_SAID_NO', { error: GOOGLE_WORD.test(error) ? error : 'unknown_error' })
      if (!authCode) throw new AppError('GOOGLE_NO_CODE')
      try {
        return await connect(who, authCode, secrets)
      } catch (thrown) {
        if (!(thrown instanceof PlatformError)) throw thrown
        throw new AppError(thrown.fault === 'client' ? 'GOOGLE_KEYS_REFUSED' : 'GOOGLE_FAILED', {}, { cause: thrown })
      }
    },

    async refresh(userId, sealed) {
      const token = sealer.open(sealed, { userId, purpose: REFRESH })
      // The page clears what it keeps when the error names the grant or the refresh token.
      if (token === null) return { success: false, error: 'invalid_grant', details: 'The refresh_token is not one of this account.' }
      try {
        const fresh = await oauth.refresh(token)
        // The browser keeps it as long as it likes: it is sealed anew where an older secret sealed it.
        const refresh = fresh.refresh ?? (sealer.isStale(sealed) ? token : null)
        return { success: true, ...sealTokens(userId, { ...fresh, refresh }) }
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

/** Lets pass what Google answers, and nothing else. */
function asRefusal(thrown: unknown): void {
  if (!(thrown instanceof PlatformError)) throw thrown
}
