import type { Hono } from 'hono'
import { ACCOUNT_DOWNLOAD_PATH } from '@ninesixteen/shared/api/limits'
import { exportAccount } from '../../account/export-account.ts'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requireUser } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createDownloads } from '../../http/responses/downloads.ts'
import { zipStream } from '../../storage/zip-stream.ts'
import { consume } from '../../db/usage-limits.ts'
import type { Services } from '../services.ts'

/** It reads all data of a user. */
const DOWNLOADS = { kind: 'account.downloads', amount: 1, limit: 10, windowSeconds: 60 * 60 }

/** `GET /api/account/download`: all data of the caller as a ZIP, streamed while it is created. Needs no plan. */
export function registerAccountDownload(app: Hono<AppEnv>, services: Services): void {
  const downloads = createDownloads(services.log)
  app.get(ACCOUNT_DOWNLOAD_PATH, async (c) => {
    const { id } = await requireUser(c, services)
    const day = new Date().toISOString().slice(0, 10)
    return downloads.answer(c, {
      userId: id,
      onAccessEnd: onSignedOut(c, services, id),
      begin: async () => {
        await services.db.asUser(id, (tx) => consume(tx, id, DOWNLOADS))
        return zipStream(exportAccount(services, id))
      },
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="ninesixteen-${day}.zip"`,
        'cache-control': 'no-store',
      },
    })
  })
}
