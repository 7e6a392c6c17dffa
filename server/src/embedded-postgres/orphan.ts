import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Signals for an earlier server's processes, in order, each with a timeout in milliseconds. */
type Demand = readonly [signal: NodeJS.Signals, timeoutMs: number]
const IN_ORDER: readonly Demand[] = [['SIGINT', 3_000]]
/** As after a crash: acknowledged writes are in the WAL, which the next start replays. */
const AT_ONCE: readonly Demand[] = [
  ['SIGQUIT', 500],
  ['SIGKILL', 1_000],
]

/**
 * Cleans up after a killed product or server; requires the data folder's lock. Stops a server that still runs, and the processes of a
 * killed one: during a long query they notice late that the postmaster is gone, and until then PostgreSQL refuses to start. Removes a
 * postmaster.pid whose process id now belongs to another program.
 */
export async function stopOrphan(folder: string, log: Logger): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const postmasterPid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
  const found = serverProcesses(folder, postmasterPid)
  if (found.length > 0) {
    log.warn({ pids: found }, 'Stopping orphaned database processes')
    const demands = found.includes(postmasterPid) ? [...IN_ORDER, ...AT_ONCE] : AT_ONCE
    for (const demand of demands) if (await stopServer(folder, postmasterPid, demand)) break
  }
  await rm(path, { force: true })
}

/** On a graceful shutdown the postmaster stops the others; otherwise signals each process. */
async function stopServer(folder: string, postmasterPid: number, [signal, timeoutMs]: Demand): Promise<boolean> {
  for (const pid of serverProcesses(folder, postmasterPid)) if (signal !== 'SIGINT' || pid === postmasterPid) signalProcess(pid, signal)
  const end = performance.now() + timeoutMs
  while (serverProcesses(folder, postmasterPid).length > 0) {
    if (performance.now() > end) return false
    await wait(10)
  }
  return true
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It exited in between.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** PostgreSQL processes working in this folder: all of them on Linux; elsewhere the postmaster, if alive. */
function serverProcesses(folder: string, postmasterPid: number): number[] {
  if (process.platform !== 'linux')
    return Number.isInteger(postmasterPid) && postmasterPid > 1 && isAlive(postmasterPid) ? [postmasterPid] : []
  const home = realpathSync(folder)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && isServerIn(pid, home))
}

/** The postmaster changes to its folder only after a moment: until then its arguments identify it. */
function isServerIn(pid: number, home: string): boolean {
  try {
    if (!basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')) return false
    return readlinkSync(`/proc/${pid}/cwd`) === home || readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(home)
  } catch {
    // Another user's process, or one that has just exited.
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
