import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { TestDatabase } from './database.ts'
import { Caller } from './caller.ts'
import type { ProductOptions } from './product-order.ts'
import { freePort } from './program.ts'
import { startProductProcess, type ProductProcess } from './start-product-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** One process of the product. */
export interface FleetProcess extends Omit<ProductProcess, 'ready'> {
  dataDir: string
}

export interface Fleet {
  /** Starts another process and waits until it is ready; `folder` starts an earlier version. */
  start(role: 'web' | 'worker' | 'all', env?: Record<string, string>, folder?: string): Promise<FleetProcess>
  /** Kills all running processes at once. */
  kill(): Promise<void>
}

export interface FleetParts {
  connection: pg.PoolConfig
  sandboxUrl: string
  /** URL of a connection pooler in front of the database. */
  pooledUrl?: string
  /** Environment of every process, in addition to the shared one. */
  env?: Record<string, string>
  /** Overrides for waits of the publisher that are too long for a test. */
  publishing?: ProductOptions['publishing']
}

/** In the format of DATABASE_URL. */
function urlOf({ host, user, database, port }: pg.PoolConfig): string {
  return `postgres://${user}@localhost${port ? `:${port}` : ''}/${database}?host=${encodeURIComponent(String(host))}`
}

/** Starts processes that share a database, a secret and a file store; each has its own data folder. */
export async function createFleet({ connection, sandboxUrl, pooledUrl, env: shared = {}, publishing }: FleetParts): Promise<Fleet> {
  const processes: FleetProcess[] = []
  const common = {
    ...(pooledUrl === undefined
      ? { DATABASE_URL: urlOf(connection) }
      : { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: urlOf(connection) }),
    SECRET_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: pathToFileURL(await temporaryFolder()).href,
    LOG_LEVEL: 'warn',
    ...shared,
  }
  return {
    async start(role, env = {}, folder) {
      const port = env['PORT'] ?? String(await freePort())
      const dataDir = await temporaryFolder()
      const order = { env: { ...common, ROLE: role, PORT: port, DATA_DIR: dataDir, ...env }, sandboxUrl, ...(folder && { folder }) }
      const started = { ...startProductProcess({ ...order, ...(publishing && { publishing }) }, `http://localhost:${port}`), dataDir }
      processes.push(started)
      await started.ready
      return started
    },
    async kill() {
      for (const { child } of processes) child.kill('SIGKILL')
      await Promise.all(processes.map(({ ended }) => ended))
    },
  }
}

/** Signs up at a process. */
export async function signUpAt({ url }: FleetProcess, name: string): Promise<Caller> {
  const caller = new Caller(url)
  const account = { email: `${name}@example.org`, password: 'a good password', name }
  const { status } = await caller.call('POST', '/api/auth/sign-up/email', account)
  if (status !== 200) throw new Error(`Sign-up: ${status}`)
  return caller
}

/** Records which worker rendered what, because rows are deleted once they are read. */
export async function recordRenders({ db }: TestDatabase): Promise<() => Promise<{ kind: string; worker: string }[]>> {
  await db.pool.query(`
    create table drawn (kind text, worker text);
    create function note_drawn() returns trigger language plpgsql as $$
      begin insert into drawn values (new.kind, new.worker::text); return new; end $$;
    create trigger note_drawn after update on drawings for each row when (new.state = 'drawn') execute function note_drawn()`)
  return async () => (await db.pool.query<{ kind: string; worker: string }>('select kind, worker from drawn')).rows
}

/** The same user in the same session, at another process. */
export function sameUserAt({ url }: FleetProcess, caller: Caller): Caller {
  const there = new Caller(url)
  caller.cookies.forEach((value, name) => there.cookies.set(name, value))
  there.userId = caller.userId
  return there
}
