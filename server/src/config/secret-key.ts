import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { createFolder } from './create-folder.ts'

/** The secrets of an instance. The current one encrypts and signs; older ones decrypt and verify. */
export interface Secrets {
  /** 32 bytes, as each of the older ones. */
  secretKey: Uint8Array
  olderSecretKeys: readonly Uint8Array[]
}

/** The instance's secret: the configured one, or that of the data folder, which the first start generates. */
export function secretKey(configured: string | undefined, dataDir: string): Uint8Array {
  if (configured !== undefined) return decodeKey(configured.trim(), 'SECRET_KEY')
  const path = join(dataDir, 'secret.key')
  try {
    if (!existsSync(path)) makeSecretKey(path)
    return decodeKey(readFileSync(path, 'utf8').trim(), path)
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error)) throw error
    throw new ConfigError(`DATA_DIR cannot be used: ${error.message}.`)
  }
}

/** The older secrets, without the current one. */
export function otherSecretKeys(configured: readonly string[], current: Uint8Array): Uint8Array[] {
  return configured.map((text) => decodeKey(text, 'Each secret of SECRET_KEY_OLD')).filter((secret) => !Buffer.from(secret).equals(current))
}

/** Atomic; of two concurrent first starts, one generates the key and the other reads it. */
function makeSecretKey(path: string): void {
  createFolder(dirname(path))
  const temporaryPath = `${path}.${process.pid}`
  writeFileSync(temporaryPath, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(temporaryPath, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporaryPath)
  }
}

function decodeKey(text: string, source: string): Uint8Array {
  const bytes = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length < 32)
    throw new ConfigError(`${source} must hold at least 32 bytes in hex or base64, for example from "openssl rand -hex 32".`)
  return bytes.subarray(0, 32)
}
