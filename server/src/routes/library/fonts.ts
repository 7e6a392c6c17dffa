import { join } from 'node:path'
import type { Hono } from 'hono'
import { fontUploadQuery } from '@ninesixteen/shared/api/fonts'
import { FONT_UPLOAD_MAX_BYTES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { addFontFile, listFonts, removeFont, renameFont } from '../../fonts/font-files.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { requirePro } from '../../http/session/session.ts'
import { plainName } from '../../photos/plain-name.ts'
import { receiveFile } from '../../photos/receive-upload.ts'
import { removeMarked } from '../../storage/sweep/mark-for-deletion.ts'
import { UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'
import type { Services } from '../services.ts'

export const fontRoutes = {
  list: guarded.fonts.list.handler(({ context: { services, userId } }) => services.db.asUser(userId, (tx) => listFonts(tx, userId))),

  rename: guarded.fonts.rename.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, (tx) => renameFont(tx, userId, input)),
  ),

  remove: guarded.fonts.remove.handler(async ({ context: { services, userId }, input: { id } }) => {
    const freed = await services.db.asUser(userId, (tx) => removeFont(tx, userId, id))
    await removeMarked(services, userId, freed)
  }),
}

/** The upload of a font as the request's body. */
export function registerFontRoutes(app: Hono<AppEnv>, services: Services): void {
  const { config, db, fontChecker } = services
  app.post('/api/fonts', async (c) => {
    const user = await requirePro(c, services)
    const query = fontUploadQuery.safeParse(c.req.query())
    if (!query.success) throw new AppError('INVALID_INPUT', { fields: query.error.issues[0]?.path.join('.') || 'id' })
    const { id, companyId = null, filename } = query.data
    await db.asUser(user.id, (tx) => requireOwnCompany(tx, user.id, companyId))
    // Before megabytes are received for nothing.
    fontChecker.requireCapacity(user.id)
    const { signal } = c.req.raw
    const received = await receiveFile(c.req.raw, join(config.dataDir, UPLOADS_FOLDER), FONT_UPLOAD_MAX_BYTES)
    try {
      const upload = { id, companyId, file: received.file, filename: plainName(filename), signal }
      return c.json(await addFontFile(services, user.id, upload), 201)
    } finally {
      await received.discard()
    }
  })
}
