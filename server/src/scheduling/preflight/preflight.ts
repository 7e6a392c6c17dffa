import { and, eq } from 'drizzle-orm'
import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import { POST_FORMS, POST_OPTIONS } from '@ninesixteen/shared/publishing/platforms'
import { socialAccounts } from '../../db/schema.ts'
import type { Scheduling } from '../scheduling.ts'

/** A post before it goes out, as far as it matters for whether it can. */
export interface PlannedPost {
  platform: PlatformId
  accountId: string
  options: Record<string, unknown>
  kind: PostKind
  pictures: number
  isDraft: boolean
}

type Account = typeof socialAccounts.$inferSelect

const ACCOUNTS_HREF = '/settings?tab=accounts'

/** Everything that would stop these posts, or that their person should know. A draft may still be incomplete. */
export async function checkPosts({ db }: Scheduling, userId: string, posts: readonly PlannedPost[]): Promise<PostProblem[]> {
  const accounts = await db.asUser(userId, (tx) =>
    tx
      .select()
      .from(socialAccounts)
      .where(and(eq(socialAccounts.userId, userId))),
  )
  return posts.flatMap((post) => {
    const account = accounts.find(({ platform, accountId }) => platform === post.platform && accountId === post.accountId)
    return [...accountProblems(post, account), ...optionProblems(post), ...pictureProblems(post)]
  })
}

function accountProblems(post: PlannedPost, account: Account | undefined): PostProblem[] {
  const { label } = PLATFORMS[post.platform]
  const fix = { fixHref: ACCOUNTS_HREF }
  if (!account) {
    const message = `This ${label} account is not connected.`
    return [{ ...problemOf(post), code: 'account-gone', severity: 'stop', message, fix: 'Connect it', ...fix }]
  }
  if (account.state === 'active') return []
  const message = `${label} no longer accepts the connection of @${account.username}. The post waits until it is renewed.`
  return [{ ...problemOf(post), code: 'reconnect', severity: 'warn', message, fix: `Reconnect @${account.username}`, ...fix }]
}

function optionProblems(post: PlannedPost): PostProblem[] {
  if (post.isDraft) return []
  const parsed = POST_OPTIONS[post.platform].safeParse(post.options)
  if (parsed.success) return []
  const fields = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'options')))]
  const message = `${PLATFORMS[post.platform].label} wants more to be chosen: ${fields.join(', ')}.`
  return [{ ...problemOf(post), code: 'options', severity: 'stop', message, fix: null, fixHref: null }]
}

function pictureProblems(post: PlannedPost): PostProblem[] {
  const { picturesMax } = POST_FORMS[post.platform]
  if (post.kind !== 'slides' || post.pictures <= picturesMax) return []
  const message = `${PLATFORMS[post.platform].label} takes at most ${picturesMax} pictures a post, and these are ${post.pictures}.`
  return [{ ...problemOf(post), code: 'too-many-pictures', severity: 'stop', message, fix: 'Remove some slides', fixHref: null }]
}

function problemOf({ platform, accountId }: PlannedPost): Pick<PostProblem, 'platform' | 'accountId'> {
  return { platform, accountId }
}
