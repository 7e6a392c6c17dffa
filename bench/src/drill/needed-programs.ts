import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Oldest PostgreSQL that the product works with. */
const OLDEST_POSTGRES = 15
/** Debian installs each version's programs in a separate folder. */
const POSTGRES_FOLDER = '/usr/lib/postgresql'
/** Folders that are not in an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/** Programs needed in addition to Node, and their Debian packages. */
const PACKAGES = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  etcd: 'etcd-server',
  patroni: 'patroni',
  postgres: 'postgresql',
} as const
export type ProgramName = keyof typeof PACKAGES

/** A path for each program. */
export type Programs = Partial<Record<ProgramName, string>>

/** Finds programs. For each missing one, returns a message that says how to install it. */
export function findPrograms(names: readonly ProgramName[]): { found: Programs; missing: string[] } {
  const found: Programs = {}
  const missing: string[] = []
  for (const name of names) {
    const path = name === 'postgres' ? newestPostgres() : pathOf(name)
    if (path === null) missing.push(`${name} is missing: install Debian's package ${PACKAGES[name]} (apt-get install ${PACKAGES[name]}).`)
    else found[name] = path
  }
  return { found, missing }
}

export function programOf(programs: Programs, name: ProgramName): string {
  const path = programs[name]
  if (path === undefined) throw new Error(`${name} was not looked for`)
  return path
}

function pathOf(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS].filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
}

function newestPostgres(): string | null {
  const versions = folderNames(POSTGRES_FOLDER)
    .map(Number)
    .filter((version) => version >= OLDEST_POSTGRES)
    .toSorted((a, b) => b - a)
  return versions.map((version) => join(POSTGRES_FOLDER, String(version), 'bin/postgres')).find(isProgram) ?? null
}

function folderNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The system has no PostgreSQL.
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing, or not executable for this user.
    return false
  }
}

/** A drill's data folder, its programs, and the signal that stops it. */
export interface DrillContext {
  folder: string
  programs: Programs
  signal: AbortSignal
}
