import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { chooseRunner } from '../embedded-postgres/run-as.ts'
import { pgbouncerFile } from './pgbouncer-file.ts'
import { freePort } from './program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** npm has no pgbouncer package: without the system's (`apt-get install pgbouncer`), its tests are skipped. */
export const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version']).status === 0

/** Starts a pgbouncer in transaction mode in front of a test database; returns the connection through it. Stops with the test. */
export async function startPgbouncer(
  { host, user, database }: pg.PoolConfig,
  connections: number,
): Promise<pg.PoolConfig & { url: string }> {
  const [port, folder] = [await freePort(), await temporaryFolder()]
  const file = join(folder, 'pgbouncer.ini')
  const own = { listen_port: port, default_pool_size: connections, pidfile: join(folder, 'pid') }
  await writeFile(file, pgbouncerFile(`* = host=${String(host)} user=${user}`, own))
  const child = (await chooseRunner('pgbouncer')).start('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(`pgbouncer ended:\n${said}`)))
  })
  const way = { host: '127.0.0.1', port, ...(user !== undefined && { user }), ...(database !== undefined && { database }) }
  return { ...way, url: `postgres://${user}@127.0.0.1:${port}/${database}` }
}
