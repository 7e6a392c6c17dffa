import { and, desc, eq, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { PhotoCandidate } from '@ninesixteen/shared/photos/choose-photos'
import { photoWords } from '@ninesixteen/shared/photos/photo-fit'
import { STARTER_CANDIDATES } from '@ninesixteen/shared/photos/starter-tags'
import { COMPANY_PHOTOS_MIN } from '@ninesixteen/shared/slide/backgrounds'
import { isDemo } from '../auth/visitor-accounts.ts'
import type { Db, Tx } from '../db/db.ts'
import { files, mediaCompanyLinks, mediaItems } from '../db/schema-photos.ts'
import { projects, slides } from '../db/schema-projects.ts'
import { showsStarterPhotos } from '../photos/slide-photos.ts'

/** Number of photos to choose from: far more than a slideshow has slides, from a library of any size. */
const CHOSEN_FROM = 500
/** Latest slideshows whose texts say what their photos show. */
const EARLIER_SLIDESHOWS = 40

export interface LibraryRequest {
  companyId: string | null
  /** Whether photos outside the company are forbidden, however few it has: an API key for one company asks. */
  isCompanyOnly?: boolean
  /** The slideshow that gets the photos; null before it exists. */
  projectId: string | null
}

/** The photos that a slideshow may choose from, before any search. */
export interface PhotoLibrary {
  candidates: PhotoCandidate[]
  /** Whether only the company's own set is used. */
  isClosed: boolean
  /** Whether free photos may be searched unrequested: the user has no photos but found ones, and is no visitor. */
  needsFound: boolean
  hasFound: boolean
  /** The first photo of the user's latest slideshow. */
  lastFirst: string | null
}

/**
 * The company's photos if there are enough, otherwise all of the user's, from large libraries a random sample; and the starter photos, unless
 * the user hides them or the company's set is enough.
 */
export function readPhotoLibrary(db: Db, userId: string, request: LibraryRequest): Promise<PhotoLibrary> {
  const { companyId, isCompanyOnly = false, projectId } = request
  return db.asUser(userId, async (tx) => {
    const shownWith = await readShownWith(tx, userId)
    const read = async (among?: SQL) => (await samplePhotos(tx, userId, among)).map((row) => toCandidate(row, shownWith))
    const company = companyId === null ? [] : await read(isLinked(companyId))
    const isClosed = company.length >= COMPANY_PHOTOS_MIN
    const own = isClosed || isCompanyOnly ? company : await read()
    const starters = !isClosed && (await showsStarterPhotos(tx, userId)) ? STARTER_CANDIDATES : []
    return {
      candidates: [...own.map((candidate) => ({ ...candidate, ...(isClosed && { suitsAll: true }) })), ...starters],
      isClosed,
      needsFound: !isClosed && !isCompanyOnly && (await needsFoundPhotos(tx, userId)),
      hasFound: await hasPhotos(tx, userId, isNotNull(files.credit)),
      lastFirst: await readLastFirst(tx, userId, projectId),
    }
  })
}

/** Whether a user has no photos but found ones, and is no visitor. */
export async function needsFoundPhotos(tx: Tx, userId: string): Promise<boolean> {
  return !(await hasPhotos(tx, userId, isNull(files.credit))) && !(await isDemo(tx, userId))
}

function isLinked(companyId: string): SQL {
  return sql`exists (select 1 from ${mediaCompanyLinks} where ${mediaCompanyLinks.mediaItemId} = ${mediaItems.id} and ${mediaCompanyLinks.companyId} = ${companyId})`
}

interface PhotoRow {
  path: string
  filename: string
  tags: string[]
}

function samplePhotos(tx: Tx, userId: string, among?: SQL): Promise<PhotoRow[]> {
  const { filePath: path, filename, tags } = mediaItems
  return tx
    .select({ path, filename, tags })
    .from(mediaItems)
    .where(and(eq(mediaItems.userId, userId), sql`${path} !~* '\\.gif$'`, among))
    .orderBy(sql`random()`)
    .limit(CHOSEN_FROM)
}

function toCandidate({ path, filename, tags }: PhotoRow, shownWith: ReadonlyMap<string, string[]>): PhotoCandidate {
  const texts = shownWith.get(path)
  return { path, source: 'library', words: photoWords([filename, ...tags]), ...(texts && { shownWith: photoWords(texts) }) }
}

/** Topics and slide texts by photo, of slideshows that the user has saved since they were made: others show what chance chose. */
async function readShownWith(tx: Tx, userId: string): Promise<Map<string, string[]>> {
  const latest = tx
    .select({ id: projects.id, topic: projects.topic })
    .from(projects)
    .where(and(eq(projects.userId, userId), isNotNull(projects.lastSaveId)))
    .orderBy(desc(projects.updatedAt))
    .limit(EARLIER_SLIDESHOWS)
    .as('latest')
  const rows = await tx
    .select({
      path: sql<string>`${slides.data} ->> 'backgroundImage'`,
      title: sql<string | null>`${slides.data} ->> 'title'`,
      topic: latest.topic,
    })
    .from(slides)
    .innerJoin(latest, eq(latest.id, slides.projectId))
    .where(and(eq(slides.userId, userId), sql`${slides.data} ->> 'backgroundImage' is not null`))
  const shown = new Map<string, string[]>()
  for (const { path, title, topic } of rows) shown.set(path, [...(shown.get(path) ?? []), title ?? '', topic])
  return shown
}

async function hasPhotos(tx: Tx, userId: string, of: SQL): Promise<boolean> {
  const [row] = await tx
    .select({ path: files.path })
    .from(mediaItems)
    .innerJoin(files, eq(files.path, mediaItems.filePath))
    .where(and(eq(mediaItems.userId, userId), of))
    .limit(1)
  return row !== undefined
}

async function readLastFirst(tx: Tx, userId: string, projectId: string | null): Promise<string | null> {
  const [row] = await tx
    .select({ path: sql<string | null>`${slides.data} ->> 'backgroundImage'` })
    .from(projects)
    .innerJoin(slides, and(eq(slides.projectId, projects.id), eq(slides.number, 1)))
    .where(and(eq(projects.userId, userId), projectId === null ? undefined : ne(projects.id, projectId)))
    .orderBy(desc(projects.createdAt))
    .limit(1)
  return row?.path ?? null
}
