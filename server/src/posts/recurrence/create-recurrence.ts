import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { RECURRENCES_MAX } from '@ninesixteen/shared/api/limits'
import type { RecurringPost } from '@ninesixteen/shared/api/recurrence'
import type { NewPosts, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError, type ErrorCode, type ErrorDetails } from '@ninesixteen/shared/errors'
import { nextOccurrences, type RecurrenceRule, ruleFault, type RuleFault } from '@ninesixteen/shared/time/occurrences'
import { cleanRule, RECURRENCE_COUNT_MAX, OCCURRENCES_PER_DAY_MAX } from '@ninesixteen/shared/time/recurrence-rule'
import { isUniqueViolation } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import { recurrences } from '../../db/schema-planning.ts'
import { requestDigest } from '../../idempotency/idempotency-keys.ts'
import { plannedPosts, requireSameRequest } from '../create-posts.ts'
import { databaseTime, readPostRequest, type PostRequest, requireZone } from '../post-request.ts'
import { insertPosts, type PostRequestKey } from '../insert-posts.ts'
import { PostsRejected } from '../preflight/require-publishable.ts'
import { checkPosts } from '../preflight/preflight.ts'
import type { PostServices } from '../post-services.ts'
import { readRecurrence } from './list-recurrences.ts'
import { occurrencesToMake, postsOfOccurrences } from './occurrence-orders.ts'

export type NewRecurrence = Omit<NewPosts, 'scheduledTime' | 'timeZone'> & { recurrence: RecurrenceRule; usesLatest: boolean }

export interface CreatedRecurrence {
  repeat: RecurringPost
  problems: PostProblem[]
}

/**
 * Creates a recurrence and its first posts, all or nothing. The same request again returns the same recurrence; its id with other content
 * is REQUEST_REUSED.
 */
export async function createRecurrence(services: PostServices, userId: string, input: NewRecurrence): Promise<CreatedRecurrence> {
  const { requestId, ...recurrenceInput } = input
  const { recurrence, usesLatest, ...content } = recurrenceInput
  const request = { id: requestId, digest: requestDigest('repeat', recurrenceInput) }
  const earlier = await recurrenceOfRequest(services, userId, request)
  if (earlier) return { repeat: earlier, problems: [] }
  const rule = parseRecurrenceRule(recurrence)
  const { order, now } = await services.db.asUser(userId, async (tx) => ({
    order: await readPostRequest(tx, userId, { ...content, timeZone: rule.zone, scheduledTime: 'now' }),
    now: await databaseTime(tx),
  }))
  const [next] = nextOccurrences(rule, now, 1)
  if (!next) throw new AppError('RULE_EMPTY')
  // All posts are alike: a problem of one is a problem of all.
  const problems = await checkPosts(services, userId, plannedPosts({ ...order, time: next.at }))
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRejected(problems)
  const newRecurrence: NewRow = { id: randomUUID(), order, rule, usesLatest, request, now }
  try {
    await insertRecurrence(services, userId, newRecurrence)
  } catch (error) {
    const first = isUniqueViolation(error) ? await recurrenceOfRequest(services, userId, request) : null
    if (!first) throw error
    return { repeat: first, problems }
  }
  return { repeat: await readRecurrence(services, userId, newRecurrence.id), problems }
}

interface NewRow {
  id: string
  order: PostRequest
  rule: RecurrenceRule
  usesLatest: boolean
  request: PostRequestKey
  now: Date
}

async function insertRecurrence(services: PostServices, userId: string, newRecurrence: NewRow): Promise<void> {
  const { id, order, rule, usesLatest, request, now } = newRecurrence
  const found = occurrencesToMake({ rule, now, madeUntil: null })
  const { content, targets, caption, description } = order
  await insertPosts(services, userId, {
    orders: postsOfOccurrences(order, id, found),
    first: async (tx) => {
      await requireFewerRepeats(tx, userId)
      await tx.insert(recurrences).values({
        ...content,
        id,
        userId,
        usesLatest,
        requestId: request.id,
        requestDigest: request.digest,
        targets,
        caption,
        description,
        rule: rule.rule,
        zone: rule.zone,
        firstWall: rule.first,
        madeUntil: found.at(-1)?.at ?? null,
      })
    },
  })
}

async function requireFewerRepeats(tx: Tx, userId: string): Promise<void> {
  const going = and(eq(recurrences.userId, userId), isNull(recurrences.endedAt))
  const [row] = await tx.select({ going: count() }).from(recurrences).where(going)
  if ((row?.going ?? 0) >= RECURRENCES_MAX) throw new AppError('REPEATS_MAX', { limit: RECURRENCES_MAX })
}

async function recurrenceOfRequest(services: PostServices, userId: string, { id, digest }: PostRequestKey): Promise<RecurringPost | null> {
  const existing = await services.db.asUser(userId, (tx) =>
    tx
      .select({ id: recurrences.id, requestDigest: recurrences.requestDigest })
      .from(recurrences)
      .where(and(eq(recurrences.userId, userId), eq(recurrences.requestId, id))),
  )
  requireSameRequest(existing, digest)
  const [row] = existing
  return row ? readRecurrence(services, userId, row.id) : null
}

const ERROR_OF: Record<RuleFault, [ErrorCode, ErrorDetails]> = {
  unreadable: ['RULE_UNREADABLE', {}],
  'too-often': ['RULE_TOO_OFTEN', { limit: OCCURRENCES_PER_DAY_MAX }],
  'too-many': ['RULE_TOO_MANY', { limit: RECURRENCE_COUNT_MAX }],
}

/** The rule as it is stored; throws when it or its zone is invalid. */
export function parseRecurrenceRule({ rule, zone, first }: RecurrenceRule): RecurrenceRule {
  requireZone(zone)
  const repetition = { rule: cleanRule(rule), zone, first }
  const fault = ruleFault(repetition)
  if (fault) throw new AppError(...ERROR_OF[fault])
  return repetition
}
