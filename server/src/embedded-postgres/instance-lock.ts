import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'

const ownerSchema = z.object({ pid: z.number().int(), birth: z.string(), url: z.string() })
type Owner = z.infer<typeof ownerSchema>

/** Keeps a second product out of a data folder. The lock of a process that was killed is seen through and replaced. */
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
        `Ninesixteen already runs with the data in ${dataDir}, at ${owner.url}: stop it first, or choose another DATA_DIR.`,
      )
    }
    setAside(path, text)
  }
}

/** Whether a product has the data folder to itself at this moment. */
export function isRunningIn(dataDir: string): boolean {
  const text = read(join(dataDir, 'running.json'))
  const owner = text === null ? null : parseOwner(text)
  return owner !== null && isAlive(owner)
}

/** Renaming first makes sure that of two starters only one removes the dead lock, and never the other's new one. */
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
    // Cut off while it was written: its writer died.
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

/** Start time of a process in clock ticks, so that a recycled process number is not taken for its former owner; '' off Linux. */
export function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted behind the program's name, which may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
