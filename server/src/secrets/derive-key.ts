import { hkdfSync } from 'node:crypto'
import type { Secrets } from '../config/secret-key.ts'

/** What the instance's one secret is used for. Keys of different purposes tell nothing about each other. */
export type KeyPurpose = 'auth' | 'invitations' | 'known-device' | 'mail-link' | 'seal' | 'signed-url'

/** A 32-byte key for one purpose, from the instance's secret (HKDF with SHA-256). */
export function deriveKey(secret: Uint8Array, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'ninesixteen', `key:${purpose}:v1`, 32))
}

/** The keys for one purpose: first the one to sign with, then those by which what was signed before is known. */
export function deriveKeys({ secretKey, olderSecretKeys }: Secrets, purpose: KeyPurpose): [Buffer, ...Buffer[]] {
  return [deriveKey(secretKey, purpose), ...olderSecretKeys.map((secret) => deriveKey(secret, purpose))]
}

/** The same as texts, for libraries that take those. */
export function deriveTexts(secrets: Secrets, purpose: KeyPurpose): [string, ...string[]] {
  const [inFront, ...older] = deriveKeys(secrets, purpose)
  return [inFront.toString('base64url'), ...older.map((key) => key.toString('base64url'))]
}
