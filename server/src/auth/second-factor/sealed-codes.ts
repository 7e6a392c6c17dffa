import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** With which of the accounts library's secrets a person's codes are sealed: the first, while what an older one sealed opens too. */
export type CodeSecrets = readonly [string, ...string[]]

/** As the library seals by itself, so that every version reads it; what is in the database may be of any of the secrets. */
export function sealedCodes(secrets: CodeSecrets) {
  return {
    encrypt: (plain: string) => symmetricEncrypt({ key: secrets[0], data: plain }),
    async decrypt(sealed: string): Promise<string> {
      const codes = await openCodes(sealed, secrets)
      if (codes === null) throw new Error('Codes were sealed under another SECRET_KEY')
      return codes.plain
    },
  }
}

export interface OpenedCodes {
  plain: string
  /** Whether the first secret sealed it. */
  isCurrent: boolean
}

/** Null where none of the secrets sealed it: the form names no key, and only the right one opens it. */
export async function openCodes(sealed: string, secrets: CodeSecrets): Promise<OpenedCodes | null> {
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
    // What another key sealed fails by its tag, and what nobody sealed by its form.
    return null
  }
}
