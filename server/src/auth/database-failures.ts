import { APIError } from 'better-auth/api'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { isDatabaseDown, isDatabaseFull, isUniqueViolation } from '../db/database-error.ts'
import type { Db } from '../db/db.ts'

type CreateAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<CreateAdapter>
type NameErrors = <R>(work: Promise<R>) => Promise<R>

/**
 * The library replaces errors of its queries with its own, some of which blame the caller ("failed to create user"), but passes its own
 * kind through: errors for a full or unreachable database leave the adapter as one of these, with the product's code.
 */
export function withNamedErrors(create: CreateAdapter, { db, log }: { db: Pick<Db, 'withNamedErrors'>; log: Logger }): CreateAdapter {
  const withNames: NameErrors = async (work) => {
    try {
      return await db.withNamedErrors(work)
    } catch (error) {
      if (error instanceof APIError) throw error
      if (error instanceof AppError) throw new APIError('GONE', { code: error.code, message: error.message })
      if (isUniqueViolation(error, 'passkeys_credential_id_unique')) throw new APIError('CONFLICT', { code: 'PASSKEY_TAKEN' })
      const code = codeOf(error)
      if (code === null) throw error
      log.warn({ err: error }, 'Accounts library query failed')
      throw new APIError('SERVICE_UNAVAILABLE', { code })
    }
  }
  return (options) => {
    const adapter = create(options)
    return {
      ...naming(adapter, withNames),
      transaction: (work) => withNames(adapter.transaction((within) => work(naming(within, withNames)))),
    }
  }
}

/** Whether a write failed on a full disk, in the adapter's form or the original one. */
export function isDiskFullError(error: unknown): boolean {
  return isDatabaseFull(error) || (error instanceof APIError && error.body?.code === 'SERVER_FULL')
}

function codeOf(error: unknown): 'SERVER_FULL' | 'UNAVAILABLE' | null {
  if (isDatabaseFull(error)) return 'SERVER_FULL'
  return isDatabaseDown(error) ? 'UNAVAILABLE' : null
}

function naming<T extends Omit<Adapter, 'transaction'>>(adapter: T, withNames: NameErrors): T {
  return {
    ...adapter,
    create: (call: Parameters<T['create']>[0]) => withNames(adapter.create(call)),
    findOne: <R>(call: Parameters<T['findOne']>[0]) => withNames(adapter.findOne<R>(call)),
    findMany: <R>(call: Parameters<T['findMany']>[0]) => withNames(adapter.findMany<R>(call)),
    count: (call: Parameters<T['count']>[0]) => withNames(adapter.count(call)),
    update: <R>(call: Parameters<T['update']>[0]) => withNames(adapter.update<R>(call)),
    updateMany: (call: Parameters<T['updateMany']>[0]) => withNames(adapter.updateMany(call)),
    delete: (call: Parameters<T['delete']>[0]) => withNames(adapter.delete(call)),
    deleteMany: (call: Parameters<T['deleteMany']>[0]) => withNames(adapter.deleteMany(call)),
    incrementOne: <R>(call: Parameters<T['incrementOne']>[0]) => withNames(adapter.incrementOne<R>(call)),
    consumeOne: <R>(call: Parameters<T['consumeOne']>[0]) => withNames(adapter.consumeOne<R>(call)),
  }
}
