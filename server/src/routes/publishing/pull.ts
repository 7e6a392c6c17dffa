import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../../http/app-env.ts'
import { PULL_PATH } from '../../publishing/post-order.ts'
import { pullFile } from '../../publishing/pull-files.ts'
import type { Services } from '../../services.ts'

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const NAME = /^\d{1,3}\.(jpg|png|mp4)$/

/** Where platforms fetch what is posted: addresses that nobody can guess, without a redirect and without a session. */
export function registerPullRoutes(app: Hono<AppEnv>, { db, store }: Services): void {
  app.get(`${PULL_PATH}/:token/:name`, async (c) => {
    const { token, name } = c.req.param()
    // What cannot be one is not worth a question to the database.
    const file = TOKEN.test(token) && NAME.test(name) ? await pullFile(db, token) : null
    const { signal } = c.req.raw
    const stored = file && (await store.stream(file.path, signal))
    if (!file || !stored) throw new AppError('NOT_FOUND')
    return new Response(stored.body, {
      headers: {
        'content-type': file.mimeType,
        'content-length': String(stored.bytes),
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      },
    })
  })
}
