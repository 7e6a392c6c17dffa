import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { readConfig, type Config, type Environment } from '../config/config.ts'
import { isRunningIn } from '../embedded-postgres/instance-lock.ts'

/** Where a starting product records its data folder, for commands run in the same working directory. */
const NOTES = join('.cache', 'instances')

/**
 * The settings of the instance for a command. Commands create neither a database nor a secret: without the running product's settings they
 * would act on an empty instance.
 */
export function readInstanceConfig(): Config {
  return readConfig(ofInstance)
}

/** The same for a command that only needs settings, and may run before the first start. */
export function readInstanceSettings(): Config {
  return readConfig((env) => {
    const [only, second] = runningElsewhere(resolve('./data'))
    const isOpen = !env['DATA_DIR']?.trim() && !isInstance(resolve('./data'))
    return isOpen && only !== undefined && second === undefined ? { ...env, DATA_DIR: only } : env
  })
}

/** For commands that are run without the product's DATA_DIR. */
export function recordInstance(dataDir: string): void {
  try {
    mkdirSync(NOTES, { recursive: true })
    for (const { note, folder } of notes()) if (!existsSync(folder)) rmSync(note, { force: true })
    writeFileSync(join(NOTES, createHash('sha256').update(dataDir).digest('hex').slice(0, 16)), dataDir)
  } catch {
    // On a read-only folder, commands will ask for DATA_DIR.
  }
}

function ofInstance(env: Environment): Environment {
  const configured = env['DATA_DIR']?.trim()
  const folder = resolve(configured || './data')
  if (env['DATABASE_URL']?.trim()) return ofDatabase(env, folder)
  const others = runningElsewhere(folder)
  if (configured) {
    if (isInstance(folder)) return env
    throw new ConfigError(`No instance in ${folder}. Set DATA_DIR to the folder that the product was started with.${runs(others)}`)
  }
  if (isInstance(folder) && (others.length === 0 || isRunningIn(folder))) return env
  if (isInstance(folder)) throw new ConfigError(`The instance in ${folder} isn't running.${runs(others)} Set DATA_DIR to the right folder.`)
  const [only, second] = others
  if (only === undefined)
    throw new ConfigError(`No instance in ${folder}. Start the product first, or set DATA_DIR to the folder it was started with.`)
  if (second !== undefined) throw new ConfigError(`Several instances are running. Set DATA_DIR to one of ${others.join(', ')}.`)
  return { ...env, DATA_DIR: only }
}

/** Its data folder only contains the secret. */
function ofDatabase(env: Environment, folder: string): Environment {
  if (env['SECRET_KEY']?.trim() || existsSync(join(folder, 'secret.key'))) return env
  throw new ConfigError(`No secret.key in ${folder}. Set DATA_DIR or SECRET_KEY as for the product.`)
}

const isInstance = (folder: string): boolean => existsSync(join(folder, 'postgres'))
const runs = (others: string[]): string => (others.length === 0 ? '' : ` Ninesixteen is running with the data in ${others.join(', ')}.`)

function runningElsewhere(folder: string): string[] {
  return notes().flatMap(({ folder: saved }) => (saved !== folder && isInstance(saved) && isRunningIn(saved) ? [saved] : []))
}

function notes(): { note: string; folder: string }[] {
  if (!existsSync(NOTES)) return []
  return readdirSync(NOTES).map((name) => ({ note: join(NOTES, name), folder: readFileSync(join(NOTES, name), 'utf8') }))
}
