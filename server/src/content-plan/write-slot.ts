import { sql } from 'drizzle-orm'
import { derivedId } from '../derived-id.ts'
import { hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import type { Caption } from '@ninesixteen/shared/api/captions'
import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { EXTRA_CONTEXT_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/limits'
import type { AiForUser } from '../connections/own-ai.ts'
import { readPostCredits, withDefaultCredits } from '../posts/post-credits.ts'
import type { Db } from '../db/db.ts'
import type { ChangeEvents } from '../db/listen.ts'
import { planSlots, type PlannedPost } from '../db/schema-content-plan.ts'
import type { Generations } from '../generation/generations.ts'
import { generateWhole } from '../generation/generate-whole.ts'
import { readCaptionsBrief, writeCaptions } from '../generation/write-captions.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import { isSlotAsRead, type PlanRow, type SlotRow } from './plan-rows.ts'

export interface SlotParts {
  db: Db
  changes: ChangeEvents
  connections: { aiOf: AiForUser }
  generations: Generations
}

/** The id of a slot's slideshow, derived so that a retried step finds the result of an interrupted one. */
export const projectIdOf = ({ id, round }: Pick<SlotRow, 'id' | 'round'>): string => derivedId(`${id} slideshow ${round}`)

function requestOf(plan: PlanRow, slot: SlotRow): GenerateRequest {
  const context = [
    slot.context,
    plan.goals === '' ? '' : `The aim of the post, which its text must not name: ${plan.goals}`,
    slot.language === '' ? '' : `Write in ${slot.language}.`,
  ]
  return {
    topic: slot.hook.slice(0, TOPIC_MAX),
    contentType: slot.contentType,
    ...(slot.templateId !== null && { templateId: slot.templateId }),
    ...(slot.look !== null && { look: slot.look }),
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

/** Writes the slideshow of a slot with an idea. Throws GenerationFailed for one that ended early. */
export async function writeSlideshowOf({ db, generations }: SlotParts, { plan, slot, signal }: Writing): Promise<void> {
  const { userId } = slot
  const projectId = projectIdOf(slot)
  const update = (isWritten: boolean) =>
    db.asUser(userId, (tx) =>
      tx
        .update(planSlots)
        .set({ projectId, ...(isWritten && { state: 'slideshow', updatedAt: sql`now()` }) })
        .where(isSlotAsRead(slot)),
    )
  await generateWhole(
    { db, generations },
    // Hides the slideshow among the user's own from the start.
    { userId, projectId, request: requestOf(plan, slot), onStarted: () => update(false), signal },
  )
  await update(true)
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
  const inLanguage = { ...brief, language: slot.language }
  for await (const event of writeCaptions({ ai, db, changes }, userId, { brief: inLanguage, idempotencyKey, signal }))
    if (event.type === 'done') captions = event.captions
  signal.throwIfAborted()
  const credits = projectId === null ? [] : await db.asUser(userId, (tx) => readPostCredits(tx, userId, { projectId, kind: 'slides' }))
  const posts = slot.posts.map((post): PlannedPost => {
    const caption = captions[platforms.indexOf(post.platform) % captions.length]
    return caption
      ? {
          ...post,
          caption: caption.caption,
          description: withDefaultCredits(withHashtags(caption), {
            credits,
            caption: caption.caption,
            platform: post.platform,
            kind: 'slides',
          }),
        }
      : post
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
