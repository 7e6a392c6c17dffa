import { createHmac } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ApprovalLink, newApprovalLinkSchema } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_LINK_POSTS_MAX, APPROVAL_PAGES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE } from '@ninesixteen/shared/publishing/delivery'
import type { z } from 'zod'
import { passwords } from '../../auth/passwords.ts'
import type { Config } from '../../config/config.ts'
import type { Db, Tx } from '../../db/db.ts'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { users } from '../../db/schema-accounts.ts'
import { approvalLinkPosts, approvalLinks, postApprovals } from '../../db/schema-approvals.ts'
import { companies } from '../../db/schema-companies.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import type { SecretBox, SecretOwner } from '../../secrets/sealed.ts'
import { hashOfToken, newToken } from '../manual-posting/links.ts'
import { addEvents } from '../post-events.ts'
import { areOwn, isChangeable } from '../post-rows.ts'
import { requireZone } from '../post-request.ts'

export type LinkDeps = { config: Pick<Config, 'publicUrl'>; db: Db; sealer: SecretBox }
type NewLink = z.output<typeof newApprovalLinkSchema>

export const approvalLinkOwner = ({ userId, id }: { userId: string; id: string }): SecretOwner => ({ userId, purpose: `approval.${id}` })

const LINKS_MAX: RowLimit = { table: approvalLinks, limit: 500, plural: 'approval links' }
const DAY_MS = 24 * 60 * 60 * 1000

/** A valid link. */
export interface OpenLink {
  id: string
  userId: string
  title: string
  company: string | null
  logoPath: string | null
  passcodeHash: string | null
  expiresAt: Date
}

/** The link of a token, as the system: the caller has a token and no session. Throws APPROVAL_LINK_GONE. */
export async function findLink({ db }: LinkDeps, token: string): Promise<OpenLink> {
  const { id, userId, title, passcodeHash, expiresAt } = approvalLinks
  const [link] = await db.asSystem((tx) =>
    tx
      .select({ id, userId, title, passcodeHash, expiresAt, company: companies.name, logoPath: companies.logoPath })
      .from(approvalLinks)
      .innerJoin(users, eq(users.id, userId))
      .leftJoin(companies, eq(companies.id, approvalLinks.companyId))
      .where(and(eq(approvalLinks.tokenHash, hashOfToken(token)), sql`${expiresAt} > now()`, isNull(users.lockedAt))),
  )
  if (!link) throw new AppError('APPROVAL_LINK_GONE')
  return link
}

/** The proof that a browser stores after unlocking. It expires with the link or its passcode, and reveals neither. */
export function proofOf(passcodeHash: string, token: string): string {
  return createHmac('sha256', passcodeHash).update(token).digest('base64url')
}

/** Shares posts that have not gone out yet. */
export async function createLink(deps: LinkDeps, userId: string, input: NewLink): Promise<ApprovalLink> {
  const passcodeHash = input.passcode === undefined ? null : await passwords.hash(input.passcode)
  const token = newToken()
  const id = await deps.db.asUser(userId, async (tx) => {
    await requireFewerRows(tx, userId, LINKS_MAX)
    const posts = await postsToShare(tx, userId, input)
    if (posts.length === 0 || posts.length > APPROVAL_LINK_POSTS_MAX) throw new AppError('APPROVAL_NO_POSTS')
    const [link] = await tx
      .insert(approvalLinks)
      .values({
        userId,
        tokenHash: hashOfToken(token),
        sealed: '',
        companyId: companyOf(posts),
        title: input.title || titleOf(posts.length),
        passcodeHash,
        expiresAt: new Date(Date.now() + input.days * DAY_MS),
      })
      .returning({ id: approvalLinks.id, title: approvalLinks.title })
    if (!link) throw new AppError('INTERNAL')
    await tx
      .update(approvalLinks)
      .set({ sealed: deps.sealer.seal(token, approvalLinkOwner({ userId, id: link.id })) })
      .where(eq(approvalLinks.id, link.id))
    await tx.insert(approvalLinkPosts).values(posts.map((post, position) => ({ userId, linkId: link.id, postId: post.id, position })))
    await tx
      .insert(postApprovals)
      .values(posts.map((post) => ({ userId, postId: post.id })))
      .onConflictDoNothing()
    await addEvents(
      tx,
      userId,
      posts.map((post) => ({ postId: post.id, kind: 'shared', text: `Shared for approval: ${link.title}.` })),
    )
    return link.id
  })
  const [created] = await listLinks(deps, userId, id)
  if (!created) throw new AppError('NOT_FOUND')
  return created
}

