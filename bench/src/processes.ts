import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The processes of a running product, found through the files in its data folder. Linux only. */
export interface ProductProcesses {
  server: number
  database: number[]
  /** The server's children other than the database. */
  others: number[]
}

export function productProcesses(dataDir: string): ProductProcesses {
  const { pid } = z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')))
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const others = childrenOf(pid).filter((child) => child !== postmaster)
  return {
    server: pid,
    database: [postmaster, ...childrenOf(postmaster)],
    others: others.flatMap((child) => [child, ...childrenOf(child)]),
  }
}

/** Empty for a process that has ended. */
export function commandOf(pid: number): string {
  return unlessExited(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
}

/** Reads from a process; returns `otherwise` if it has ended. */
export function unlessExited<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return otherwise
    throw error
  }
}

/** Processor time of a process so far, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // User and system mode ticks, a hundred per second (proc(5), sysconf _SC_CLK_TCK).
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Empty for a process that has ended. */
export function childrenOf(pid: number): number[] {
  const text = unlessExited(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim(), '')
  return text === '' ? [] : text.split(' ').map(Number)
}

/** Proportional set size of processes in MB: shared pages count once. */
export function proportionalMegabytes(pids: number[]): number {
  const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0))
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024
}

/** False for a zombie, too. */
export function isAlive(pid: number): boolean {
  return unlessExited(() => !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), false)
}
