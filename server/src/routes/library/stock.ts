import type { Hono } from 'hono'
import { FOUND_SOUND_PATH } from '@ninesixteen/shared/api/limits'
import { foundSoundRequestSchema } from '@ninesixteen/shared/api/stock'
import { consume } from '../../db/usage-limits.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'

import { needsFoundPhotos } from '../../generation/photo-library.ts'
import { createDownloads, DOWNLOADS } from '../../http/responses/downloads.ts'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requirePro } from '../../http/session/session.ts'
import { linkToCompany } from '../../photos/link-to-company.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'
import type { Services } from '../services.ts'
import { PHOTO_HEADERS } from './files.ts'

/** Cached answers cost little; this bounds what a script can make of them. */
const SEARCHES = { kind: 'stock.searches', limit: 60, windowSeconds: 60, amount: 1 }
/** Files of sounds that pass through the server. */
const FILES = { kind: 'stock.sounds', limit: 30, windowSeconds: 60, amount: 1 }

export const stockRoutes = {
  services: guarded.stock.services.handler(({ context: { services, userId } }) => services.connections.stock.services(userId)),

  automatic: guarded.stock.automatic.handler(async ({ context: { services, userId } }) => ({
    isOn: !services.config.stock.openverse.sandbox && (await services.db.asUser(userId, (tx) => needsFoundPhotos(tx, userId))),
  })),

  search: guarded.stock.search.handler(async ({ context: { services, userId }, input }) => {
    await services.db.asUser(userId, (tx) => consume(tx, userId, SEARCHES))
    return services.connections.stock.search(userId, input)
  }),

  sounds: guarded.stock.sounds.handler(async ({ context: { services, userId }, input: { service, ...query } }) => {
    await services.db.asUser(userId, (tx) => consume(tx, userId, SEARCHES))
    return services.foundSounds.search(userId, service, query)
  }),

  import: guarded.stock.import.handler(async ({ context: { services, userId }, input: { token, id, companyId }, signal }) => {
    await services.db.asUser(userId, (tx) => requireOwnCompany(tx, userId, companyId))
    const stored = await services.connections.stock.importPhoto(userId, { token, mediaId: id, ...(signal && { signal }) })
    const { media } = stored
    if (companyId === null || !media || media.companyIds.includes(companyId)) return stored
    await services.db.asUser(userId, (tx) => linkToCompany(tx, userId, { media, companyId }))
    return { ...stored, media: { ...media, companyIds: [...media.companyIds, companyId] } }
  }),
}

/** `POST /api/stock/sounds/file`: the file of a found sound, for the page to play and decode. */
export function registerFoundSoundRoutes(app: Hono<AppEnv>, services: Services): void {
  const downloads = createDownloads(services.log, { ...DOWNLOADS, perUser: 4 })
  app.post(FOUND_SOUND_PATH, async (c) => {
    const { id: userId } = await requirePro(c, services)
    const { token } = await readJson(c, foundSoundRequestSchema)
    return downloads.answer(c, {
      userId,
      onAccessEnd: onSignedOut(c, services, userId),
      begin: async () => {
        await services.db.asUser(userId, (tx) => consume(tx, userId, FILES))
        return services.foundSounds.open(userId, token, c.req.raw.signal)
      },
      // Whatever its host calls it: browsers never show it.
      headers: {
        ...PHOTO_HEADERS,
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'cache-control': 'no-store',
      },
    })
  })
}
