import { cancelBatch, checkTable, failuresOf, readBatch, removeBatch, retryBatch, startBatch } from '../../slideshow-batches/batches.ts'
import { listBatches } from '../../slideshow-batches/batch-rows.ts'
import { guarded } from '../contract.ts'

const batches = guarded.slideshowBatches

export const slideshowBatchRoutes = {
  check: batches.check.handler(({ context: { services, userId }, input }) => checkTable(services, userId, input)),
  start: batches.start.handler(({ context: { services, userId }, input }) => startBatch(services, userId, input)),
  list: batches.list.handler(({ context: { services, userId } }) => services.db.asUser(userId, (tx) => listBatches(tx, userId))),
  get: batches.get.handler(({ context: { services, userId }, input: { id } }) => readBatch(services, userId, id)),
  cancel: batches.cancel.handler(({ context: { services, userId }, input: { id } }) => cancelBatch(services, userId, id)),
  retry: batches.retry.handler(({ context: { services, userId }, input: { id } }) => retryBatch(services, userId, id)),
  failures: batches.failures.handler(async ({ context: { services, userId }, input: { id } }) => ({
    text: await failuresOf(services, userId, id),
  })),
  remove: batches.remove.handler(({ context: { services, userId }, input: { id } }) => removeBatch(services, userId, id)),
}