/** In publishing order; drafts come last. All chosen posts must be the user's. */
async function postsToShare(tx: Tx, userId: string, { postIds, month }: NewLink) {
  const selection = postIds ? areOwn(userId, postIds) : month && isOfMonth(userId, month)
  const posts = await tx
    .select({ id: scheduledPosts.id, companyId: scheduledPosts.companyId, delivery: scheduledPosts.delivery })
    .from(scheduledPosts)
    .where(selection)
    .orderBy(sql`${scheduledPosts.scheduledTime} nulls last`, scheduledPosts.id)
  if (postIds && posts.length < new Set(postIds).size) throw new AppError('NOT_FOUND')
  return posts.filter(({ delivery }) => CHANGEABLE.includes(delivery))
}

function isOfMonth(userId: string, { companyId, month, timeZone }: NonNullable<NewLink['month']>) {
  requireZone(timeZone)
  return and(
    eq(scheduledPosts.userId, userId),
    eq(scheduledPosts.companyId, companyId),
    isChangeable,
    sql`to_char(${scheduledPosts.scheduledTime} at time zone ${timeZone}, 'YYYY-MM') = ${month}`,
  )
}

/** The company that all posts share; null when they differ. */
function companyOf(posts: readonly { companyId: string | null }[]): string | null {
  const [first] = posts
  return first && posts.every(({ companyId }) => companyId === first.companyId) ? first.companyId : null
}

function titleOf(posts: number): string {
  return posts === 1 ? 'One post' : `${posts} posts`
}

/** The user's links and their progress, the newest first; or the link with this id. */
export async function listLinks({ config, db, sealer }: LinkDeps, userId: string, id?: string): Promise<ApprovalLink[]> {
  const countValid = (state: string) =>
    sql`count(*) filter (where ${postApprovals.state} = ${state} and ${postApprovals.digest} = app_post_digest(${postApprovals.postId}))::int`
  const rows = await db.asUser(userId, (tx) =>
    tx
      .select({
        link: approvalLinks,
        isExpired: sql<boolean>`${approvalLinks.expiresAt} <= now()`,
        posts: sql<number>`count(${approvalLinkPosts.postId})::int`,
        approved: countValid('approved').mapWith(Number),
        changesAsked: countValid('changes-asked').mapWith(Number),
      })
      .from(approvalLinks)
      .leftJoin(approvalLinkPosts, eq(approvalLinkPosts.linkId, approvalLinks.id))
      .leftJoin(postApprovals, eq(postApprovals.postId, approvalLinkPosts.postId))
      .where(and(eq(approvalLinks.userId, userId), id === undefined ? undefined : eq(approvalLinks.id, id)))
      .groupBy(approvalLinks.id)
      .orderBy(desc(approvalLinks.createdAt), approvalLinks.id),
  )
  return rows.map(({ link, ...counts }) => {
    const token = sealer.open(link.sealed, approvalLinkOwner(link))
    return {
      ...counts,
      id: link.id,
      title: link.title,
      url: token && `${config.publicUrl}${APPROVAL_PAGES}/${token}`,
      hasPasscode: link.passcodeHash !== null,
      companyId: link.companyId,
      expiresAt: link.expiresAt.toISOString(),
      openedAt: link.openedAt?.toISOString() ?? null,
      createdAt: link.createdAt.toISOString(),
    }
  })
}

export async function revokeLink({ db }: LinkDeps, userId: string, id: string): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const posts = await tx.select({ postId: approvalLinkPosts.postId }).from(approvalLinkPosts).where(eq(approvalLinkPosts.linkId, id))
    const revoked = await tx
      .delete(approvalLinks)
      .where(and(eq(approvalLinks.userId, userId), eq(approvalLinks.id, id)))
      .returning({ title: approvalLinks.title })
    const [link] = revoked
    if (!link) throw new AppError('NOT_FOUND')
    await addEvents(
      tx,
      userId,
      posts.map(({ postId }) => ({ postId, kind: 'shared', text: `Link for approval revoked: ${link.title}.` })),
    )
  })
}
