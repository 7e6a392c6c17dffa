import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/*
 * The only form in which a provider's secret leaves the server or enters the database:
 *
 *   sealed.v1.<key id>.<base64url(nonce 12 bytes | ciphertext | tag 16 bytes)>
 *
 * AES-256-GCM. Purpose, user and key id are authenticated, so a value doesn't decrypt for another user, column or instance.
 */
const PREFIX = 'sealed.v1.'
const FORM = /^sealed\.v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The owner and the purpose: `tiktok.access`, `openai.key` ... */
export interface SecretOwner {
  userId: string
  purpose: string
}

export interface SecretBox {
  seal(plain: string, owner: SecretOwner): string
  /** The plain text, or null unless this instance encrypted it for this owner and purpose. */
  open(sealed: string, owner: SecretOwner): string | null
  /** Whether one of this instance's secrets encrypted it, for any owner. */
  isOurs(sealed: string): boolean
  /** Whether an older secret encrypted it: it still decrypts, and should be re-encrypted. */
  isStale(sealed: string): boolean
  /** Key ids in values of the current secret and of the older ones. */
  keyIds: { current: string; older: readonly string[] }
}

interface SealKey {
  id: string
  key: Buffer
}

/** Encrypts with the first secret, decrypts with any: to rotate, put the new secret first. */
export function createSealer(secret: Uint8Array, olderSecrets: readonly Uint8Array[] = []): SecretBox {
  const current = sealKey(secret)
  const keys = new Map([...olderSecrets.map(sealKey), current].map((key) => [key.id, key]))

  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      cipher.setAAD(boundTo(owner, current.id))
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${PREFIX}${current.id}.${body.toString('base64url')}`
    },
    open(sealed, owner) {
      const parts = FORM.exec(sealed)
      const key = keys.get(parts?.[1] ?? '')
      if (!parts?.[2] || !key) return null
      const body = Buffer.from(parts[2], 'base64url')
      // Rejects other spellings of the same bytes (spare bits of the last character).
      if (body.length < NONCE_BYTES + TAG_BYTES || body.toString('base64url') !== parts[2]) return null
      return decrypt(body, key.key, boundTo(owner, key.id))
    },
    isOurs: (sealed) => keys.has(FORM.exec(sealed)?.[1] ?? ''),
    isStale: (sealed) => FORM.exec(sealed)?.[1] !== current.id,
    keyIds: { current: current.id, older: [...keys.keys()].filter((id) => id !== current.id) },
  }
}

function sealKey(secret: Uint8Array): SealKey {
  const key = deriveKey(secret, 'seal')
  return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }
}

/** JSON separates the parts unambiguously. */
function boundTo(owner: SecretOwner, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([keyId, owner.purpose, owner.userId]))
}

function decrypt(body: Buffer, key: Buffer, aad: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(aad)
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([plain, decipher.final()]).toString('utf8')
  } catch {
    // final() only fails on a wrong tag: the value was changed or belongs to another owner.
    return null
  }
}
