import { and, asc, eq, gte } from 'drizzle-orm'
import { postPath } from '@ninesixteen/shared/api/limits'
import type { PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { NewPublicPosts, PublicPost } from '@ninesixteen/shared/public-api/posts'
import { postEvents, publishAttempts } from '../../db/schema-publishing.ts'
import { cancelPosts, movePosts } from '../../posts/change-posts.ts'
import { listPosts, readPost, readPostDetails } from '../../posts/list-posts.ts'
import { retryPost } from '../../posts/retry-and-remove.ts'
import type { Services } from '../services.ts'
import { checkPlan, createPlan, planPosts } from './plan-posts.ts'
import { companyOf, procedures, requireCompany, requireScope, type PublicContext } from './procedures.ts'

export const publicPostRoutes = {
  list: procedures.posts.list.handler(async ({ context: { services, key }, input: { query } }) => {
    const { company_id: requestedCompany, ...page } = query
    const companyId = companyOf(key, requestedCompany) ?? undefined
    const { posts, next } = await listPosts(services, key.ownerId, { ...page, companyId, offset: 0 })
    return { posts: posts.map((post) => presentPost(services, post)), next }
  }),

  get: procedures.posts.get.handler(async ({ context, input: { params } }) => {
    const { services, key } = context
    const post = await readPostDetails(services, key.ownerId, params.id)
    requireCompany(key, post.companyId)
    return { ...presentPost(services, post), history: post.history, attempts: await attemptsOf(context, params.id) }
  }),

  check: procedures.posts.check.handler(async ({ context, input: { body } }) => {
    const plan = await planPosts(context, body)
    const { problems, accounts } = await checkPlan(context, plan)
    return { problems: problems.map(problemIn(accounts)), needs_approval: plan.unapproved.map(({ id }) => id) }
  }),

  create: procedures.posts.create.handler(async ({ context, input: { body } }) => {
    requireScheduling(context, body)
    const { services } = context
    const plan = await planPosts(context, body)
    const { scheduled, drafts, problems } = await createPlan(context, plan)
    const posts = [
      ...scheduled.map((post) => ({ ...presentPost(services, post), approval: null })),
      ...drafts.map(({ post, message }) => {
        const shown = presentPost(services, post)
        return { ...shown, approval: { needs_approval: true as const, message, url: shown.url } }
      }),
    ]
    return { posts, problems: problems.map(problemIn(plan.accounts)) }
  }),

  move: procedures.posts.move.handler(async ({ context, input: { params, body } }) => {
    const { services, key } = context
    await own(context, params.id)
    if (await wasDone(context, params.id, 'moved')) return presentPost(services, await readPost(services, key.ownerId, params.id))
    const [post] = await movePosts(services, key.ownerId, [
      { id: params.id, scheduledTime: body.scheduled_at, seenAt: context.lostSince ?? null },
    ])
    if (!post) throw new AppError('NOT_FOUND')
    return presentPost(services, post)
  }),

  cancel: procedures.posts.cancel.handler(async ({ context, input: { params } }) => {
    const { services, key } = context
    await own(context, params.id)
    const { late } = await cancelPosts(services, key.ownerId, [params.id])
    if (late.length > 0) throw new AppError('POST_SENDING')
    return presentPost(services, await readPost(services, key.ownerId, params.id))
  }),

  retry: procedures.posts.retry.handler(async ({ context, input: { params, body } }) => {
    const { services, key } = context
    await own(context, params.id)
    if (await wasDone(context, params.id, 'retried')) return presentPost(services, await readPost(services, key.ownerId, params.id))
    return presentPost(
      services,
      await retryPost(services, key.ownerId, { id: params.id, scheduledTime: body.scheduled_at, seenAt: context.lostSince ?? null }),
    )
  }),
}

/** A key for drafts alone never schedules. */
function requireScheduling({ key }: PublicContext, { scheduled_at: at }: NewPublicPosts): void {
  if (at !== null) requireScope(key, ['posts:schedule'])
}

async function own({ services, key }: PublicContext, id: string): Promise<void> {
  const { companyId } = await readPost(services, key.ownerId, id)
  requireCompany(key, companyId)
}

/** Whether an earlier request with this key did it before its process ended. */
async function wasDone({ services, key, lostSince }: PublicContext, postId: string, kind: 'moved' | 'retried'): Promise<boolean> {
  if (!lostSince) return false
  const isIt = and(eq(postEvents.postId, postId), eq(postEvents.kind, kind), gte(postEvents.at, lostSince))
  return (await services.db.asUser(key.ownerId, (tx) => tx.$count(postEvents, isIt))) > 0
}

async function attemptsOf({ services, key }: PublicContext, postId: string) {
  const { attempt: number, phase, code, message, startedAt, finishedAt } = publishAttempts
  const rows = await services.db.asUser(key.ownerId, (tx) =>
    tx
      .select({ number, phase, code, message, startedAt, finishedAt })
      .from(publishAttempts)
      .where(and(eq(publishAttempts.userId, key.ownerId), eq(publishAttempts.postId, postId)))
      .orderBy(asc(number)),
  )
  return rows.map(({ startedAt: started, finishedAt: finished, ...attempt }) => ({
    ...attempt,
    started_at: started.toISOString(),
    finished_at: finished?.toISOString() ?? null,
  }))
}

function problemIn(accounts: ReadonlyMap<string, string>) {
  return ({ platform, accountId, code, severity, message }: PostProblem) => ({
    account_id: accounts.get(`${platform} ${accountId}`) ?? null,
    code,
    severity,
    message,
  })
}

export function presentPost({ config }: Pick<Services, 'config'>, post: ScheduledPost): PublicPost {
  const { id, platform, kind, caption, description, status, delivery, detail, approval } = post
  return {
    id,
    slideshow_id: post.projectId,
    company_id: post.companyId,
    platform,
    account_id: post.account?.id ?? null,
    kind,
    scheduled_at: post.scheduledTime,
    time_zone: post.timeZone,
    caption,
    description,
    status,
    delivery,
    detail,
    published_at: post.publishedAt,
    error: post.errorMessage,
    client_approval: {
      state: approval.state,
      is_required: approval.isRequired,
      decided_by: approval.decidedBy,
      decided_at: approval.decidedAt,
    },
    remote_url: post.remoteUrl,
    url: new URL(postPath(id), config.publicUrl).href,
    created_at: post.createdAt,
    updated_at: post.updatedAt,
  }
}
