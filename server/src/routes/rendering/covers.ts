import { asc, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Db } from '../../db/db.ts'
import { projects, slides } from '../../db/schema-projects.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Services } from '../services.ts'
import { createProjectCovers } from '../../photos/project-covers.ts'
import { COVER_MIME_TYPE } from '../../rendering/slide-files.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { PHOTO_HEADERS } from '../library/files.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves a project's first slide as a thumbnail at a signed URL. */
export function registerCoverRoutes(app: Hono<AppEnv>, services: Services): void {
  const { config, db, renderer } = services
  if (!renderer) return
  const signer = createUrlSigner(config)
  const covers = createProjectCovers(config.dataDir, renderer, services)

  app.get('/files/covers/:project/:version', async (c) => {
    const url = new URL(c.req.url)
    const [, , , id = ''] = signer.verify(url.pathname + url.search).split('/')
    if (!UUID.test(id)) throw new AppError('NOT_FOUND')
    const { slide, ...project } = await firstSlide(db, id)
    // A URL of an older version shows the newest.
    const bytes = await covers.read({ id, ...project }, slide)
    return c.body(new Uint8Array(bytes), 200, {
      ...PHOTO_HEADERS,
      'content-type': COVER_MIME_TYPE,
      'content-length': String(bytes.byteLength),
    })
  })
}

/** The verified URL names no user, so the project is read as the system. */
async function firstSlide(db: Db, projectId: string): Promise<{ version: number; userId: string; slide: Slide }> {
  const [found] = await db.asSystem((tx) =>
    tx
      .select({ version: projects.version, userId: projects.userId, slide: slides.data })
      .from(projects)
      .innerJoin(slides, eq(slides.projectId, projects.id))
      .where(eq(projects.id, projectId))
      .orderBy(asc(slides.number))
      .limit(1),
  )
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
