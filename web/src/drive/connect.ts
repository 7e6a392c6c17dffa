import { toApiError } from '../api/api-error.ts'
import { driveCall } from './drive-calls.ts'
import { forgetDrive, storeConnection, readDrive } from './stored-connection.ts'
import { DRIVE_TEXTS } from './texts.ts'

/** URL of Google's consent page. Throws if the server has none. */
export async function consentUrl(): Promise<string> {
  const { reply } = await driveCall({ action: 'authorize' })
  if (!reply.success || !reply.url) throw new Error(reply.error ?? DRIVE_TEXTS.connectFailed)
  return reply.url
}

/** Query parameters of the return from Google's page. */
export interface GoogleReturn {
  code: string | null
  state: string | null
  error: string | null
}

/** Google's error codes look like `access_denied`; the address can hold anything. */
const ERROR_CODE = /^[a-z0-9_.-]{1,60}$/i

/** Completes the connection: stores encrypted tokens and user. Throws an Error with a message for the user. */
export async function finishConnection({ code, state, error }: GoogleReturn): Promise<void> {
  const response = await driveCall({ action: 'authenticate', authCode: code, state, error: error?.slice(0, 200) }).catch(
    (thrown: unknown) => {
      throw new Error(messageOf(thrown))
    },
  )
  // The request above only invalidated the state.
  if (error !== null) throw new Error(`Google OAuth error: ${ERROR_CODE.test(error) ? error : 'unknown_error'}`)
  if (!code) throw new Error(DRIVE_TEXTS.noCode)
  const { success, accessToken, refreshToken, userInfo, error: reason } = response.reply
  if (!success || !accessToken) throw new Error(reason || DRIVE_TEXTS.authenticationFailed)
  storeConnection({ accessToken, refreshToken: refreshToken ?? null, user: userInfo ?? null })
}

function messageOf(error: unknown): string {
  const { code, message } = toApiError(error)
  if (code === 'UNAUTHENTICATED') return 'No active Supabase session found'
  return `Edge function error: ${message}`
}

/** Revokes the grant at Google and forgets the connection; false if Google could not be reached. */
export async function disconnectDrive(): Promise<boolean> {
  const { accessToken, refreshToken } = readDrive()
  try {
    const { reply } = await driveCall({ action: 'disconnect', accessToken, refreshToken })
    return reply.success
  } catch (error) {
    console.info('Revoking the grant at Google failed.', toApiError(error).code)
    return false
  } finally {
    forgetDrive()
  }
}
