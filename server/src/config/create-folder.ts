import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder for the product alone, and those above it. Node's own recursion never ends where a folder stands but
 * takes none, such as /proc.
 */
export function createFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    const isAbsentAbove = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isAbsentAbove || dirname(path) === path) throw error
    createFolder(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}
