import { and, asc, count, eq, gt, lt, sql } from 'drizzle-orm'
import type { NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import type { ContentStyle, ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Db, Tx } from '../db/db.ts'
import { notifyRuns } from '../db/listen.ts'
import { projects, slides, type GenerationOutcome } from '../db/schema-projects.ts'
import { lockFor } from '../db/lock-for.ts'
import { replaceResponse } from '../idempotency/once.ts'
import { requireFewerProjects } from '../projects/project-rows.ts'
import { nothingWritten, type EndedGeneration } from './generation-outcome.ts'
import { addSlideshowWebhook } from './webhook-events.ts'

/** Concurrent generations per user. */
const AT_ONCE = 3
/** After this long without a heartbeat, the process of a generation counts as dead. */
export const HEARTBEAT_TIMEOUT_SECONDS = 45
/** Typical time until a slot is free again. */
const AT_ONCE_WAIT_SECONDS = 5

export interface NewProject {
  /** Chosen by a caller that may ask again. */
  id?: string
  title: string
  topic: string
  contentType: ContentTypeId
  contentStyle: ContentStyle
  companyId: string | null
  slidesWanted: number
}

const isRunning = (userId: string, id: string) => and(eq(projects.userId, userId), eq(projects.id, id), eq(projects.status, 'generating'))

/** Creates the project of a generation. Serialized per user, so that the limit holds under concurrency and across processes. */
export async function openProject(tx: Tx, userId: string, project: NewProject): Promise<string> {
  await lockFor(tx, `generating:${userId}`)
  const [running] = await tx
    .select({ total: count() })
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.status, 'generating')))
  if ((running?.total ?? 0) >= AT_ONCE) throw new AppError('RATE_LIMITED', { seconds: AT_ONCE_WAIT_SECONDS })
  await requireFewerProjects(tx, userId)
  const [row] = await tx
    .insert(projects)
    .values({ ...project, userId, status: 'generating' })
    .returning({ id: projects.id })
  if (!row) throw new Error('Insert returned no project')
  return row.id
}

/** Saves a slide idempotently; false if the project is gone or not being generated any more: stopped, deleted, or taken over. */
export async function appendSlide(
  db: Db,
  userId: string,
  { projectId, number, slide }: { projectId: string; number: number; slide: Slide },
): Promise<boolean> {
  return db.asUser(userId, async (tx) => {
    const updated = await tx
      .update(projects)
      .set({ slideCount: number, updatedAt: sql`now()` })
      .where(isRunning(userId, projectId))
      .returning({ id: projects.id })
    if (updated.length === 0) return false
    // Already saved if the connection broke between commit and response.
    await tx.insert(slides).values({ projectId, number, userId, data: slide }).onConflictDoNothing()
    return true
  })
}

/** Replaces a slide that was saved before; false as for appendSlide. */
export async function replaceSlide(
  db: Db,
  userId: string,
  { projectId, number, slide }: { projectId: string; number: number; slide: Slide },
): Promise<boolean> {
  return db.asUser(userId, async (tx) => {
    // The lock keeps a cancel from ending the generation in between.
    const running = await tx.select({ id: projects.id }).from(projects).where(isRunning(userId, projectId)).for('update')
    if (running.length === 0) return false
    const own = and(eq(slides.userId, userId), eq(slides.projectId, projectId), eq(slides.number, number))
    await tx.update(slides).set({ data: slide }).where(own)
    return true
  })
}

/** Heartbeat of a generation; false as for appendSlide. */
export async function keepAlive(db: Db, userId: string, projectId: string): Promise<boolean> {
  const updated = await db.asUser(userId, (tx) =>
    tx
      .update(projects)
      .set({ updatedAt: sql`now()` })
      .where(isRunning(userId, projectId))
      .returning({ id: projects.id }),
  )
  return updated.length > 0
}

