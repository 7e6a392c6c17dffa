import { AppError } from '@ninesixteen/shared/errors'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import { ownsFiles } from '../../storage/stored-files.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'
import type { Services } from '../services.ts'

/** The bytes of a photo of the user; throws NOT_FOUND. */
async function sourceOf({ db, store }: Services, userId: string, path: string): Promise<Uint8Array> {
  const isOwn = !isStarterPath(path) && (await db.asUser(userId, (tx) => ownsFiles(tx, userId, [path])))
  const bytes = isOwn ? await store.read(path) : null
  if (bytes === null) throw new AppError('NOT_FOUND')
  return bytes
}

export const aiPhotoRoutes = {
  state: guarded.aiPhotos.state.handler(({ context: { services, userId } }) => services.aiPhotos.state(userId)),

  start: guarded.aiPhotos.start.handler(async ({ context: { services, userId }, input: { sourcePath, ...order } }) => {
    await services.db.asUser(userId, (tx) => requireOwnCompany(tx, userId, order.companyId))
    const source = sourcePath === null ? null : await sourceOf(services, userId, sourcePath)
    return services.aiPhotos.start(userId, { ...order, source })
  }),

  read: guarded.aiPhotos.read.handler(({ context: { services, userId }, input: { id } }) => services.aiPhotos.read(userId, id)),

  cancel: guarded.aiPhotos.cancel.handler(({ context: { services, userId }, input: { id } }) => services.aiPhotos.cancel(userId, id)),
}
