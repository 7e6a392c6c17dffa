import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { and, eq, inArray } from 'drizzle-orm'
import { FILE_VARIANTS, type FileVariant } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { encodePhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { filePathSchema } from '@ninesixteen/shared/slide/model'
import { requirePro } from '../../http/session/session.ts'
import { files } from '../../db/schema-photos.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import type { Services } from '../services.ts'
import { readCredits } from '../../photos/file-credits.ts'
import { photoMapsOf } from '../../photos/photo-maps.ts'
import { storePhoto } from '../../photos/photo-files.ts'
import { receiveUpload } from '../../photos/receive-upload.ts'
import { keyOf, mimeTypeOf, servedVariant, streamRendition } from '../../storage/renditions.ts'
import { hasStarterPhoto } from '../../storage/starter-photos.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import { guarded, open } from '../contract.ts'

/** Forbids everything when an image is opened as a document. */
export const PHOTO_HEADERS = {
  'cache-control': 'private, max-age=3600',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline',
} as const

/** Client closed request; no one reads the response. */
const CLIENT_CLOSED_REQUEST = 499

export const fileRoutes = {
  /** Starter photos need no plan: /try shows a new account's slideshow before it has one. */
  urls: open.files.urls.handler(async ({ context, input: { paths, variant } }) => {
    const { id: userId } = await (paths.every(hasStarterPhoto) ? context.user() : context.pro())
    const { services } = context
    const signer = createUrlSigner(services.config)
    const owned = await services.db.asUser(userId, (tx) =>
      tx
        .select({ path: files.path })
        .from(files)
        .where(and(eq(files.userId, userId), eq(files.state, 'stored'), inArray(files.path, paths))),
    )
    const mine = new Set(owned.map((row) => row.path))
    return paths.map((path) => (mine.has(path) || hasStarterPhoto(path) ? signer.sign(`/files/${variant}/${path}`) : null))
  }),

  credits: guarded.files.credits.handler(({ context: { services, userId }, input: { paths } }) =>
    services.db.asUser(userId, (tx) => readCredits(tx, userId, paths)),
  ),

  maps: guarded.files.maps.handler(async ({ context: { services, userId }, input: { paths } }) => {
    const maps = await photoMapsOf(services, userId, paths)
    return paths.map((path) => {
      const map = maps.get(path)
      return map ? encodePhotoMap(map) : null
    })
  }),
}

/** The upload as multipart form, and signed reads of images. */
export function registerFileRoutes(app: Hono<AppEnv>, services: Services): void {
  const { config, codec } = services
  const signer = createUrlSigner(config)

  app.post('/api/files', async (c) => {
    const user = await requirePro(c, services)
    // Before megabytes are received for nothing.
    codec.requireCapacity(user.id)
    const { signal } = c.req.raw
    const received = await receiveUpload(c.req.raw, join(config.dataDir, UPLOADS_FOLDER))
    try {
      const { purpose, id } = received.fields
      const source = { file: received.file }
      const upload = { source, filename: received.filename, purpose, signal, ...(id && { mediaId: id }) }
      return c.json(await storePhoto(services, user.id, upload), 201)
    } catch (error) {
      if (!signal.aborted) throw error
      return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    } finally {
      await received.discard()
    }
  })

  /**
   * Redirects to the store itself if browsers can reach it and it has the file. The redirect is short-lived, the file behind it is cached.
   */
  async function sentToStore(c: Context<AppEnv>, path: string, variant: FileVariant): Promise<Response | null> {
    const { store } = services
    const key = keyOf(path, variant)
    if (!store.link || !(await store.has(key))) return null
    const fields = { 'response-cache-control': 'private, max-age=3600', 'response-content-type': mimeTypeOf(path, variant) }
    // The browser's cache of an image element lacks CORS headers, so scripts need a URL of their own.
    const isForScript = c.req.header('sec-fetch-mode') === 'cors'
    const location = store.link(key, isForScript ? { ...fields, 'response-content-disposition': 'inline' } : fields)
    return c.body(null, 302, { ...PHOTO_HEADERS, 'cache-control': 'private, no-store', location })
  }

  async function answerOf(c: Context<AppEnv>, path: string, variant: FileVariant): Promise<Response | null> {
    const mimeType = mimeTypeOf(path, variant)
    if (variant === 'original') return storedFileResponse(c, services.store, { path, mimeType, headers: PHOTO_HEADERS })
    const found = await streamRendition(services, path, { name: variant, signal: c.req.raw.signal })
    const headers = { ...PHOTO_HEADERS, 'content-type': mimeType }
    return found && c.body(found.body, 200, { ...headers, 'content-length': String(found.bytes) })
  }

  app.get('/files/:variant/:user/:name', async (c) => {
    const url = new URL(c.req.url)
    const [, , requestedVariant = '', user = '', name = ''] = signer.verify(url.pathname + url.search).split('/')
    const path = filePathSchema.safeParse(`${user}/${name}`)
    if (!isVariant(requestedVariant) || !path.success) throw new AppError('NOT_FOUND')
    const variant = servedVariant(path.data, requestedVariant)
    const answering = async () => (await sentToStore(c, path.data, variant)) ?? answerOf(c, path.data, variant)
    const answer = await answering().catch((error: unknown) => {
      if (!c.req.raw.signal.aborted) throw error
      return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    })
    if (!answer) throw new AppError('FILE_NOT_FOUND', { path: path.data })
    return answer
  })
}

function isVariant(name: string): name is FileVariant {
  return FILE_VARIANTS.some((variant) => variant === name)
}
