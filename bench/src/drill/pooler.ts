import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseRunner } from '@ninesixteen/server/testing/ordinary-user'
import { pgbouncerFile } from '@ninesixteen/server/testing/pgbouncer-file'
import { freePort } from '../product.ts'
import { type DrillContext, programOf } from './needed-programs.ts'
import { isListening, type RunningProgram, runProgram } from './running-program.ts'
import { until } from './until.ts'

/** Address of PostgreSQL: a port of this machine, or the folder of its socket. */
export interface DatabaseAddress {
  host: string
  port: number
  user: string
  database: string
}

export interface Pooler {
  port: number
  /** Cuts every connection and restarts, as an upgrade of its package does. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** pgbouncer in transaction mode. */
export async function startPooler(context: DrillContext, { host, port: databasePort, user, database }: DatabaseAddress): Promise<Pooler> {
  const port = await freePort()
  const command = programOf(context.programs, 'pgbouncer')
  const file = join(context.folder, 'pgbouncer.ini')
  const settings = {
    listen_port: port,
    default_pool_size: 30,
    // Finds a new primary quickly, and never lets a client wait longer than the product does.
    server_login_retry: 1,
    server_connect_timeout: 5,
    query_wait_timeout: 30,
  }
  await writeFile(file, pgbouncerFile(`${database} = host=${host} port=${databasePort} user=${user}`, settings), { mode: 0o644 })
  const runner = await chooseRunner(command)
  const start = async (): Promise<RunningProgram> => {
    const pooler = runProgram({
      name: 'pgbouncer',
      command,
      args: [file],
      logFile: join(context.folder, 'pgbouncer.log'),
      start: (program, args, options) => runner.start(program, args, options),
    })
    const { signal } = context
    await until(() => isListening(port), { condition: 'pgbouncer', timeoutMs: 20_000, signal, needs: pooler.ended }).catch(
      async (error: unknown) => {
        await pooler.kill()
        throw error
      },
    )
    return pooler
  }
  let running = await start()
  return {
    port,
    async restart() {
      await running.stop()
      running = await start()
    },
    stop: () => running.kill(),
  }
}
