import { isCancellable } from '@ninesixteen/shared/api/runs'
import { listRuns, toListItem } from '../../runs/list-item.ts'
import { readRun } from '../../runs/run-rows.ts'
import { guarded } from '../contract.ts'

const runs = guarded.runs

export const runRoutes = {
  list: runs.list.handler(async ({ context: { services, userId } }) =>
    (await services.db.asUser(userId, (tx) => listRuns(tx, userId))).map(toListItem),
  ),
  get: runs.get.handler(async ({ context: { services, userId }, input }) =>
    toListItem(await services.db.asUser(userId, (tx) => readRun(tx, userId, input))),
  ),
  cancel: runs.cancel.handler(async ({ context: { services, userId }, input: { id } }) => {
    const row = await services.db.asUser(userId, (tx) => readRun(tx, userId, { id }))
    return toListItem(isCancellable(row.kind) ? await services.runs.cancel(userId, id) : row)
  }),
}
