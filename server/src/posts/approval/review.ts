import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { platformSchema } from '@ninesixteen/shared/api/accounts'
import type { ApprovalComment, OpenReview, ReviewPost, StoredApprovalState } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_COMMENTS_MAX, APPROVAL_FILES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { CHANGEABLE, type Delivery } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../../db/db.ts'
import { approvalComments, approvalLinkPosts, postApprovals } from '../../db/schema-approvals.ts'
import { isAccountOfPost } from '../account-of-post.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { extensionOf } from '../../platforms/publishing.ts'
import { isSent } from '../publishing/delivery-events.ts'
import type { OpenLink } from './links.ts'

/** The part of a post that its client sees: what goes out and when, and of the user only the account's public name. */
const COLUMNS = {
  id: scheduledPosts.id,
  position: approvalLinkPosts.position,
  platform: scheduledPosts.platform,
  username: socialAccounts.username,
  kind: scheduledPosts.kind,
  scheduledTime: scheduledPosts.scheduledTime,
  timeZone: scheduledPosts.timeZone,
  caption: scheduledPosts.caption,
  description: scheduledPosts.description,
  options: scheduledPosts.options,
  delivery: scheduledPosts.delivery,
  digest: sql<string>`app_post_digest(${scheduledPosts.id})`,
  state: postApprovals.state,
  decidedDigest: postApprovals.digest,
  decidedBy: postApprovals.decidedBy,
  decidedAt: postApprovals.decidedAt,
  withdrawnAt: postApprovals.withdrawnAt,
  files: sql<{ sha256: string; mimeType: string; width: number; height: number }[]>`(
    select coalesce(json_agg(json_build_object('sha256', sha256, 'mimeType', mime_type, 'width', width, 'height', height) order by position), '[]')
    from ${postMedia} where post_id = ${scheduledPosts.id})`,
  comments: sql<(Omit<ApprovalComment, 'at'> & { at: string })[]>`(
    select coalesce(json_agg(json_build_object('id', id, 'author', author, 'isOwner', is_owner, 'slide', slide, 'onCaption', on_caption,
      'text', text, 'at', created_at) order by created_at, id), '[]')
    from ${approvalComments} where post_id = ${scheduledPosts.id})`,
}

function readRows(tx: Tx, link: OpenLink) {
  return tx
    .select(COLUMNS)
    .from(approvalLinkPosts)
    .innerJoin(scheduledPosts, eq(scheduledPosts.id, approvalLinkPosts.postId))
    .innerJoin(postApprovals, eq(postApprovals.postId, scheduledPosts.id))
    .leftJoin(socialAccounts, isAccountOfPost)
    .where(
      and(eq(approvalLinkPosts.linkId, link.id), eq(scheduledPosts.userId, link.userId), sql`${scheduledPosts.delivery} <> 'cancelled'`),
    )
    .orderBy(asc(approvalLinkPosts.position))
}

/** The page of a link. Throws APPROVAL_LINK_GONE when none of its posts is visible. */
export async function readReview(tx: Tx, link: OpenLink, token: string): Promise<OpenReview> {
  const rows = await readRows(tx, link)
  // The link was revoked meanwhile, or its posts were deleted.
  if (rows.length === 0) throw new AppError('APPROVAL_LINK_GONE')
  const { title, company, logoPath, expiresAt } = link
  // Another logo has another address, because browsers cache it.
  const logoUrl = logoPath && `${APPROVAL_FILES}/${token}/logo/${createHash('sha256').update(logoPath).digest('hex')}`
  return { isLocked: false, title, company, logoUrl, expiresAt: expiresAt.toISOString(), posts: rows.map((row) => present(row, token)) }
}

function present(row: Awaited<ReturnType<typeof readRows>>[number], token: string): ReviewPost {
  const platform = platformSchema.parse(row.platform)
  const isValid = row.decidedDigest === row.digest
  return {
    position: row.position,
    platform: { id: platform, label: PLATFORMS[platform].label },
    account: row.username?.replace(/^@/, '') ?? null,
    kind: row.kind,
    scheduledTime: row.scheduledTime?.toISOString() ?? null,
    timeZone: row.timeZone,
    caption: row.caption,
    description: row.description,
    tags: tagsOf(row.options),
    // Named by their content: an address shows these bytes or nothing.
    files: row.files.map(({ sha256, mimeType, ...size }) => ({
      url: `${APPROVAL_FILES}/${token}/${row.position}/${sha256}.${extensionOf(mimeType)}`,
      mimeType,
      ...size,
    })),
    digest: row.digest,
    state: isValid ? row.state : 'in-review',
    isWithdrawn: row.withdrawnAt !== null || (row.state === 'approved' && !isValid),
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    stage: stageOf(row.delivery, row.files.length),
    comments: row.comments.map((comment) => ({ ...comment, at: new Date(comment.at).toISOString() })),
  }
}

