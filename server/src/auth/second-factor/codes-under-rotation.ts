import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { decryptCodes, encryptedCodes, type CodeSecrets } from './sealed-codes.ts'

type CreateAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<CreateAdapter>

/** The library's name for the table of codes. */
const CODES = 'twoFactor'

/**
 * The library's adapter with secrets encrypted under any of the instance's keys: the library decrypts with the first key only, so rows are
 * re-encrypted under that on read.
 */
export function withCodesOfAnySecret(create: CreateAdapter, secrets: CodeSecrets): CreateAdapter {
  if (secrets.length === 1) return create
  return (options) => {
    const adapter = create(options)
    return { ...reading(adapter, secrets), transaction: (work) => adapter.transaction((within) => work(reading(within, secrets))) }
  }
}

function reading<T extends Omit<Adapter, 'transaction'>>(adapter: T, secrets: CodeSecrets): T {
  const codes = encryptedCodes(secrets)
  return {
    ...adapter,
    findOne: async (call: Parameters<T['findOne']>[0]) => {
      const row = await adapter.findOne<object>(call)
      if (call.model !== CODES || !row || !('secret' in row) || typeof row.secret !== 'string') return row
      const opened = await decryptCodes(row.secret, secrets)
      return opened === null || opened.isCurrent ? row : { ...row, secret: await codes.encrypt(opened.plain) }
    },
    incrementOne: async (call: Parameters<T['incrementOne']>[0]) => {
      const changed = await adapter.incrementOne<object>(call)
      if (changed !== null || call.model !== CODES) return changed
      const again = await reencryptedSince(adapter, call.where, secrets)
      return again && adapter.incrementOne<object>({ ...call, where: again })
    },
  }
}

type Where = Parameters<Adapter['incrementOne']>[0]['where']

/** A used recovery code is removed from the list as read; a list that was only re-encrypted meanwhile counts as unchanged. */
async function reencryptedSince(adapter: Pick<Adapter, 'findOne'>, where: Where, secrets: CodeSecrets): Promise<Where | null> {
  const [list, id] = [where.find(({ field }) => field === 'backupCodes'), where.find(({ field }) => field === 'id')]
  if (!list || !id || typeof list.value !== 'string') return null
  const row = await adapter.findOne<{ backupCodes: string }>({ model: CODES, where: [id] })
  if (!row || row.backupCodes === list.value) return null
  const [was, is] = [await decryptCodes(list.value, secrets), await decryptCodes(row.backupCodes, secrets)]
  return was && is && was.plain === is.plain ? where.map((term) => (term === list ? { ...list, value: row.backupCodes } : term)) : null
}
