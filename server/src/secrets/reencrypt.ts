import { defineCron } from '../jobs/job.ts'
import type { EncryptedColumnSet, ReencryptStep } from './encrypted-column-set.ts'
import type { Secrets } from '../config/secret-key.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Logger } from 'pino'

/**
 * Re-encrypts values of older secrets with the current one, hourly as long as older ones are set: during a rolling restart, processes with
 * the old secret keep encrypting with theirs.
 */
export const reencryptJob = defineCron('seal-anew', '23 * * * *', { retries: 3, retryAfter: 60, seconds: 60 * 60, isOneOfKey: true })

interface Stopping {
  signal?: AbortSignal
}

interface Reencryption {
  config: Secrets
  db: Db
  log: Logger
  /** Everything that is sealed in the database. */
  columnSets: readonly EncryptedColumnSet[]
}

/** In small batches, each a transaction. An interrupted run continues with the rest. */
export async function reencrypt({ config, db, log, columnSets }: Reencryption, { signal }: Stopping = {}): Promise<void> {
  if (config.olderSecretKeys.length === 0) return
  let sealed = 0
  for (const columnSet of columnSets) sealed += await reencryptColumns(columnSet, db, signal)
  if (sealed > 0) log.info({ values: sealed }, 'Values re-encrypted with the current SECRET_KEY')
}

async function reencryptColumns(columnSet: EncryptedColumnSet, db: Db, signal: AbortSignal | undefined): Promise<number> {
  let sealed = 0
  let after: readonly string[] | null = null
  do {
    signal?.throwIfAborted()
    const from: readonly string[] | null = after
    const step: ReencryptStep = await db.long.asSystem((tx) => columnSet.step(tx, from))
    sealed += step.sealed
    after = step.last
  } while (after !== null)
  return sealed
}

/** Starts the first round at startup instead of within the hour. */
export async function enqueueReencryption({ config, jobs }: { config: Config; jobs: Jobs }): Promise<void> {
  if (config.olderSecretKeys.length > 0) await jobs.send(reencryptJob, {}, { key: 'seal-anew' })
}
