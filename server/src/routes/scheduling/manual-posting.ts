import type { Hono } from 'hono'
import { MANUAL_POSTING_FILES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { requestAddress } from '../../http/session/browser-id.ts'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Services } from '../services.ts'
import { guarded, open } from '../contract.ts'
import { PHOTO_HEADERS } from '../library/files.ts'

export const manualPostingRoutes = {
  // The link grants access without a session.
  look: open.manualPosting.look.handler(({ context: { services, address }, input: { token } }) =>
    services.manualPosting.look({ token, address: address() }),
  ),
  posted: open.manualPosting.posted.handler(({ context: { services, address }, input: { token, url } }) =>
    services.manualPosting.posted({ token, address: address() }, url),
  ),
  notPosted: open.manualPosting.notPosted.handler(({ context: { services, address }, input: { token, reason } }) =>
    services.manualPosting.notPosted({ token, address: address() }, reason),
  ),

  link: guarded.manualPosting.link.handler(async ({ context: { services, userId }, input: { id } }) => ({
    link: await services.manualPosting.linkFor(userId, id),
  })),
  renew: guarded.manualPosting.renew.handler(async ({ context: { services, userId }, input: { id } }) => ({
    link: await services.manualPosting.renew(userId, id),
  })),
}

/** Media of a post in manual posting, as downloads for a phone. */
export function registerManualPostingFiles(app: Hono<AppEnv>, { config, manualPosting, store }: Services): void {
  app.get(`${MANUAL_POSTING_FILES}/:token/:position/:name`, async (c) => {
    const { token, position } = c.req.param()
    if (!/^\d{1,3}$/.test(position)) throw new AppError('NOT_FOUND')
    const visitor = { token, address: requestAddress(c, config.trustProxy) }
    const file = await manualPosting.file(visitor, Number(position))
    const stored = await storedFileResponse(c, store, { ...file, headers: PHOTO_HEADERS })
    if (!stored) throw new AppError('NOT_FOUND')
    return stored
  })
}
