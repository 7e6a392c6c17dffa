import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { MEDIA_PATH } from '../../posts/publishing/post-order.ts'
import { findDownloadableMedia } from '../../posts/publishing/media-download.ts'
import type { Services } from '../services.ts'

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const PULLED = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } as const
const NAME = /^\d{1,3}\.(jpg|png|mp4)$/

/** Unguessable URLs from which platforms fetch media, without redirects or sessions. */
export function registerMediaDownload(app: Hono<AppEnv>, { db, store }: Services): void {
  app.get(`${MEDIA_PATH}/:token/:name`, async (c) => {
    const { token, name } = c.req.param()
    // Skips the query for a malformed token.
    const file = TOKEN.test(token) && NAME.test(name) ? await findDownloadableMedia(db, token) : null
    const stored = file && (await storedFileResponse(c, store, { ...file, headers: PULLED }))
    if (!stored) throw new AppError('NOT_FOUND')
    return stored
  })
}

/** Serves the verification file that proves to a platform that the operator owns this host, or the URL prefix it fetches from. */
export function registerDomainProof(app: Hono<AppEnv>, { config }: Pick<Services, 'config'>): void {
  const { domainProof } = config.publishing
  if (!domainProof) return
  for (const folder of ['', MEDIA_PATH]) app.get(`${folder}/${domainProof.file}`, (c) => c.text(domainProof.content))
}
