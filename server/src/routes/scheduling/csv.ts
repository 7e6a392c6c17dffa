import { checkTable, takeTable } from '../../posts/csv/import-posts.ts'
import { guarded } from '../contract.ts'

export const postTableRoutes = {
  check: guarded.postTables.check.handler(({ context: { services, userId }, input }) => checkTable(services, userId, input)),
  take: guarded.postTables.take.handler(async ({ context: { services, userId }, input }) => ({
    posts: await takeTable(services, userId, input),
  })),
}
