import { hkdfSync } from 'node:crypto'

/** What the instance's one secret is used for. Keys of different purposes tell nothing about each other. */
export type KeyPurpose = 'auth' | 'invitations' | 'known-device' | 'mail-link' | 'seal' | 'signed-url'

/** A 32-byte key for one purpose, from the instance's secret (HKDF with SHA-256). */
export function deriveKey(secret: Uint8Array, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'ninesixteen', `key:${purpose}:v1`, 32))
}
