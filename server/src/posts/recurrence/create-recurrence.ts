import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { REPEATS_MAX } from '@ninesixteen/shared/api/limits'
import type { Repeat } from '@ninesixteen/shared/api/recurrence'
import type { NewPosts, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { nextOccurrences, type Repetition } from '@ninesixteen/shared/time/occurrences'
import { isUniqueViolation } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import { postRepeats } from '../../db/schema-planning.ts'
import { requestDigest } from '../../idempotency/request-digest.ts'
import { plannedPosts, requireSameRequest } from '../create-posts.ts'
import { databaseTime, readOrder, type Order } from '../post-request.ts'
import { placeOrders, type OrderRequest } from '../insert-posts.ts'
import { PostsRefused } from '../posts-rejected.ts'
import { checkPosts } from '../preflight/preflight.ts'
import type { Scheduling } from '../post-services.ts'
import { readRepeat } from './list-recurrences.ts'
import { occurrencesToMake, ordersOf } from './occurrence-orders.ts'
import { readRecurrence } from './recurrence-rule.ts'

export type NewRepeat = Omit<NewPosts, 'scheduledTime' | 'timeZone'> & { recurrence: Repetition; usesLatest: boolean }

export interface MadeRepeat {
  repeat: Repeat
  problems: PostProblem[]
}

/**
 * Begins a repetition and makes its first posts, all or nothing. The same request again answers the same repetition; its id with other content
 * is REQUEST_REUSED.
 */
export async function createRepeat(services: Scheduling, userId: string, input: NewRepeat): Promise<MadeRepeat> {
  const { requestId, ...asked } = input
  const { recurrence, usesLatest, ...content } = asked
  const request = { id: requestId, digest: requestDigest('repeat', asked) }
  const earlier = await repeatOfRequest(services, userId, request)
  if (earlier) return { repeat: earlier, problems: [] }
  const repetition = readRecurrence(recurrence)
  const { order, now } = await services.db.asUser(userId, async (tx) => ({
    order: await readOrder(tx, userId, { ...content, timeZone: repetition.zone, scheduledTime: 'now' }),
    now: await databaseTime(tx),
  }))
  const [next] = nextOccurrences(repetition, now, 1)
  if (!next) throw new AppError('RULE_EMPTY')
  // All of them are alike: what would stop one stops each.
  const problems = await checkPosts(services, userId, plannedPosts({ ...order, time: next.at }))
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRefused(problems)
  const begun: Begun = { id: randomUUID(), order, repetition, usesLatest, request, now }
  try {
    await begin(services, userId, begun)
  } catch (error) {
    const first = isUniqueViolation(error) ? await repeatOfRequest(services, userId, request) : null
    if (!first) throw error
    return { repeat: first, problems }
  }
  return { repeat: await readRepeat(services, userId, begun.id), problems }
}

interface Begun {
  id: string
  order: Order
  repetition: Repetition
  usesLatest: boolean
  request: OrderRequest
  now: Date
}

async function begin(services: Scheduling, userId: string, begun: Begun): Promise<void> {
  const { id, order, repetition, usesLatest, request, now } = begun
  const found = occurrencesToMake({ repetition, now, madeUntil: null })
  const { content, targets, caption, description } = order
  await placeOrders(services, userId, {
    orders: ordersOf(order, id, found),
    first: async (tx) => {
      await requireFewerRepeats(tx, userId)
      await tx.insert(postRepeats).values({
        ...content,
        id,
        userId,
        usesLatest,
        requestId: request.id,
        requestDigest: request.digest,
        targets,
        caption,
        description,
        rule: repetition.rule,
        zone: repetition.zone,
        firstWall: repetition.first,
        madeUntil: found.at(-1)?.at ?? null,
      })
    },
  })
}

async function requireFewerRepeats(tx: Tx, userId: string): Promise<void> {
  const going = and(eq(postRepeats.userId, userId), isNull(postRepeats.endedAt))
  const [row] = await tx.select({ going: count() }).from(postRepeats).where(going)
  if ((row?.going ?? 0) >= REPEATS_MAX) throw new AppError('REPEATS_MAX', { limit: REPEATS_MAX })
}

async function repeatOfRequest(services: Scheduling, userId: string, { id, digest }: OrderRequest): Promise<Repeat | null> {
  const made = await services.db.asUser(userId, (tx) =>
    tx
      .select({ id: postRepeats.id, requestDigest: postRepeats.requestDigest })
      .from(postRepeats)
      .where(and(eq(postRepeats.userId, userId), eq(postRepeats.requestId, id))),
  )
  requireSameRequest(made, digest)
  const [row] = made
  return row ? readRepeat(services, userId, row.id) : null
}
