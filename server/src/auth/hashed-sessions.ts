import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isStoredToken, storedToken } from './session-token.ts'

type CreateAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<CreateAdapter>
type Where = Parameters<Adapter['findOne']>[0]['where']

const SESSION = 'session'

/**
 * The library's adapter with hashed session tokens: the library works with the tokens that browsers send, and the database stores only
 * hashes. Lists contain the hashes; only listing and deletion accept them.
 */
export function withHashedSessions(create: CreateAdapter): CreateAdapter {
  return (options) => {
    const adapter = create(options)
    return { ...hashing(adapter), transaction: (work) => adapter.transaction((within) => work(hashing(within))) }
  }
}

function hashing<T extends Omit<Adapter, 'transaction'>>(adapter: T): T {
  return {
    ...adapter,
    create: async (call: Parameters<T['create']>[0]) => {
      const token = call.model === SESSION ? tokenOf(call.data) : null
      if (token === null) return adapter.create(call)
      const row = await adapter.create({ ...call, data: { ...call.data, token: storedToken(token) } })
      return { ...row, token }
    },
    findOne: async (call: Parameters<T['findOne']>[0]) => {
      const { where, token } = lookupOf(call)
      return withToken(await adapter.findOne<object>({ ...call, where }), token)
    },
    update: async (call: Parameters<T['update']>[0]) => {
      const { where, token } = lookupOf(call)
      return withToken(await adapter.update<object>({ ...call, where }), token)
    },
    findMany: <R>(call: Parameters<T['findMany']>[0]) =>
      adapter.findMany<R>(call.where ? { ...call, where: ended({ model: call.model, where: call.where }) } : call),
    consumeOne: <R>(call: Parameters<T['consumeOne']>[0]) => adapter.consumeOne<R>({ ...call, where: ended(call) }),
    delete: (call: Parameters<T['delete']>[0]) => adapter.delete({ ...call, where: ended(call) }),
    deleteMany: (call: Parameters<T['deleteMany']>[0]) => adapter.deleteMany({ ...call, where: ended(call) }),
  }
}

function tokenOf(row: object): string | null {
  return 'token' in row && typeof row.token === 'string' ? row.token : null
}

interface Lookup {
  model: string
  where: Where
}

/** Looks a session up by its token's hash, and restores the token in the result. */
function lookupOf({ model, where }: Lookup): { where: Where; token: string | null } {
  let token: string | null = null
  const hashed = where.map((term) => {
    if (model !== SESSION || term.field !== 'token' || typeof term.value !== 'string') return term
    token = term.value
    return { ...term, value: storedToken(term.value) }
  })
  return { where: hashed, token }
}

function withToken<T extends object>(row: T | null, token: string | null): T | null {
  return row && token !== null ? { ...row, token } : row
}

/** Sessions to delete, identified by their token or by the hash from a list. */
function ended({ model, where }: Lookup): Where {
  const hash = (value: string) => (isStoredToken(value) ? value : storedToken(value))
  return where.map((term) => {
    if (model !== SESSION || term.field !== 'token') return term
    if (typeof term.value === 'string') return { ...term, value: hash(term.value) }
    return Array.isArray(term.value) ? { ...term, value: term.value.map((value) => hash(String(value))) } : term
  })
}
