import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** What is asked of processes of an earlier server, one after another, and how long each may take, in milliseconds. */
type Demand = readonly [signal: NodeJS.Signals, patience: number]
const IN_ORDER: readonly Demand[] = [['SIGINT', 3_000]]
/** As after a crash: whatever was acknowledged is in the log, which the next start replays. */
const AT_ONCE: readonly Demand[] = [
  ['SIGQUIT', 500],
  ['SIGKILL', 1_000],
]

/**
 * Clears what a killed product or a killed server left behind, under the data folder's lock. A server that still runs is
 * ended. So are the processes of one that was killed: busy with a long query they notice late that they are alone, and
 * until then PostgreSQL refuses to start. A postmaster.pid that names a stranger (the number was given out anew) is removed.
 */
export async function stopOrphan(folder: string, log: Logger): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const named = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
  const found = serverProcesses(folder, named)
  if (found.length > 0) {
    log.warn({ pids: found }, 'ending the processes of a database server that an earlier process left behind')
    const demands = found.includes(named) ? [...IN_ORDER, ...AT_ONCE] : AT_ONCE
    for (const demand of demands) if (await leaves(folder, named, demand)) break
  }
  await rm(path, { force: true })
}

/** In order the first process ends the others; otherwise each is told. */
async function leaves(folder: string, first: number, [signal, patience]: Demand): Promise<boolean> {
  for (const pid of serverProcesses(folder, first)) if (signal !== 'SIGINT' || pid === first) tell(pid, signal)
  const end = performance.now() + patience
  while (serverProcesses(folder, first).length > 0) {
    if (performance.now() > end) return false
    await wait(10)
  }
  return true
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It left by itself in between.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The processes of PostgreSQL that work in this folder: all of them on Linux; elsewhere the first one, when it lives. */
function serverProcesses(folder: string, named: number): number[] {
  if (process.platform !== 'linux') return Number.isInteger(named) && named > 1 && isAlive(named) ? [named] : []
  const home = realpathSync(folder)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && isServerIn(pid, home))
}

/** The program's first process goes to its folder early, but not first: until then its arguments tell. */
function isServerIn(pid: number, home: string): boolean {
  try {
    if (!basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')) return false
    return readlinkSync(`/proc/${pid}/cwd`) === home || readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(home)
  } catch {
    // Somebody else's process, or one that has just ended.
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
