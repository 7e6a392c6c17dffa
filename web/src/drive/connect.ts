import { toApiError } from '../api/api-error.ts'
import { driveCall } from './drive-calls.ts'
import { forgetDrive, keepDrive, readDrive } from './stored-connection.ts'
import { DRIVE_TEXTS } from './texts.ts'

/** Where the person says yes to Google. Throws when the server does not know. */
export async function consentUrl(): Promise<string> {
  const { reply } = await driveCall({ action: 'authorize' })
  if (!reply.success || !reply.url) throw new Error(reply.error ?? DRIVE_TEXTS.connectFailed)
  return reply.url
}

/** What Google's page sent back, in the address. */
export interface GoogleReturn {
  code: string | null
  state: string | null
  error: string | null
}

/** Google's words for a no are codes such as `access_denied`; an address can hold anything. */
const WORD = /^[a-z0-9_.-]{1,60}$/i

/** Ends the connection that the person began: keeps sealed tokens and user, or throws the words of what went wrong. */
export async function finishConnection({ code, state, error }: GoogleReturn): Promise<void> {
  const answer = await driveCall({ action: 'authenticate', authCode: code, state, error: error?.slice(0, 200) }).catch((cause: unknown) => {
    throw new Error(wordsOf(cause))
  })
  // Said by the page itself: the server was told only so that the state is used up.
  if (error !== null) throw new Error(`Google OAuth error: ${WORD.test(error) ? error : 'unknown_error'}`)
  if (!code) throw new Error(DRIVE_TEXTS.noCode)
  const { success, accessToken, refreshToken, userInfo, error: reason } = answer.reply
  if (!success || !accessToken) throw new Error(reason || DRIVE_TEXTS.authenticationFailed)
  keepDrive({ accessToken, refreshToken: refreshToken ?? null, user: userInfo ?? null })
}

function wordsOf(cause: unknown): string {
  const { code, message } = toApiError(cause)
  if (code === 'UNAUTHENTICATED') return 'No active Supabase session found'
  return `Edge function error: ${message}`
}

/** Ends the grant at Google and clears what this browser keeps; false when Google could not be told. */
export async function disconnectDrive(): Promise<boolean> {
  const { accessToken, refreshToken } = readDrive()
  try {
    const { reply } = await driveCall({ action: 'disconnect', accessToken, refreshToken })
    return reply.success
  } catch (cause) {
    console.info('Google was not told that the connection is over.', toApiError(cause).code)
    return false
  } finally {
    forgetDrive()
  }
}
