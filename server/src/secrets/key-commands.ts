import { pino } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Db } from '../db/db.ts'
import { reencrypt } from './reencrypt.ts'
import { createSealer, type SecretBox } from './sealed.ts'
import type { EncryptedCounts, EncryptedColumnSet } from './encrypted-column-set.ts'
import type { Secrets } from '../config/secret-key.ts'

/** Everything that is sealed in a database, to be opened with a sealer. */
export type EncryptedColumnSets = (parts: { config: Secrets; sealer: SecretBox }) => EncryptedColumnSet[]

const sealerOf = ({ secretKey, olderSecretKeys }: Secrets) => createSealer(secretKey, olderSecretKeys)

/** Counts the encrypted values in the database by secret. */
export async function reportKeys(config: Secrets, db: Db, encryptedColumnSets: EncryptedColumnSets): Promise<string> {
  const columnSets = encryptedColumnSets({ config, sealer: sealerOf(config) })
  const all: EncryptedCounts = { current: 0, older: 0, unknown: 0 }
  const lines = [lineOf('Encrypted values', ['current', 'older', 'unknown'])]
  for (const columnSet of columnSets) {
    const found = await db.long.asSystem((tx) => columnSet.count(tx))
    lines.push(lineOf(columnSet.what, [found.current, found.older, found.unknown]))
    for (const by of ['current', 'older', 'unknown'] as const) all[by] += found[by]
  }
  return [...lines, '', ...wordsOf(config, all)].join('\n')
}

/** Re-encrypts now, instead of waiting for the background job. */
export async function reencryptNow(config: Secrets, db: Db, encryptedColumnSets: EncryptedColumnSets): Promise<void> {
  if (config.olderSecretKeys.length === 0) throw new ConfigError('SECRET_KEY_OLD is not set: there is nothing to re-encrypt.')
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort(new ConfigError('Stopped. Run the command again to continue.')))
  await reencrypt(
    { config, db, columnSets: encryptedColumnSets({ config, sealer: sealerOf(config) }), log: pino({ level: 'silent' }) },
    { signal: stopping.signal },
  )
}

function lineOf(label: string, columns: readonly (string | number)[]): string {
  return label.padEnd(30) + columns.map((column) => String(column).padStart(10)).join('')
}

function wordsOf({ olderSecretKeys }: Secrets, { older, unknown }: EncryptedCounts): string[] {
  const words: string[] = []
  if (unknown > 0)
    words.push(`${unknown} are encrypted with an unknown secret and cannot be read. If you have it, add it to SECRET_KEY_OLD.`)
  if (older > 0)
    words.push(`${older} still need SECRET_KEY_OLD. A worker re-encrypts them within the hour; "npm run keys -- seal" does it now.`)
  if (older === 0 && olderSecretKeys.length > 0)
    words.push(
      'The database no longer needs SECRET_KEY_OLD. Sessions and links may: keep it until every process has used the new secret for 30 days.',
    )
  return words.length > 0 ? words : ['Everything is encrypted with SECRET_KEY.']
}
