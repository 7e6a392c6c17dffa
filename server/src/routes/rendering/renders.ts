import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import { runs } from '../../db/schema-runs.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { renderRun } from '../../slideshow-renders/render-kind.ts'
import { RENDERS_PATH } from '../../slideshow-renders/render-run.ts'
import { fileOf } from '../public/renders.ts'
import type { Services } from '../services.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves a finished render at a signed URL, for users without a key. */
export function registerRenderRoutes(app: Hono<AppEnv>, { config, db, store }: Services): void {
  const signer = createUrlSigner(config)
  app.get(`${RENDERS_PATH}/:id`, async (c) => {
    const url = new URL(c.req.url)
    const id = signer.verify(url.pathname + url.search).slice(RENDERS_PATH.length + 1)
    // The verified URL names no user, so the render is read as the system.
    const [row] = ID.test(id)
      ? await db.asSystem((tx) =>
          tx
            .select()
            .from(runs)
            .where(and(eq(runs.id, id), eq(runs.kind, renderRun.name))),
        )
      : []
    const file = row && fileOf(row)
    const response = file && (await storedFileResponse(c, store, file))
    if (!response) throw new AppError('NOT_FOUND')
    return response
  })
}
