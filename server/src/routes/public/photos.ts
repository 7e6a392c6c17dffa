import { sql } from 'drizzle-orm'
import type { MediaItem, UploadedFile } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import type { PublicPhoto } from '@ninesixteen/shared/public-api/photos'
import { storePhoto } from '../../photos/photo-files.ts'
import { plainName } from '../../photos/plain-name.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { readPage } from '../library/photo-pages.ts'
import { companyOf, procedures, type PublicContext } from './procedures.ts'

export const publicPhotoRoutes = {
  list: procedures.photos.list.handler(async ({ context, input: { query } }) => {
    const { services, key } = context
    const { company_id: companyId, ...page } = query
    const section = companyOf(key, companyId) ?? undefined
    const { rows, next } = await services.db.asUser(key.ownerId, (tx) => readPage(tx, key.ownerId, { ...page, section, sort: 'newest' }))
    return { photos: rows.map((row) => present(context, row)), next }
  }),

  upload: procedures.photos.upload.handler(async ({ context, input: { query } }) => {
    const { services, key, upload, writeId: mediaId, signal } = context
    if (!upload) throw new AppError('INVALID_INPUT', { fields: 'body' })
    const photo = { source: { file: upload.file }, filename: plainName(query.filename), purpose: 'media' as const, mediaId, signal }
    return addPhoto(context, query.company_id, () => storePhoto(services, key.ownerId, photo))
  }),

  import: procedures.photos.import.handler(async ({ context, input: { body } }) => {
    const { services, key, writeId: mediaId, signal } = context
    const { url, data = '' } = body
    const filename = plainName(body.filename)
    return addPhoto(context, body.company_id, () => {
      if (url !== undefined) return services.remotePictures.importFromAnywhere(key.ownerId, url, { filename, mediaId })
      return storePhoto(services, key.ownerId, { source: Buffer.from(data, 'base64'), filename, purpose: 'media', mediaId, signal })
    })
  }),
}

/** Stores a photo, for a company if the request or the key names one. */
async function addPhoto(context: PublicContext, askedCompany: string | undefined, store: () => Promise<UploadedFile>) {
  const { services, key } = context
  const companyId = companyOf(key, askedCompany)
  const { ownerId } = key
  await services.db.asUser(ownerId, (tx) => requireOwnCompany(tx, ownerId, companyId))
  const { media, duplicate } = await store()
  if (!media) throw new AppError('UPLOAD_FAILED')
  if (companyId === null) return { photo: present(context, media), is_duplicate: duplicate }
  await services.db.asUser(ownerId, (tx) =>
    tx.execute(sql`
      insert into media_company_links (user_id, media_item_id, company_id) values (${ownerId}, ${media.id}, ${companyId})
      on conflict do nothing`),
  )
  const companyIds = [...new Set([...media.companyIds, companyId])]
  return { photo: present(context, { ...media, companyIds }), is_duplicate: duplicate }
}

/** A key of a company learns of no other one. */
function present({ services: { config }, key }: PublicContext, item: MediaItem): PublicPhoto {
  const [width = 0, height = 0] = item.dimensions.split('x').map(Number)
  const { id, filename, filePath, fileSize, tags, companyIds, createdAt } = item
  const thumbnail = createUrlSigner(config).sign(`/files/thumbnail/${filePath}`)
  const address = new URL(thumbnail, config.publicUrl).href
  const size = { bytes: fileSize, width, height }
  return {
    id,
    filename,
    path: filePath,
    ...size,
    tags,
    company_ids: companyIds.filter((each) => key.companyId === null || each === key.companyId),
    thumbnail_url: address,
    created_at: createdAt,
  }
}
