import type { Hono } from 'hono'
import { POSTS_TABLE_PATH } from '@ninesixteen/shared/api/limits'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createDownloads } from '../../http/responses/downloads.ts'
import { consume } from '../../db/usage-limits.ts'
import { exportPosts } from '../../posts/csv/export-posts.ts'
import type { Services } from '../services.ts'

/** It reads all posts of a user. */
const TABLES = { kind: 'posts.tables', amount: 1, limit: 30, windowSeconds: 60 * 60 }

/** `GET /api/scheduled-posts.csv`: all posts of the caller as CSV, streamed while it is created. */
export function registerCsvExport(app: Hono<AppEnv>, services: Services): void {
  const downloads = createDownloads(services.log)
  app.get(POSTS_TABLE_PATH, async (c) => {
    const { id } = await requirePro(c, services)
    const day = new Date().toISOString().slice(0, 10)
    return downloads.answer(c, {
      userId: id,
      onAccessEnd: onSignedOut(c, services, id),
      begin: async () => {
        await services.db.asUser(id, (tx) => consume(tx, id, TABLES))
        return exportPosts(services.db, id)
      },
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="posts-${day}.csv"`,
        'cache-control': 'no-store',
      },
    })
  })
}
