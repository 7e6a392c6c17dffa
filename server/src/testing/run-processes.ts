import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createListen } from '../db/listen.ts'
import type { Db } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'
import { runs } from '../db/schema-runs.ts'
import type { BoundRun, RunKind, RunRow } from '../runs/run-kind.ts'
import { insertRun } from '../runs/run-rows.ts'
import { createRuns, type Runs } from '../runs/runs.ts'
import type { TestDatabase } from './database.ts'

/** A process that works on runs. */
export interface RunProcess {
  runs: Runs
  /** Stops it as SIGSTOP does: its queries wait until it continues. */
  freeze(): void
  continue(): void
  /** Messages of its log from `warn` on. */
  warnings: string[]
}

/** Opens a process on the database, whose steps it runs here. */
export function openRunProcess({ db, connection }: TestDatabase, kinds: readonly BoundRun[]): RunProcess {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) })
  let gate: PromiseWithResolvers<void> | null = null
  const gated: Db = {
    ...db,
    asSystem: async (work) => {
      await gate?.promise
      return db.asSystem(work)
    },
    asUser: async (userId, work) => {
      await gate?.promise
      return db.asUser(userId, work)
    },
  }
  const changes = createListen(connection, pino({ level: 'silent' }))
  const service = createRuns({ db: gated, changes, log, kinds })
  const goOn = (): void => {
    gate?.resolve()
    gate = null
  }
  onTestFinished(async () => {
    goOn()
    await service.stop()
    await changes.close()
  })
  return {
    runs: service,
    freeze: () => void (gate ??= Promise.withResolvers<void>()),
    continue: goOn,
    warnings,
  }
}

export async function addUsers({ db }: TestDatabase, ...ids: string[]): Promise<void> {
  await db.asSystem((tx) => tx.insert(users).values(ids.map((id) => ({ id, name: id, email: `${id}@example.org` }))))
}

export interface AddedRun<Input> {
  userId: string
  input: Input
  id?: string
}

export function addRun<Input>({ db }: TestDatabase, kind: RunKind<Input, null>, { userId, input, id = randomUUID() }: AddedRun<Input>) {
  return db.asUser(userId, (tx) =>
    insertRun(tx, userId, { kind, run: { id, title: 'a run', companyId: null, projectId: null, input, payload: null } }),
  )
}

export function allRuns({ db }: TestDatabase): Promise<RunRow[]> {
  return db.asSystem((tx) => tx.select().from(runs).orderBy(runs.startedAt, runs.createdAt))
}
