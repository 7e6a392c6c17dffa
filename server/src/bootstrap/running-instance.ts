import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { readConfig, type Config, type Environment } from '../config/config.ts'
import { isRunningIn } from '../embedded-postgres/instance-lock.ts'

/** Where a product that starts notes its data folder, for the commands that are run beside it. In the folder both run in, as ./data is. */
const NOTES = join('.cache', 'instances')

/**
 * The settings of the instance that a command is for. A command makes neither a database nor a secret: without the settings of the running product
 * it would look into an empty instance of its own.
 */
export function readInstanceConfig(): Config {
  return readConfig(ofInstance)
}

/** The same for a command that only looks at settings, and may come before the first start. */
export function readInstanceSettings(): Config {
  return readConfig((env) => {
    const [only, second] = runningElsewhere(resolve('./data'))
    const isOpen = !env['DATA_DIR']?.trim() && !isInstance(resolve('./data'))
    return isOpen && only !== undefined && second === undefined ? { ...env, DATA_DIR: only } : env
  })
}

/** For commands that are run without the DATA_DIR that the product was started with. */
export function recordInstance(dataDir: string): void {
  try {
    mkdirSync(NOTES, { recursive: true })
    for (const { note, folder } of notes()) if (!existsSync(folder)) rmSync(note, { force: true })
    writeFileSync(join(NOTES, createHash('sha256').update(dataDir).digest('hex').slice(0, 16)), dataDir)
  } catch {
    // The program's folder may be read-only: commands are then told which setting they need.
  }
}

function ofInstance(env: Environment): Environment {
  const given = env['DATA_DIR']?.trim()
  const folder = resolve(given || './data')
  if (env['DATABASE_URL']?.trim()) return ofDatabase(env, folder)
  const others = runningElsewhere(folder)
  if (given) {
    if (isInstance(folder)) return env
    throw new ConfigError(`There is no instance in ${folder}: set DATA_DIR to the folder that the product was started with.${runs(others)}`)
  }
  if (isInstance(folder) && (others.length === 0 || isRunningIn(folder))) return env
  if (isInstance(folder))
    throw new ConfigError(`There is an instance in ${folder}, and it does not run.${runs(others)} Set DATA_DIR to the one that is meant.`)
  const [only, second] = others
  if (only === undefined)
    throw new ConfigError(`There is no instance in ${folder}: start the product first, or set DATA_DIR to the folder it was started with.`)
  if (second !== undefined) throw new ConfigError(`Several instances run. Set DATA_DIR to one of ${others.join(', ')}.`)
  return { ...env, DATA_DIR: only }
}

/** Its data folder holds the secret alone. */
function ofDatabase(env: Environment, folder: string): Environment {
  if (env['SECRET_KEY']?.trim() || existsSync(join(folder, 'secret.key'))) return env
  throw new ConfigError(`There is no secret.key in ${folder}: set DATA_DIR or SECRET_KEY as the product has it.`)
}

const isInstance = (folder: string): boolean => existsSync(join(folder, 'postgres'))
const runs = (others: string[]): string => (others.length === 0 ? '' : ` Ninesixteen runs with the data in ${others.join(', ')}.`)

function runningElsewhere(folder: string): string[] {
  return notes().flatMap(({ folder: noted }) => (noted !== folder && isInstance(noted) && isRunningIn(noted) ? [noted] : []))
}

function notes(): { note: string; folder: string }[] {
  if (!existsSync(NOTES)) return []
  return readdirSync(NOTES).map((name) => ({ note: join(NOTES, name), folder: readFileSync(join(NOTES, name), 'utf8') }))
}
