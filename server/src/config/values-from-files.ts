import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from '../config-error.ts'
import { SETTING_NAMES } from './read-settings.ts'

/** Longer than any key, address or password. */
const FILE_MAX_BYTES = 16 * 1024

/**
 * Adds values from files: any setting NAME can be given as NAME_FILE, the path of a file with its value, as with container secrets. Throws
 * a ConfigError that names the file and never its content.
 */
export function readValueFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = { ...env }
  for (const name of SETTING_NAMES) {
    const path = env[`${name}_FILE`]?.trim()
    delete read[`${name}_FILE`]
    if (!path) continue
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both set. Remove one of them. See .env.example.`)
    read[name] = contentOf(path, `${name}_FILE`)
  }
  return read
}

function contentOf(path: string, setting: string): string {
  const content = textOf(path, setting)
  if (content === '') throw new ConfigError(`${setting} cannot be used: ${path} is empty.`)
  return content
}

/** The text of a small file named by a setting. */
export function textOf(path: string, setting: string, maxBytes = FILE_MAX_BYTES): string {
  try {
    const file = statSync(path)
    if (!file.isFile()) throw new ConfigError(`${setting} cannot be used: ${path} is not a file.`)
    if (file.size > maxBytes) throw new ConfigError(`${setting} cannot be used: ${path} is larger than ${maxBytes / 1024} KB.`)
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error && 'code' in error)) throw error
    throw new ConfigError(`${setting} cannot be used: ${REASONS[String(error.code)] ?? error.message} (${path}).`)
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this process may not read the file',
}
