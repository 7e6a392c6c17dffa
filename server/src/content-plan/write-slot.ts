import { and, eq, sql } from 'drizzle-orm'
import { derivedId } from '../idempotency/derived-id.ts'
import { AppError } from '@ninesixteen/shared/errors'
import { hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import type { Caption } from '@ninesixteen/shared/api/captions'
import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { EXTRA_CONTEXT_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/limits'
import type { AiForUser } from '../connections/own-ai.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Db } from '../db/db.ts'
import type { ChangeEvents } from '../db/listen.ts'
import { planSlots, type PlannedPost } from '../db/schema-content-plan.ts'
import { projects } from '../db/schema-projects.ts'
import { messageOf } from '../generation/generation-outcome.ts'
import type { Generations } from '../generation/generations.ts'
import { readProject } from '../generation/generation-rows.ts'
import { readCaptionsBrief, writeCaptions } from '../generation/write-captions.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import { isSlotAsRead, type PlanRow, type SlotRow } from './plan-rows.ts'

export interface SlotParts {
  db: Db
  changes: ChangeEvents
  connections: { aiOf: AiForUser }
  generations: Generations
}

/** Attempts in a row at a slideshow whose process was interrupted. */
const SLIDESHOW_ATTEMPTS = 3

/** The ids of what is made for a slot: a repeated step finds what an interrupted one made. */
export const projectIdOf = ({ id, round }: Pick<SlotRow, 'id' | 'round'>): string => derivedId(`${id} slideshow ${round}`)

function requestOf(plan: PlanRow, slot: SlotRow): GenerateRequest {
  const context = [slot.context, plan.goals === '' ? '' : `Goals: ${plan.goals}`, slot.language === '' ? '' : `Write in ${slot.language}.`]
  return {
    topic: slot.hook.slice(0, TOPIC_MAX),
    contentType: slot.contentType,
    slideCount: 'auto',
    companyId: plan.companyId,
    softSell: false,
    useTumblrPhotos: plan.usesBlogPhotos,
    extraContext: context
      .filter((line) => line !== '')
      .join('\n')
      .slice(0, EXTRA_CONTEXT_MAX),
    tone: '',
  }
}

/** Why a slot could not be written, for the user. */
export class SlotFailed extends Error {
  override readonly name = 'SlotFailed'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Writes the slideshow of a slot with an idea. Throws SlotFailed for one that ended early. */
export async function writeSlideshowOf({ db, generations }: SlotParts, { plan, slot, signal }: Writing): Promise<void> {
  const { userId } = slot
  const projectId = projectIdOf(slot)
  for (let attempt = 0; attempt <= SLIDESHOW_ATTEMPTS; attempt += 1) {
    const found = await readProject(db, userId, { projectId, from: 1 })
    const isDraft = found?.status === 'draft'
    if (isDraft && found.outcome === null) {
      const done = { state: 'slideshow', projectId, updatedAt: sql`now()` } as const
      await db.asUser(userId, (tx) => tx.update(planSlots).set(done).where(isSlotAsRead(slot)))
      return
    }
    if (isDraft && found.outcome !== 'stopped' && attempt > 0)
      throw new SlotFailed('AI_FEW', messageOf({ ...found, slides: found.slideCount }) ?? '')
    if (isDraft) await db.asUser(userId, (tx) => tx.delete(projects).where(and(eq(projects.userId, userId), eq(projects.id, projectId))))
    const isRunning = found?.status === 'generating'
    await writeOnce({ db, generations }, { slot, projectId, request: requestOf(plan, slot), isRunning, signal })
    signal.throwIfAborted()
  }
  throw new AppError('AI_NOTHING')
}

interface Once {
  slot: SlotRow
  projectId: string
  request: GenerateRequest
  isRunning: boolean
  signal: AbortSignal
}

/** The process that wrote it stopped: it is written again. */
const INTERRUPTED: ReadonlySet<string> = new Set(['AI_STOPPED', 'AI_LOST', 'NOT_FOUND'])

/** Starts a generation, or follows the one that runs, to its end. Throws SlotFailed if nothing was written. */
async function writeOnce({ db, generations }: Pick<SlotParts, 'db' | 'generations'>, once: Once): Promise<void> {
  const { slot, projectId, request, isRunning, signal } = once
  const { userId } = slot
  try {
    if (!isRunning) await generations.start(userId, request, projectId)
  } catch (error) {
    // Another process was first.
    if (!isUniqueViolation(error)) throw error
  }
  // From now on the user's slideshows leave it out.
  await db.asUser(userId, (tx) => tx.update(planSlots).set({ projectId }).where(isSlotAsRead(slot)))
  for await (const event of generations.follow(userId, projectId, signal))
    if (event.type === 'error' && !INTERRUPTED.has(event.code)) throw new SlotFailed(event.code, event.message)
}

export interface Writing {
  plan: PlanRow
  slot: SlotRow
  signal: AbortSignal
}

/** Writes the captions of a slot with a slideshow, one for each network. */
export async function writeCaptionsOf({ db, connections, changes }: SlotParts, { slot, signal }: Writing): Promise<void> {
  const { userId } = slot
  const projectId = slot.projectId
  const platforms = [...new Set(slot.posts.map(({ platform }) => platform))]
  const ai = await connections.aiOf(userId)
  const request = { projectId, slides: [], platforms, kind: 'slides' as const, tone: '' }
  const brief = await db.asUser(userId, (tx) => readCaptionsBrief(tx, userId, { request, model: ai.model, wanted: platforms.length }))
  const idempotencyKey = { key: derivedId(`${slot.id} captions ${slot.round}`), digest: requestDigest('captions', request) }
  let captions: Caption[] = []
  for await (const event of writeCaptions({ ai, db, changes }, userId, { brief, idempotencyKey, signal }))
    if (event.type === 'done') captions = event.captions
  signal.throwIfAborted()
  const posts = slot.posts.map((post): PlannedPost => {
    const caption = captions[platforms.indexOf(post.platform) % captions.length]
    return caption ? { ...post, caption: caption.caption, description: withHashtags(caption) } : post
  })
  await db.asUser(userId, (tx) =>
    tx
      .update(planSlots)
      .set({ state: 'planned', posts, readyAt: sql`now()`, updatedAt: sql`now()` })
      .where(isSlotAsRead(slot)),
  )
}

function withHashtags({ description, hashtags }: Caption): string {
  return [description, hashtagText(hashtags)].filter((part) => part !== '').join('\n\n')
}
