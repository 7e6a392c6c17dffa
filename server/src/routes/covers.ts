import { and, asc, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import { projects, slides } from '../db/schema.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Services } from '../services.ts'
import { COVER_MIME_TYPE, createProjectCovers } from '../storage/project-covers.ts'
import { createUrlSigner } from '../storage/signed-url.ts'
import { PICTURE_HEADERS } from './files.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A project's first slide in small, at a signed link: who has the link may see it, as with any picture. */
export function registerCoverRoutes(app: Hono<AppEnv>, services: Services): void {
  const { config, db, renderer, store } = services
  if (!renderer) return
  const signer = createUrlSigner(config.secretKey)
  const covers = createProjectCovers(join(config.dataDir, 'cache', 'covers'), renderer, store)

  app.get('/files/covers/:project/:version', async (c) => {
    const url = new URL(c.req.url)
    const [, , , id = '', version = ''] = signer.verify(url.pathname + url.search).split('/')
    if (!UUID.test(id)) throw new AppError('NOT_FOUND')
    const bytes = (await covers.cached({ id, version: Number(version) })) ?? (await draw(id))
    return c.body(new Uint8Array(bytes), 200, { ...PICTURE_HEADERS, 'content-type': COVER_MIME_TYPE, 'content-length': String(bytes.byteLength) })
  })

  /** The link names no user, and the signature was checked: the project is read as the system. */
  async function draw(id: string): Promise<Uint8Array> {
    const [found] = await db.asSystem((tx) =>
      tx
        .select({ version: projects.version, slide: slides.data })
        .from(projects)
        .innerJoin(slides, and(eq(slides.projectId, projects.id)))
        .where(eq(projects.id, id))
        .orderBy(asc(slides.number))
        .limit(1),
    )
    if (!found) throw new AppError('NOT_FOUND')
    // A version that has been replaced meanwhile is shown as the newest.
    return covers.read({ id, version: found.version }, found.slide)
  }
}
