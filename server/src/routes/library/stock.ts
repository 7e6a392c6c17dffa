import { consume } from '../../db/usage-limits.ts'
import { linkToCompany } from '../../photos/link-to-company.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'

/** Cached answers cost little; this bounds what a script can make of them. */
const SEARCHES_A_MINUTE = 60

export const stockRoutes = {
  services: guarded.stock.services.handler(({ context: { services, userId } }) => services.connections.stock.services(userId)),

  search: guarded.stock.search.handler(async ({ context: { services, userId }, input }) => {
    const use = { kind: 'stock.searches', limit: SEARCHES_A_MINUTE, windowSeconds: 60, amount: 1 }
    await services.db.asUser(userId, (tx) => consume(tx, userId, use))
    return services.connections.stock.search(userId, input)
  }),

  import: guarded.stock.import.handler(async ({ context: { services, userId }, input: { token, id, companyId }, signal }) => {
    await services.db.asUser(userId, (tx) => requireOwnCompany(tx, userId, companyId))
    const stored = await services.connections.stock.importPhoto(userId, { token, mediaId: id, ...(signal && { signal }) })
    const { media } = stored
    if (companyId === null || !media || media.companyIds.includes(companyId)) return stored
    await services.db.asUser(userId, (tx) => linkToCompany(tx, userId, { media, companyId }))
    return { ...stored, media: { ...media, companyIds: [...media.companyIds, companyId] } }
  }),
}
