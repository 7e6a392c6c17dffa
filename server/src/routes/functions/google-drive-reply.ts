import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import { AppError } from '@ninesixteen/shared/errors'
import type { SessionUser } from '../../auth/session-lookup.ts'
import { createDriveConnection, type DriveConnection, type Google } from '../../connections/google-drive.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { logServerError } from '../../http/on-error.ts'
import { consume } from '../../db/usage-limits.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import type { Services } from '../services.ts'

/** An export of 35 slides takes about 40 requests. */
const CALLS_A_MINUTE = 240

/** Dependencies of an action. */
export interface DriveWork {
  google: Google
  connection: DriveConnection
  user: SessionUser
}

/** Counts the request against the user's quota, and returns an action's dependencies. */
export async function driveWork(services: Services, user: SessionUser): Promise<DriveWork> {
  const { google } = services
  if (!google) throw new AppError('GOOGLE_OFF')
  const use = { kind: 'drive.calls.minute', amount: 1, limit: CALLS_A_MINUTE, windowSeconds: 60 }
  await services.db.asUser(user.id, (tx) => consume(tx, user.id, use))
  return { google, connection: createDriveConnection({ ...services, google }), user }
}

/**
 * Response of an action, in the specification's format, also for failures. A token that Drive rejects gives 200 with `needsRefresh`: 401
 * means that the user has no session. Transient failures have a status of their own.
 */
export async function driveReply(c: Context<AppEnv>, services: Services, work: () => Promise<GoogleDriveReply>): Promise<Response> {
  try {
    return c.json(await work())
  } catch (thrown) {
    const failed = driveFailure(thrown)
    if (!failed) throw thrown
    logServerError(services.log, failed, c.get('requestId'))
    const needsRefresh = failed.code === 'DRIVE_EXPIRED'
    const reply: GoogleDriveReply = { success: false, error: failed.message, ...(needsRefresh && { needsRefresh }) }
    const status = failed.status === 429 || failed.status === 502 ? failed.status : 200
    return c.json(reply, status as ContentfulStatusCode)
  }
}

/** Drive's refusals with a message of their own. */
const REFUSALS = {
  storageQuotaExceeded: 'DRIVE_FULL',
  notFound: 'DRIVE_GONE',
  insufficientPermissions: 'GOOGLE_NO_DRIVE',
} as const

/** A failure between user and Drive as an error with a message; null for any other failure. */
function driveFailure(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return /^(GOOGLE|DRIVE|OAUTH)_/.test(thrown.code) ? thrown : null
  if (!(thrown instanceof PlatformError)) return null
  const cause = { cause: thrown }
  switch (thrown.fault) {
    case 'account':
      return new AppError('DRIVE_EXPIRED', {}, cause)
    case 'client':
      return new AppError('GOOGLE_KEYS_REFUSED', {}, cause)
    case 'wait':
      return new AppError('DRIVE_BUSY', {}, cause)
    case 'down':
      return new AppError('DRIVE_DOWN', {}, cause)
    case 'refused':
      return new AppError(thrown.code in REFUSALS ? REFUSALS[thrown.code as keyof typeof REFUSALS] : 'DRIVE_UPLOAD_FAILED', {}, cause)
    default:
      return thrown.fault satisfies never
  }
}