function stageOf(delivery: Delivery, files: number): ReviewPost['stage'] {
  if (delivery === 'published') return 'published'
  if (isSent(delivery)) return 'sending'
  if (!CHANGEABLE.includes(delivery)) return 'ended'
  return files === 0 ? 'preparing' : 'open'
}

/** Platforms with tags store them among the post's options. */
function tagsOf({ tags }: Record<string, unknown>): string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/** A file of a post of the link, by its hash. */
export async function findReviewFile(
  tx: Tx,
  link: OpenLink,
  { position, sha256 }: { position: number; sha256: string },
): Promise<{ path: string; mimeType: string }> {
  const [file] = await tx
    .select({ path: postMedia.path, mimeType: postMedia.mimeType })
    .from(postMedia)
    .innerJoin(approvalLinkPosts, eq(approvalLinkPosts.postId, postMedia.postId))
    .where(
      and(
        eq(approvalLinkPosts.linkId, link.id),
        eq(approvalLinkPosts.position, position),
        eq(postMedia.userId, link.userId),
        eq(postMedia.sha256, sha256),
      ),
    )
  if (!file) throw new AppError('NOT_FOUND')
  return file
}

/** The post of the link at this position, locked until the transaction ends. */
export async function lockReviewPost(tx: Tx, link: OpenLink, position: number) {
  const isShared = and(
    eq(approvalLinkPosts.linkId, link.id),
    eq(approvalLinkPosts.position, position),
    eq(scheduledPosts.userId, link.userId),
  )
  await tx
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .innerJoin(approvalLinkPosts, eq(approvalLinkPosts.postId, scheduledPosts.id))
    .where(isShared)
    .for('update', { of: scheduledPosts })
  // The statement that waits for the lock computes the digest from what it saw before.
  const [post] = await tx
    .select({
      id: scheduledPosts.id,
      caption: scheduledPosts.caption,
      delivery: scheduledPosts.delivery,
      digest: sql<string>`app_post_digest(${scheduledPosts.id})`,
      files: sql<number>`(select count(*)::int from ${postMedia} where post_id = ${scheduledPosts.id})`,
      decided: { state: postApprovals.state, digest: postApprovals.digest, by: postApprovals.decidedBy },
    })
    .from(scheduledPosts)
    .innerJoin(approvalLinkPosts, eq(approvalLinkPosts.postId, scheduledPosts.id))
    .leftJoin(postApprovals, eq(postApprovals.postId, scheduledPosts.id))
    .where(isShared)
  if (!post || post.delivery === 'cancelled') throw new AppError('NOT_FOUND')
  return post
}

export interface Decision {
  state: Exclude<StoredApprovalState, 'in-review'>
  digest: string
  by: string
}

export async function storeDecision(tx: Tx, postId: string, { state, digest, by }: Decision): Promise<void> {
  await tx
    .update(postApprovals)
    .set({ state, digest, decidedBy: by, decidedAt: sql`now()`, withdrawnAt: null })
    .where(eq(postApprovals.postId, postId))
}

export interface NewComment {
  author: string
  isOwner: boolean
  slide: number | null
  onCaption: boolean
  text: string
}

/** Throws APPROVAL_COMMENTS_MAX at the limit of a post. */
export async function addComment(
  tx: Tx,
  { userId, postId, linkId }: { userId: string; postId: string; linkId: string | null },
  comment: NewComment,
): Promise<void> {
  const [row] = await tx.select({ comments: count() }).from(approvalComments).where(eq(approvalComments.postId, postId))
  if ((row?.comments ?? 0) >= APPROVAL_COMMENTS_MAX) throw new AppError('APPROVAL_COMMENTS_MAX', { limit: APPROVAL_COMMENTS_MAX })
  await tx.insert(approvalComments).values({ userId, postId, linkId, ...comment })
}

/** Whether the newest comment of a post says the same: a repeated request adds none. */
export async function isLastComment(tx: Tx, postId: string, { author, text }: Pick<NewComment, 'author' | 'text'>): Promise<boolean> {
  const [last] = await tx
    .select({ author: approvalComments.author, text: approvalComments.text })
    .from(approvalComments)
    .where(eq(approvalComments.postId, postId))
    .orderBy(desc(approvalComments.createdAt), desc(approvalComments.id))
    .limit(1)
  return last?.author === author && last.text === text
}

/** The comments of a post, for its owner. */
export async function readComments(tx: Tx, userId: string, postId: string): Promise<ApprovalComment[]> {
  const rows = await tx
    .select()
    .from(approvalComments)
    .where(and(eq(approvalComments.userId, userId), eq(approvalComments.postId, postId)))
    .orderBy(asc(approvalComments.createdAt), asc(approvalComments.id))
  return rows.map(({ id, author, isOwner, slide, onCaption, text, createdAt }) => ({
    id,
    author,
    isOwner,
    slide,
    onCaption,
    text,
    at: createdAt.toISOString(),
  }))
}
