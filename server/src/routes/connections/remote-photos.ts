import type { Hono } from 'hono'
import { REMOTE_IMPORT_PATH, remoteImportSchema } from '@ninesixteen/shared/api/remote-photos'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import type { Services } from '../services.ts'
import { REMOTE_PATH } from '../../photos/remote-photos.ts'
import { PHOTO_HEADERS } from '../library/files.ts'

/** Shows images from other hosts, and imports them as files. */
export function registerRemotePhotoRoutes(app: Hono<AppEnv>, services: Services): void {
  const { remotePictures } = services

  /** The remote URL of a link that was issued to this user. */
  const addressOf = (link: string, userId: string): string => {
    const target = remotePictures.open(link)
    if (target.userId !== userId) throw new AppError('NOT_FOUND')
    return target.url
  }

  app.get(`${REMOTE_PATH}/:user/:address`, async (c) => {
    const user = await requirePro(c, services)
    const { pathname, search } = new URL(c.req.url)
    const { bytes, mimeType } = await remotePictures.fetch(user.id, addressOf(pathname + search, user.id))
    return c.body(new Uint8Array(bytes), 200, { ...PHOTO_HEADERS, 'content-type': mimeType, 'content-length': String(bytes.byteLength) })
  })

  app.post(REMOTE_IMPORT_PATH, async (c) => {
    const user = await requirePro(c, services)
    const input = await readJson(c, remoteImportSchema)
    const stored = await remotePictures.importPhoto(user.id, addressOf(input.link, user.id), {
      ...(input.filename && { filename: input.filename }),
      ...(input.purpose === 'media' && { mediaId: input.id }),
    })
    return c.json(stored, 201)
  })
}
