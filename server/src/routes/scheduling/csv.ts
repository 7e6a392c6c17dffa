import { checkCsv, importCsv } from '../../posts/csv/import-posts.ts'
import { guarded } from '../contract.ts'

export const csvRoutes = {
  check: guarded.postTables.check.handler(({ context: { services, userId }, input }) => checkCsv(services, userId, input)),
  take: guarded.postTables.take.handler(async ({ context: { services, userId }, input }) => ({
    posts: await importCsv(services, userId, input),
  })),
}
