import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** Keys of the accounts library for two-factor secrets: encrypts with the first, decrypts with any. */
export type CodeSecrets = readonly [string, ...string[]]

/** Encrypts as the library does, so that every version can read it; stored values may use any of the keys. */
export function encryptedCodes(secrets: CodeSecrets) {
  return {
    encrypt: (plain: string) => symmetricEncrypt({ key: secrets[0], data: plain }),
    async decrypt(sealed: string): Promise<string> {
      const codes = await decryptCodes(sealed, secrets)
      if (codes === null) throw new Error('Two-factor codes are encrypted with another SECRET_KEY')
      return codes.plain
    },
  }
}

export interface DecryptedCodes {
  plain: string
  /** Whether the first key encrypted it. */
  isCurrent: boolean
}

/** Null if no key fits: the format names no key, so that all are tried. */
export async function decryptCodes(sealed: string, secrets: CodeSecrets): Promise<DecryptedCodes | null> {
  for (const [at, key] of secrets.entries()) {
    const plain = await openedBy(key, sealed)
    if (plain !== null) return { plain, isCurrent: at === 0 }
  }
  return null
}

async function openedBy(key: string, sealed: string): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key, data: sealed })
  } catch {
    // A wrong key fails by the authentication tag, other input by its format.
    return null
  }
}
