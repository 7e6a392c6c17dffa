import type { NewPosts, PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { NewPublicPosts } from '@ninesixteen/shared/public-api/posts'
import { creditsByDefault, withCredits } from '@ninesixteen/shared/stock/credit'
import { consentFor, withoutConsent } from '@ninesixteen/shared/publishing/platforms'
import { readPostCredits } from '../../posts/post-credits.ts'
import { ownProject } from '../../projects/project-rows.ts'
import { checkPostRequest, createPosts } from '../../posts/create-posts.ts'
import { writeId } from '../../idempotency/idempotency-keys.ts'
import { requireCompany, type PublicContext } from './procedures.ts'

type Target = NewPosts['targets'][number]

/** Posts that can be scheduled, and those that wait as drafts for a consent that only the user can give. */
export interface PostPlan {
  request: Omit<NewPosts, 'requestId' | 'targets'>
  targets: Target[]
  unapproved: { id: string; target: Target; message: string }[]
  /** Ids of accounts by platform and the platform's id. */
  accounts: ReadonlyMap<string, string>
}

/** Parses a request of a key. The key can't give a consent; one among its options is ignored. */
export async function planPosts({ services, key }: PublicContext, body: NewPublicPosts): Promise<PostPlan> {
  const { project, credits } = await services.db.asUser(key.ownerId, async (tx) => ({
    project: await ownProject(tx, key.ownerId, body.slideshow_id),
    credits: await readPostCredits(tx, key.ownerId, { projectId: body.slideshow_id, kind: body.kind }),
  }))
  requireCompany(key, project.companyId)
  const isOn = body.photo_credits ?? creditsByDefault(credits)
  const credited = (text: string) => withCredits(text, credits, isOn)
  const connected = new Map((await services.connections.accounts.list(key.ownerId)).map((account) => [account.id, account]))
  const plan: PostPlan = {
    request: requestOf({ ...body, description: credited(body.description) }),
    targets: [],
    unapproved: [],
    accounts: accountsOf([...connected.values()]),
  }
  for (const { account_id: id, options, caption, description } of body.targets) {
    const account = connected.get(id)
    if (!account) throw new AppError('INVALID_INPUT', { fields: 'targets' })
    const { platform, accountId } = account
    const own = description === undefined ? undefined : credited(description)
    const target = { platform, accountId, options: withoutConsent(platform, options), caption, description: own }
    const consent = body.scheduled_at === null ? null : consentFor(platform, options)
    if (consent === null) plan.targets.push(target)
    else plan.unapproved.push({ id, target, message: consent.message })
  }
  return plan
}

function accountsOf(accounts: readonly { id: string; platform: string; accountId: string }[]): ReadonlyMap<string, string> {
  return new Map(accounts.map(({ id, platform, accountId }) => [`${platform} ${accountId}`, id]))
}

function requestOf(body: NewPublicPosts): PostPlan['request'] {
  const { kind, caption, description } = body
  return {
    projectId: body.slideshow_id,
    projectVersion: body.version,
    kind,
    film: kind === 'video' ? { seconds: body.seconds_per_slide, crossFade: false } : null,
    photos: [],
    scheduledTime: body.scheduled_at,
    timeZone: body.time_zone,
    caption,
    description,
  }
}

/** Checks these posts without creating them. */
export async function checkPlan({ services, key }: PublicContext, plan: PostPlan) {
  const check = (targets: Target[], scheduledTime: NewPosts['scheduledTime']) =>
    targets.length === 0 ? [] : checkPostRequest(services, key.ownerId, { ...plan.request, targets, scheduledTime })
  const problems = [...(await check(plan.targets, plan.request.scheduledTime)), ...(await check(draftTargets(plan), null))]
  return { problems, accounts: plan.accounts }
}

const draftTargets = ({ unapproved }: PostPlan): Target[] => unapproved.map(({ target }) => target)

export interface CreatedPlan {
  scheduled: ScheduledPost[]
  drafts: { post: ScheduledPost; message: string }[]
  problems: PostProblem[]
}

/** Creates the posts once: each part has a request id of its own, which a retry repeats. */
export async function createPlan(
  { services, key, writeId: requestId, lostSince = null }: PublicContext,
  plan: PostPlan,
): Promise<CreatedPlan> {
  const { request, targets, unapproved } = plan
  const create = (part: Pick<NewPosts, 'requestId' | 'targets' | 'scheduledTime'>) =>
    part.targets.length === 0 ? { posts: [], problems: [] } : createPosts(services, key.ownerId, { ...request, ...part, seenAt: lostSince })
  const scheduled = await create({ requestId, targets, scheduledTime: request.scheduledTime })
  const drafts = await create({ requestId: writeId(requestId, 'drafts'), targets: draftTargets(plan), scheduledTime: null })
  const messages = new Map(unapproved.map(({ target, message }) => [`${target.platform} ${target.accountId}`, message]))
  return {
    scheduled: scheduled.posts,
    drafts: drafts.posts.map((post) => ({ post, message: messages.get(`${post.platform} ${post.accountId}`) ?? '' })),
    problems: [...scheduled.problems, ...drafts.problems],
  }
}
