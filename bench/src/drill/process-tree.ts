import { readFileSync } from 'node:fs'

/** The processes that one has started, by the system's own list. Linux only. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  } catch {
    // It has ended.
    return []
  }
}

export function isAlive(pid: number): boolean {
  try {
    // A zombie, whose parent has not asked for it yet, is none.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has ended.
    return false
  }
}
