import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { openCodes, sealedCodes, type CodeSecrets } from './sealed-codes.ts'

type CreateAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<CreateAdapter>

/** As the library calls the table of codes. */
const CODES = 'twoFactor'

/**
 * The library's adapter with codes that any of the instance's secrets sealed: the library opens the secret of a person's app with the first one alone, and
 * so gets it sealed with that, whatever stands in the row.
 */
export function codesOfAnySecret(create: CreateAdapter, secrets: CodeSecrets): CreateAdapter {
  if (secrets.length === 1) return create
  return (options) => {
    const adapter = create(options)
    return { ...reading(adapter, secrets), transaction: (work) => adapter.transaction((within) => work(reading(within, secrets))) }
  }
}

function reading<T extends Omit<Adapter, 'transaction'>>(adapter: T, secrets: CodeSecrets): T {
  const codes = sealedCodes(secrets)
  return {
    ...adapter,
    findOne: async (call: Parameters<T['findOne']>[0]) => {
      const row = await adapter.findOne<object>(call)
      if (call.model !== CODES || !row || !('secret' in row) || typeof row.secret !== 'string') return row
      const opened = await openCodes(row.secret, secrets)
      return opened === null || opened.isCurrent ? row : { ...row, secret: await codes.encrypt(opened.plain) }
    },
    incrementOne: async (call: Parameters<T['incrementOne']>[0]) => {
      const changed = await adapter.incrementOne<object>(call)
      if (changed !== null || call.model !== CODES) return changed
      const again = await sealedMeanwhile(adapter, call.where, secrets)
      return again && adapter.incrementOne<object>({ ...call, where: again })
    },
  }
}

type Where = Parameters<Adapter['incrementOne']>[0]['where']

/** A used recovery code is taken off the list that was read; one that was only sealed anew in that moment is the same list. */
async function sealedMeanwhile(adapter: Pick<Adapter, 'findOne'>, where: Where, secrets: CodeSecrets): Promise<Where | null> {
  const [list, id] = [where.find(({ field }) => field === 'backupCodes'), where.find(({ field }) => field === 'id')]
  if (!list || !id || typeof list.value !== 'string') return null
  const row = await adapter.findOne<{ backupCodes: string }>({ model: CODES, where: [id] })
  if (!row || row.backupCodes === list.value) return null
  const [was, is] = [await openCodes(list.value, secrets), await openCodes(row.backupCodes, secrets)]
  return was && is && was.plain === is.plain ? where.map((term) => (term === list ? { ...list, value: row.backupCodes } : term)) : null
}
