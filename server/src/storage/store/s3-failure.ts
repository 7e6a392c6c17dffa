import { AppError } from '@ninesixteen/shared/errors'

/** When to try again, in seconds: stores that restart or ask for a pause are back in about this time. */
const AGAIN_SECONDS = 10

/** What stores call a full disk or a quota that is used up: MinIO's two, then Swift's, Ceph's and others'. */
const FULL = /^(XMinioStorageFull|XMinioAdminBucketQuotaExceeded|QuotaExceeded\w*|InsufficientStorage|InsufficientCapacity|StorageFull)$/

/** HTTP 507, which is about room by its name alone. */
const INSUFFICIENT_STORAGE = 507

/** The status a store answered with; undefined where there was no answer. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode
}

/**
 * Every failure of a store as an error of the table: full, or not to be reached. A refused key or a bucket that is gone is nothing a person
 * can mend either; the store's own words are the cause, and go to the log.
 */
export function storeFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const isFull = statusOf(error) === INSUFFICIENT_STORAGE || (error instanceof Error && FULL.test(error.name))
  if (isFull) return new AppError('STORAGE_FULL', {}, { cause: error })
  return new AppError('STORAGE_UNAVAILABLE', { seconds: AGAIN_SECONDS }, { cause: error })
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

/** What the operator reads of a store that cannot be used: the system's and the store's own words, and never the secret. */
export function reasonOf(thrown: unknown): string {
  const error = thrown instanceof AppError && thrown.cause !== undefined ? thrown.cause : thrown
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return 'there is no TLS at this address: a store without it is written as s3+http://KEY:SECRET@host/bucket'
  }
  if (code.startsWith('HPE_')) return 'there is no HTTP at this address: a store with TLS is written as s3://KEY:SECRET@host/bucket'
  return `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`.replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}
