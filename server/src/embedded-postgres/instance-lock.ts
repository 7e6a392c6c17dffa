import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'

const ownerSchema = z.object({ pid: z.number().int(), birth: z.string(), url: z.string() })
type Owner = z.infer<typeof ownerSchema>

/** Locks a data folder against a second product. Detects and replaces the stale lock of a killed process. */
export async function lockDataFolder(dataDir: string, url: string): Promise<() => void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'running.json')
  const mine = JSON.stringify({ pid: process.pid, birth: processStartTime(process.pid), url } satisfies Owner)
  for (;;) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o600 })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const text = read(path)
    if (text === null) continue
    const owner = parseOwner(text)
    if (owner && isAlive(owner)) {
      throw new ConfigError(
        `Ninesixteen already runs with the data in ${dataDir}, at ${owner.url}. Stop it first, or choose another DATA_DIR.`,
      )
    }
    setAside(path, text)
  }
}

/** Whether a running product has locked the data folder. */
export function isRunningIn(dataDir: string): boolean {
  const text = read(join(dataDir, 'running.json'))
  const owner = text === null ? null : parseOwner(text)
  return owner !== null && isAlive(owner)
}

/** Renames first, so that of two concurrent starts only one removes the stale lock, and never the other's new one. */
function setAside(path: string, dead: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  if (read(aside) !== dead) renameSync(aside, path)
  else rmSync(aside)
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function parseOwner(text: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(text))
  } catch {
    // Truncated, because its writer died.
    return null
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return processStartTime(owner.pid) === owner.birth
}

/** Start time of a process in clock ticks, to detect a reused process id; '' except on Linux. */
export function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted from the end of the program name, which may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
