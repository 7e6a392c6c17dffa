import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The processes of a running product, found through the files it keeps in its data folder. Linux only. */
export interface ProductProcesses {
  server: number
  database: number[]
  /** What the server started beside the database. */
  others: number[]
}

export function productProcesses(dataDir: string): ProductProcesses {
  const { pid } = z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')))
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const others = children(pid).filter((child) => child !== postmaster)
  return { server: pid, database: [postmaster, ...children(postmaster)], others: others.flatMap((child) => [child, ...children(child)]) }
}

function children(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

/** Proportional set size of processes in MB: shared pages count once. */
export function proportionalMegabytes(pids: number[]): number {
  const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0))
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024
}
