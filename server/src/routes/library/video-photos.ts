import { and, eq, sql } from 'drizzle-orm'
import { COMPANY_PHOTOS_MIN } from '@ninesixteen/shared/slide/backgrounds'
import { startersFor } from '@ninesixteen/shared/photos/starter-tags'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import { firstPhotos } from '@ninesixteen/shared/video/photos'
import type { Db, Tx } from '../../db/db.ts'
import { mediaItems } from '../../db/schema-photos.ts'
import { projects, slides } from '../../db/schema-projects.ts'
import { showsStarterPhotos } from '../../photos/slide-photos.ts'
import { inOrder, isAfter, matchesSearch, isInSection, cursorIn } from './find-photos.ts'

/** Paths in memory at a time. */
const PIECE = 5000

/**
 * The photos of a video in order, from a library of any size: the company's if there are enough, otherwise all, unless `isCompanyOnly` forbids the
 * others. Without any, starter photos of its topic, unless the video has a photo from elsewhere, such as a followed blog.
 */
export async function readVideoPhotos(
  db: Db,
  userId: string,
  { projectId, companyId, isCompanyOnly = false }: { projectId: string; companyId?: string | undefined; isCompanyOnly?: boolean },
): Promise<string[]> {
  const chosen = (section?: string) => firstOf(projectId, (after) => readPiece(db, userId, { section, after }))
  const own = companyId === undefined ? [] : await chosen(companyId)
  const all = isCompanyOnly || own.length >= COMPANY_PHOTOS_MIN ? own : await chosen()
  if (all.length > 0) return all
  const starter = await db.asUser(userId, async (tx) => {
    if ((await hasPhotos(tx, userId, projectId)) || !(await showsStarterPhotos(tx, userId))) return []
    const [project] = await tx
      .select({ topic: projects.topic })
      .from(projects)
      .where(and(eq(projects.userId, userId), eq(projects.id, projectId)))
    return startersFor(project?.topic ?? '')
  })
  return firstPhotos(projectId, [], starter)
}

/** Whether a slide of the project has a background other than a starter photo. */
async function hasPhotos(tx: Tx, userId: string, projectId: string): Promise<boolean> {
  const isOfProject = and(eq(slides.userId, userId), eq(slides.projectId, projectId))
  const rows = await tx
    .select({ path: sql<string | null>`${slides.data} ->> 'backgroundImage'` })
    .from(slides)
    .where(isOfProject)
  return rows.some(({ path }) => path !== null && !isStarterPath(path))
}

type Piece = readonly { path: string; place: string }[]

async function firstOf(projectId: string, read: (after: string | undefined) => Promise<Piece>): Promise<string[]> {
  let first: string[] = []
  let after: string | undefined
  do {
    const piece = await read(after)
    first = firstPhotos(
      projectId,
      first,
      piece.map(({ path }) => path),
    )
    after = piece.length < PIECE ? undefined : piece.at(-1)?.place
  } while (after !== undefined)
  return first
}

function readPiece(
  db: Db,
  userId: string,
  { section, after }: { section?: string | undefined; after: string | undefined },
): Promise<Piece> {
  const wanted = and(
    matchesSearch(userId, { search: '' }),
    section === undefined ? undefined : isInSection(userId, section),
    after === undefined ? undefined : isAfter('newest', after),
  )
  return db.asUser(userId, (tx) =>
    tx
      .select({ path: mediaItems.filePath, place: cursorIn('newest') })
      .from(mediaItems)
      .where(wanted)
      .orderBy(inOrder('newest'))
      .limit(PIECE),
  )
}
