import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents with access for the product only. Node's recursive mkdir loops forever inside a folder that allows no
 * subfolders, such as /proc.
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
