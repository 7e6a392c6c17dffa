import { AppError } from '@ninesixteen/shared/errors'
import { isDatabaseDown, isDatabaseFull } from '../db/database-error.ts'
import { isDiskFull } from './store/folder-store.ts'

/** The error of the table for a database or a disk that is down or full; null for any other failure. */
export function outageError(thrown: unknown): AppError | null {
  if (isDatabaseDown(thrown)) return new AppError('UNAVAILABLE', {}, { cause: thrown })
  if (isDatabaseFull(thrown)) return new AppError('SERVER_FULL', {}, { cause: thrown })
  if (isDiskFull(thrown)) return new AppError('STORAGE_FULL', {}, { cause: thrown })
  return null
}
