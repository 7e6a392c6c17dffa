// @module-tag long

import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { runProgram } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { runningConnection, startPostgres } from './supervisor.ts'

const log = pino({ level: 'silent' })
/** The product's promise, in milliseconds: it serves again within this after any kill. */
const BACK_MS = 5_000

const serverPid = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** A process that already exited needs no kill: PostgreSQL stops the others when one of its processes dies. */
function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/exe`)

async function query(dataDir: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(runningConnection(dataDir))
  // A killed server also emits an error on the client.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  test('restarts after a kill with all acknowledged rows', async () => {
    const dataDir = await temporaryFolder()
    const postgres = await startPostgres(dataDir, log)
    await query(dataDir, 'create table kept (n int)')
    await query(dataDir, 'insert into kept values (1)')
    const first = serverPid(dataDir)
    process.kill(first, 'SIGKILL')
    await vi.waitFor(async () => expect((await query(dataDir, 'select n from kept')).rows).toEqual([{ n: 1 }]), {
      timeout: BACK_MS,
      interval: 50,
    })
    expect(serverPid(dataDir)).not.toBe(first)
    await postgres.stop()
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('restarts after a kill while one of its processes is busy', async () => {
    const dataDir = await temporaryFolder()
    const postgres = await startPostgres(dataDir, log)
    const first = serverPid(dataDir)
    const busy = query(dataDir, 'do $$ begin loop perform 1; end loop; end $$').then(
      () => 'done',
      () => 'cut off',
    )
    await expect.poll(async () => (await query(dataDir, "select 1 from pg_stat_activity where query like 'do %'")).rowCount).toBe(1)
    process.kill(first, 'SIGKILL')
    await vi.waitFor(async () => expect((await query(dataDir, 'select 1 as one')).rows).toEqual([{ one: 1 }]), {
      timeout: BACK_MS,
      interval: 50,
    })
    expect(await busy).toBe('cut off')
    await postgres.stop()
  })

  test('shuts down gracefully while it restarts', async () => {
    const dataDir = await temporaryFolder()
    const postgres = await startPostgres(dataDir, log)
    process.kill(serverPid(dataDir), 'SIGKILL')
    await postgres.stop()
    const server = await startPostgres(dataDir, log)
    expect((await query(dataDir, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('shuts down while unresponsive, and the next start works', async () => {
    const dataDir = await temporaryFolder()
    const postgres = await startPostgres(dataDir, log, { stopMs: 20, quitMs: 20 })
    const server = serverPid(dataDir)
    process.kill(server, 'SIGSTOP')
    await postgres.stop()
    expect(isAlive(server)).toBe(false)
    const again = await startPostgres(dataDir, log)
    expect((await query(dataDir, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await again.stop()
  })

  test('ends with a killed product and starts again although its pid file names another program', async () => {
    const dataDir = await temporaryFolder()
    const holder = runProgram('testing/hold-postgres.ts', [dataDir], {})
    await holder.waitForOutput('holding')
    const server = serverPid(dataDir)
    holder.child.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: BACK_MS, interval: 20 })
    // After a reboot, the process id may belong to any program.
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`)
    const postgres = await startPostgres(dataDir, log)
    expect((await query(dataDir, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await postgres.stop()
  })

  test('rejects a folder of another major version in one sentence', async () => {
    const dataDir = await temporaryFolder()
    const postgres = await startPostgres(dataDir, log)
    await postgres.stop()
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '15\n')
    await expect(startPostgres(dataDir, log)).rejects.toThrow(
      /was written by PostgreSQL 15, but this version uses 18. Run "npm run database -- upgrade"/,
    )
  })

  test('keeps every acknowledged row when everything is killed at once', async () => {
    const dataDir = await temporaryFolder()
    let acknowledged = 0
    for (let round = 0; round < 3; round++) {
      const writer = runProgram('testing/hold-postgres.ts', [dataDir, 'write'], {})
      await writer.waitForOutput('acknowledged 200')
      const server = serverPid(dataDir)
      for (const child of readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ')) killHard(Number(child))
      killHard(server)
      writer.child.kill('SIGKILL')
      await writer.ended
      acknowledged += writer.output().match(/^acknowledged \d+$/gm)?.length ?? 0
    }
    const postgres = await startPostgres(dataDir, log)
    const { rows } = await query(dataDir, 'select count(*)::int as count from written')
    await postgres.stop()
    expect(acknowledged).toBeGreaterThanOrEqual(600)
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
  })
})
