import type { Hono } from 'hono'
import { HAND_OVER_FILES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { requestAddress } from '../../http/session/browser-id.ts'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Services } from '../services.ts'
import { guarded, open } from '../contract.ts'
import { PHOTO_HEADERS } from '../library/files.ts'

export const manualPostingRoutes = {
  // The link grants access without a session.
  look: open.handOver.look.handler(({ context: { services, address }, input: { token } }) =>
    services.handOvers.look({ token, address: address() }),
  ),
  posted: open.handOver.posted.handler(({ context: { services, address }, input: { token, url } }) =>
    services.handOvers.posted({ token, address: address() }, url),
  ),
  notPosted: open.handOver.notPosted.handler(({ context: { services, address }, input: { token, reason } }) =>
    services.handOvers.notPosted({ token, address: address() }, reason),
  ),

  link: guarded.handOver.link.handler(async ({ context: { services, userId }, input: { id } }) => ({
    link: await services.handOvers.linkFor(userId, id),
  })),
  renew: guarded.handOver.renew.handler(async ({ context: { services, userId }, input: { id } }) => ({
    link: await services.handOvers.renew(userId, id),
  })),
}

/** Media of a post in manual posting, as downloads for a phone. */
export function registerManualPostingFiles(app: Hono<AppEnv>, { config, handOvers, store }: Services): void {
  app.get(`${HAND_OVER_FILES}/:token/:position/:name`, async (c) => {
    const { token, position } = c.req.param()
    if (!/^\d{1,3}$/.test(position)) throw new AppError('NOT_FOUND')
    const visitor = { token, address: requestAddress(c, config.trustProxy) }
    const file = await handOvers.file(visitor, Number(position))
    const stored = await storedFileResponse(c, store, { ...file, headers: PHOTO_HEADERS })
    if (!stored) throw new AppError('NOT_FOUND')
    return stored
  })
}
