import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GROUPS = '/sys/fs/cgroup'
/** In which the share is used up, in microseconds: so short that nobody who waits for the next one feels it. */
const PERIOD_US = 10_000

/** Processes that together may use a share of one core, as if they were alone on a small machine. */
export interface CoreShare {
  /** The process with its threads, and what it starts from now on. */
  take(pid: number): void
  /** Once its processes have ended. */
  remove(): void
}

/** A control group of the kernel, of version 2 or 1; null where this process may not make one. */
export function createCoreShare(share: number): CoreShare | null {
  const isSecond = existsSync(join(GROUPS, 'cgroup.controllers'))
  const group = join(GROUPS, isSecond ? '' : 'cpu', `ninesixteen-bench-${randomUUID()}`)
  const quota = Math.round(share * PERIOD_US)
  try {
    mkdirSync(group)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
  const remove = () => rmdirSync(group)
  try {
    if (isSecond) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`, { flag: 'r+' })
    else {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US), { flag: 'r+' })
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota), { flag: 'r+' })
    }
  } catch (error) {
    remove()
    if (isRefusal(error)) return null
    throw error
  }
  return { take: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)), remove }
}

/** Not ours to make, or no such thing here. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(String(error.code))
}
