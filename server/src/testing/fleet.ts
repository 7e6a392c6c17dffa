import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { Caller } from './caller.ts'
import type { ProductOrder } from './product-process.ts'
import { freePort } from './program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PROGRAM = join(import.meta.dirname, 'product-process.ts')
const QUICK = join(import.meta.dirname, 'quick-imports.setup.ts')

/** One process of the product. */
export interface FleetProcess {
  child: ChildProcess
  url: string
  dataDir: string
  /** Its exit code, or null when a signal ended it. */
  ended: Promise<number | null>
  /** What it logged at warning or above, and whatever else it printed. */
  said(): string
}

export interface Fleet {
  /** Starts one more process, and waits until it is ready; of an earlier version where its folder is given. */
  start(role: 'web' | 'worker' | 'all', env?: Record<string, string>, folder?: string): Promise<FleetProcess>
  /** Ends all of them that still run, at once. */
  kill(): Promise<void>
}

export interface FleetParts {
  connection: pg.PoolConfig
  sandboxUrl: string
  /** A pooler before the database. */
  pooledUrl?: string
  /** Of every process, beside what they share anyway. */
  env?: Record<string, string>
}

/** The same as DATABASE_URL has it. */
function urlOf({ host, user, database, port }: pg.PoolConfig): string {
  return `postgres://${user}@localhost${port ? `:${port}` : ''}/${database}?host=${encodeURIComponent(String(host))}`
}

/** Any number of processes on one database, with one secret and one folder of files; each has a data folder of its own. */
export async function createFleet({ connection, sandboxUrl, pooledUrl, env: shared = {} }: FleetParts): Promise<Fleet> {
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
      const port = String(await freePort())
      const dataDir = await temporaryFolder()
      const order = { env: { ...common, ROLE: role, PORT: port, DATA_DIR: dataDir, ...env }, sandboxUrl, ...(folder && { folder }) }
      const started = { ...startProcess(order, `http://localhost:${port}`), dataDir }
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

function startProcess(order: ProductOrder, url: string): Omit<FleetProcess, 'dataDir'> & { ready: Promise<void> } {
  const child = spawn(process.execPath, ['--import', QUICK, PROGRAM, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('ready\n')) resolve()
      })
    void ended.then((code) => reject(new Error(`The process ended with ${code} before it was ready:\n${said}`)))
  })
  return { child, url, ended, ready, said: () => said }
}

/** The same person at another process, in the same session. */
export function samePersonAt({ url }: FleetProcess, caller: Caller): Caller {
  const there = new Caller(url)
  caller.cookies.forEach((value, name) => there.cookies.set(name, value))
  there.person = caller.person
  return there
}
