import { AppError } from '@ninesixteen/shared/errors'

/** Retry-After in seconds: stores that restart or throttle are back in about this time. */
const RETRY_AFTER_SECONDS = 10

/** Error codes for a full disk or an exhausted quota: MinIO's two, then Swift's, Ceph's and others'. */
const FULL = /^(XMinioStorageFull|XMinioAdminBucketQuotaExceeded|QuotaExceeded\w*|InsufficientStorage|InsufficientCapacity|StorageFull)$/

/** HTTP 507, always about space. */
const INSUFFICIENT_STORAGE = 507

/** The response status; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode
}

/**
 * Maps every failure of a store to an error of the table: full or unavailable. Users can't fix wrong keys or a missing bucket either; the
 * store's own message is the cause, for the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const isFull = statusOf(error) === INSUFFICIENT_STORAGE || (error instanceof Error && FULL.test(error.name))
  if (isFull) return new AppError('STORAGE_FULL', {}, { cause: error })
  return new AppError('STORAGE_UNAVAILABLE', { seconds: RETRY_AFTER_SECONDS }, { cause: error })
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

/** The reason for an unusable store, for the operator: the system's or the store's message, without secrets. */
export function reasonOf(thrown: unknown): string {
  const error = thrown instanceof AppError && thrown.cause !== undefined ? thrown.cause : thrown
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return 'no TLS at this address: for a store without TLS, use s3+http://KEY:SECRET@host/bucket'
  }
  if (code.startsWith('HPE_')) return 'no HTTP at this address: for a store with TLS, use s3://KEY:SECRET@host/bucket'
  return `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`.replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}
