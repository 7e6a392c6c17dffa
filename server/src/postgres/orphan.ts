import { readFile, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A database server that outlived its product gets this long to end in order, in milliseconds. */
const PATIENCE_MS = 5_000

/**
 * Clears what a killed product left behind, under the data folder's lock: a server that still runs is ended, and a
 * postmaster.pid that names a stranger (the number was given out anew) is removed, for PostgreSQL would refuse to start.
 */
export async function endOrphan(folder: string, log: Logger): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isOurServer(pid, folder)) {
    await rm(path, { force: true })
    return
  }
  log.warn({ pid }, 'ending a database server that an earlier process left behind')
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end) {
      if (!isOurServer(pid, folder)) return
      await wait(20)
    }
  }
}

/** True when this process is a PostgreSQL that works in this folder. Linux tells; elsewhere a living process counts as one. */
function isOurServer(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' && process.platform !== 'linux'
  }
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
  } catch {
    return false
  }
}