/** A generation to end, with the reason in case slides are missing. */
export interface GenerationEnd {
  projectId: string
  outcome: GenerationOutcome
  /** The outcome for words that the brand never uses. */
  words?: NeverWordsReport | null
}

/**
 * Ends a generation: a project with slides becomes a draft, one without is deleted. Null if it is gone. Idempotent: the first reason stays.
 */
export async function closeProject(db: Db, userId: string, closing: GenerationEnd): Promise<EndedGeneration | null> {
  return db.asUser(userId, (tx) => close(tx, userId, closing))
}

async function close(tx: Tx, userId: string, { projectId, outcome, words = null }: GenerationEnd): Promise<EndedGeneration | null> {
  const [project] = await tx
    .select({
      title: projects.title,
      status: projects.status,
      version: projects.version,
      wanted: projects.slidesWanted,
      outcome: projects.runEnding,
      words: projects.neverWords,
    })
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.id, projectId)))
    .for('update')
  if (!project) return null
  const [held] = await tx
    .select({ total: count() })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
  const total = held?.total ?? 0
  const { wanted } = project
  if (project.status !== 'generating') {
    const { version, words: stored } = project
    return { version, slides: total, wanted, outcome: project.outcome, words: stored }
  }
  if (total === 0) {
    await tx.delete(projects).where(isRunning(userId, projectId))
    await replaceResponse(tx, userId, { key: projectId, response: JSON.stringify(nothingWritten({ projectId, wanted, outcome })) })
    await addSlideshowWebhook(tx, { userId, projectId, title: project.title, slides: 0, wanted, outcome })
    return null
  }
  const ended: EndedGeneration = {
    version: project.version + 1,
    slides: total,
    wanted,
    outcome: wanted !== null && total >= wanted ? null : outcome,
    words,
  }
  await tx
    .update(projects)
    .set({ status: 'draft', slideCount: total, version: ended.version, runEnding: ended.outcome, neverWords: words, updatedAt: sql`now()` })
    .where(isRunning(userId, projectId))
  await addSlideshowWebhook(tx, { userId, projectId, title: project.title, ...ended })
  return ended
}

/** Ends a generation from another process, and notifies the one that runs it. */
export async function closeFromAnotherProcess(db: Db, userId: string, closing: GenerationEnd): Promise<void> {
  await db.asUser(userId, async (tx) => {
    await close(tx, userId, closing)
    await notifyRuns(tx, userId)
  })
}

/** Ends generations of dead processes: all, or those without a heartbeat for `silentSeconds`. Returns their number. */
export async function closeAbandoned(db: Db, silentSeconds: number): Promise<number> {
  const rows = await db.asSystem((tx) =>
    tx
      .select({ id: projects.id, userId: projects.userId })
      .from(projects)
      .where(and(eq(projects.status, 'generating'), lt(projects.updatedAt, sql`now() - make_interval(secs => ${silentSeconds}::integer)`))),
  )
  for (const row of rows) await closeProject(db, row.userId, { projectId: row.id, outcome: 'stopped' })
  return rows.length
}

/** Title and state of a project with its slides from a number on (1-based); null if it isn't this user's. */
export async function readProject(db: Db, userId: string, { projectId, from }: { projectId: string; from: number }) {
  return db.asUser(userId, async (tx) => {
    const [project] = await tx
      .select({
        title: projects.title,
        status: projects.status,
        version: projects.version,
        slideCount: projects.slideCount,
        wanted: projects.slidesWanted,
        outcome: projects.runEnding,
        words: projects.neverWords,
        isSilent: sql<boolean>`${projects.updatedAt} < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS}::integer)`,
      })
      .from(projects)
      .where(and(eq(projects.userId, userId), eq(projects.id, projectId)))
    if (!project) return null
    const rows = await tx
      .select({ number: slides.number, data: slides.data })
      .from(slides)
      .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId), gt(slides.number, from - 1)))
      .orderBy(asc(slides.number))
    return { ...project, slides: rows }
  })
}
