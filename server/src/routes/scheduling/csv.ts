import { checkCsv, importCsv } from '../../posts/csv/import-posts.ts'
import { guarded } from '../contract.ts'

export const csvRoutes = {
  check: guarded.postsCsv.check.handler(({ context: { services, userId }, input }) => checkCsv(services, userId, input)),
  take: guarded.postsCsv.take.handler(async ({ context: { services, userId }, input }) => ({
    posts: await importCsv(services, userId, input),
  })),
}
