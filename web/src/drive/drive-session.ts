import type { GoogleDriveBody } from '@ninesixteen/shared/api/google-drive'
import { ApiError } from '../api/api-error.ts'
import { driveCall, type DriveAnswer } from './drive-calls.ts'
import { forgetDrive, keepDrive, readDrive } from './stored-connection.ts'
import { DRIVE_TEXTS } from './texts.ts'

/** What failed: `alert` nothing was begun and the person has to connect; `folder` and `upload` say where it ended. */
export type DriveFault = 'alert' | 'folder' | 'upload'

/** A failure at Drive in the words of the specification. */
export class DriveError extends Error {
  readonly fault: DriveFault

  constructor(fault: DriveFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriveError'
    this.fault = fault
  }
}

/** Errors of a refresh that say the connection is over. */
const OVER = /invalid_grant|refresh_token/

let refreshing: Promise<string | null> | null = null

/** A new access token, or null; files that wait for it at the same time cause one refresh. */
function refreshAccess(): Promise<string | null> {
  refreshing ??= refreshNow().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshNow(): Promise<string | null> {
  const { refreshToken } = readDrive()
  if (refreshToken === null) {
    keepDrive({ accessToken: null })
    return null
  }
  const { reply } = await driveCall({ action: 'refresh_token', refreshToken })
  if (reply.success && reply.accessToken) {
    // Google gives a new refresh token only now and then; the old one stays good.
    keepDrive({ accessToken: reply.accessToken, ...(reply.refreshToken && { refreshToken: reply.refreshToken }) })
    return reply.accessToken
  }
  if (OVER.test(`${reply.error} ${reply.details}`)) forgetDrive()
  return null
}

/** Whether asking again with a new token may help: the token is spent, or the function did not get through. */
function wantsRefresh({ status, reply }: DriveAnswer): boolean {
  return !reply.success && (reply.needsRefresh === true || status < 200 || status >= 300)
}

/** A server that was not reached is no reason to connect anew. */
async function orNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof ApiError && cause.status > 0 && cause.status !== 401) return null
    throw cause
  }
}

/** Sees to it that Drive can be used: asks it who the person is, and refreshes the token when it does not answer. Throws a DriveError. */
export async function testDrive(signal: AbortSignal): Promise<void> {
  const { accessToken, refreshToken } = readDrive()
  if (accessToken === null && refreshToken === null) throw new DriveError('alert', DRIVE_TEXTS.connectFirst)
  if (accessToken !== null) {
    const answer = await orNothing(driveCall({ action: 'test', accessToken }, signal))
    if (answer?.reply.success) return
  }
  signal.throwIfAborted()
  if ((await orNothing(refreshAccess())) === null) throw new DriveError('alert', DRIVE_TEXTS.expired)
}

/**
 * A call with the access token, and once more with a refreshed one when the first did not get through. Gives the reply of a
 * success; throws a DriveError in the specification's words.
 */
export async function withDriveToken(fault: 'folder' | 'upload', work: (accessToken: string) => Promise<DriveAnswer>) {
  const { accessToken } = readDrive()
  if (accessToken === null) throw new DriveError(fault, DRIVE_TEXTS.noAccessToken)
  const first = await work(accessToken)
  if (first.reply.success) return first.reply
  if (!wantsRefresh(first)) throw new DriveError(fault, first.reply.error ?? DRIVE_TEXTS.uploadFailed)

  // Another file may have brought a new one meanwhile.
  const current = readDrive().accessToken
  const fresh = current !== null && current !== accessToken ? current : await orNothing(refreshAccess())
  if (fresh === null) throw new DriveError(fault, DRIVE_TEXTS.refreshFailed)
  const second = await work(fresh)
  if (second.reply.success) return second.reply
  const isSpent = second.reply.needsRefresh === true || second.status === 401
  throw new DriveError(fault, isSpent ? DRIVE_TEXTS.sessionExpired : (second.reply.error ?? DRIVE_TEXTS.uploadFailed))
}

/** An action of the function with the access token; see withDriveToken. */
export function driveAction(
  fault: 'folder' | 'upload',
  body: (accessToken: string) => GoogleDriveBody,
  signal: AbortSignal,
): ReturnType<typeof withDriveToken> {
  return withDriveToken(fault, (accessToken) => driveCall(body(accessToken), signal))
}
