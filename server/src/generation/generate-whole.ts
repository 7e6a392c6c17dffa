import { and, eq, lte } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { isSerializationFailure, isUniqueViolation } from '../db/database-error.ts'
import type { Db } from '../db/db.ts'
import { projects } from '../db/schema-projects.ts'
import { messageOf } from './generation-outcome.ts'
import type { Generations } from './generations.ts'
import { readProject } from './generation-rows.ts'

/** Attempts in a row at a slideshow whose process was interrupted. */
const ATTEMPTS = 3

/** These pass by themselves: a background job continues later. */
const PASSING: ReadonlySet<string> = new Set(['RATE_LIMITED', 'AI_BUSY', 'BUSY', 'UNAVAILABLE', 'AI_BUDGET'])

/** Seconds after which a background job continues, for an error that passes by itself; null for any other. */
export function passingSeconds(error: AppError | GenerationFailed, pauseSeconds: number): number | null {
  if (!PASSING.has(error.code)) return null
  return Number((error instanceof AppError ? error.details['seconds'] : undefined) ?? pauseSeconds)
}

/** Why a slideshow could not be written, for the user. */
export class GenerationFailed extends Error {
  override readonly name = 'GenerationFailed'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface WholeGeneration {
  userId: string
  /** Derives from what the slideshow is for, so that a repeated step finds it. */
  projectId: string
  request: GenerateRequest
  /** Called when the slideshow exists. */
  onStarted(): Promise<unknown>
  signal: AbortSignal
}

interface Parts {
  db: Db
  generations: Generations
}

/** Generates a slideshow to its end, for a job that may be killed and repeated at any point. Throws GenerationFailed for one that ended early. */
export async function generateWhole({ db, generations }: Parts, whole: WholeGeneration): Promise<void> {
  const { userId, projectId, signal } = whole
  for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
    const found = await readProject(db, userId, { projectId, from: 1 })
    const isDraft = found?.status === 'draft'
    if (isDraft && found.outcome === null) return
    if (isDraft && found.outcome !== 'stopped' && attempt > 0)
      throw new GenerationFailed('AI_FEW', messageOf({ ...found, slides: found.slideCount }) ?? '')
    // The user has completed it meanwhile.
    if (isDraft && !(await deleteUnchanged(db, userId, projectId))) return
    await generateOnce(generations, { ...whole, isRunning: found?.status === 'generating' })
    signal.throwIfAborted()
  }
  throw new AppError('AI_NOTHING')
}

/** The version of a slideshow that only its generation has changed: it opens version 1 and closes it as 2. */
const GENERATED_VERSION = 2

/** Deletes a slideshow that ended early, unless the user has saved or renamed it since. */
async function deleteUnchanged(db: Db, userId: string, projectId: string): Promise<boolean> {
  const deleted = await db.asUser(userId, (tx) =>
    tx
      .delete(projects)
      .where(and(eq(projects.userId, userId), eq(projects.id, projectId), lte(projects.version, GENERATED_VERSION)))
      .returning({ id: projects.id }),
  )
  return deleted.length > 0
}

/** The process that wrote it stopped: it is written again. */
const INTERRUPTED: ReadonlySet<string> = new Set(['AI_STOPPED', 'AI_LOST', 'NOT_FOUND'])

/** Starts a generation, or follows the one that runs, to its end. Throws GenerationFailed if nothing was written. */
async function generateOnce(
  generations: Generations,
  { userId, projectId, request, isRunning, onStarted, signal }: WholeGeneration & { isRunning: boolean },
): Promise<void> {
  try {
    if (!isRunning) await generations.start(userId, request, { id: projectId })
  } catch (error) {
    // Another process was first.
    if (!isUniqueViolation(error)) throw error
  }
  try {
    await onStarted()
  } catch (error) {
    // It has failed already, and is gone: its events say why.
    if (!isSerializationFailure(error)) throw error
  }
  for await (const event of generations.follow(userId, projectId, signal))
    if (event.type === 'error' && !INTERRUPTED.has(event.code)) throw new GenerationFailed(event.code, event.message)
}
