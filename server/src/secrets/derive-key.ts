import { hkdfSync } from 'node:crypto'
import type { Secrets } from '../config/secret-key.ts'

/** Purposes of keys derived from the instance's secret. Derived keys reveal nothing about each other. */
export type KeyPurpose = 'auth' | 'invitations' | 'known-device' | 'mail-link' | 'oauth' | 'seal' | 'signed-url'

/** A 32-byte key for one purpose, from the instance's secret (HKDF with SHA-256). */
export function deriveKey(secret: Uint8Array, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'ninesixteen', `key:${purpose}:v1`, 32))
}

/** The keys for one purpose: the first to sign with, the others to verify older signatures. */
export function deriveKeys({ secretKey, olderSecretKeys }: Secrets, purpose: KeyPurpose): [Buffer, ...Buffer[]] {
  return [deriveKey(secretKey, purpose), ...olderSecretKeys.map((secret) => deriveKey(secret, purpose))]
}

/** The keys as text, for libraries that need it. */
export function deriveTexts(secrets: Secrets, purpose: KeyPurpose): [string, ...string[]] {
  const [inFront, ...older] = deriveKeys(secrets, purpose)
  return [inFront.toString('base64url'), ...older.map((key) => key.toString('base64url'))]
}
