import type { GoogleDriveBody } from '@ninesixteen/shared/api/google-drive'
import { ApiError } from '../api/api-error.ts'
import { driveCall, type DriveAnswer } from './drive-calls.ts'
import { forgetDrive, storeConnection, readDrive } from './stored-connection.ts'
import { DRIVE_TEXTS } from './texts.ts'

/** Where it failed: `alert` before the start, so that the user must connect; `folder` and `upload` at that step. */
export type DriveFault = 'alert' | 'folder' | 'upload'

/** A failure with the specification's message. */
export class DriveError extends Error {
  readonly fault: DriveFault

  constructor(fault: DriveFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriveError'
    this.fault = fault
  }
}

/** Refresh errors that mean the grant is gone. */
const GRANT_GONE = /invalid_grant|refresh_token/

let refreshing: Promise<string | null> | null = null

/** A new access token, or null. Concurrent callers share one refresh. */
function refreshAccess(): Promise<string | null> {
  refreshing ??= refreshNow().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshNow(): Promise<string | null> {
  const { refreshToken } = readDrive()
  if (refreshToken === null) {
    storeConnection({ accessToken: null })
    return null
  }
  const { reply } = await driveCall({ action: 'refresh_token', refreshToken })
  if (reply.success && reply.accessToken) {
    // Google rarely issues a new refresh token; the old one stays valid.
    storeConnection({ accessToken: reply.accessToken, ...(reply.refreshToken && { refreshToken: reply.refreshToken }) })
    return reply.accessToken
  }
  if (GRANT_GONE.test(`${reply.error} ${reply.details}`)) forgetDrive()
  return null
}

/** Whether a new token may help: the token has expired, or the function could not reach Google. */
function wantsRefresh({ status, reply }: DriveAnswer): boolean {
  return !reply.success && (reply.needsRefresh === true || status < 200 || status >= 300)
}

/** Null for errors of the server; rethrows when it was unreachable, which is no reason to reconnect. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status !== 401) return null
    throw error
  }
}

/** Checks that Drive accepts the token, and refreshes it otherwise. Throws a DriveError. */
export async function testDrive(signal: AbortSignal): Promise<void> {
  const { accessToken, refreshToken } = readDrive()
  if (accessToken === null && refreshToken === null) throw new DriveError('alert', DRIVE_TEXTS.connectFirst)
  if (accessToken !== null) {
    const response = await orNull(driveCall({ action: 'test', accessToken }, signal))
    if (response?.reply.success) return
  }
  signal.throwIfAborted()
  if ((await orNull(refreshAccess())) === null) throw new DriveError('alert', DRIVE_TEXTS.expired)
}

/**
 * Calls with the access token, and once more with a refreshed one if the first call fails. Returns the successful reply; throws a DriveError
 * with the specification's message.
 */
export async function withDriveToken(fault: 'folder' | 'upload', work: (accessToken: string) => Promise<DriveAnswer>) {
  const { accessToken } = readDrive()
  if (accessToken === null) throw new DriveError(fault, DRIVE_TEXTS.noAccessToken)
  const first = await work(accessToken)
  if (first.reply.success) return first.reply
  if (!wantsRefresh(first)) throw new DriveError(fault, first.reply.error ?? DRIVE_TEXTS.uploadFailed)

  // Another upload may have refreshed the token.
  const current = readDrive().accessToken
  const fresh = current !== null && current !== accessToken ? current : await orNull(refreshAccess())
  if (fresh === null) throw new DriveError(fault, DRIVE_TEXTS.refreshFailed)
  const second = await work(fresh)
  if (second.reply.success) return second.reply
  const isSpent = second.reply.needsRefresh === true || second.status === 401
  throw new DriveError(fault, isSpent ? DRIVE_TEXTS.sessionExpired : (second.reply.error ?? DRIVE_TEXTS.uploadFailed))
}

/** Calls an action of the function with the access token; see withDriveToken. */
export function driveAction(
  fault: 'folder' | 'upload',
  body: (accessToken: string) => GoogleDriveBody,
  signal: AbortSignal,
): ReturnType<typeof withDriveToken> {
  return withDriveToken(fault, (accessToken) => driveCall(body(accessToken), signal))
}
