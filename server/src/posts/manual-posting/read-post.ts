import { and, asc, eq, sql } from 'drizzle-orm'
import { platformSchema } from '@ninesixteen/shared/api/accounts'
import type { ManualPosting, ManualPostingContent, ManualPostingState } from '@ninesixteen/shared/api/manual-posting'
import { MANUAL_POSTING_FILES } from '@ninesixteen/shared/api/limits'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { manualPostingLinks } from '../../db/schema-manual-posting.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { type PostRef, hashOfToken } from './links.ts'
import { outgoingName } from '../../platforms/publishing.ts'

/** A post and the token of the request. */
export interface PostByToken extends PostRef {
  token: string
}

/** The part of a post that anyone with its link may see: of its user only the name that is public on the platform. */
const COLUMNS = {
  platform: scheduledPosts.platform,
  accountId: scheduledPosts.accountId,
  kind: scheduledPosts.kind,
  caption: scheduledPosts.caption,
  description: scheduledPosts.description,
  options: scheduledPosts.options,
  delivery: scheduledPosts.delivery,
  scheduledTime: scheduledPosts.scheduledTime,
  remoteUrl: scheduledPosts.remoteUrl,
  expiresAt: manualPostingLinks.expiresAt,
  isAlive: sql<boolean>`${manualPostingLinks.expiresAt} > now()`,
  usedAt: manualPostingLinks.usedAt,
  answer: manualPostingLinks.answer,
}

export type ManualPostRow = NonNullable<Awaited<ReturnType<typeof readRow>>>

/** The post of a token with its link. Locked, it stays as it is until the transaction ends; the post comes first, as everywhere. */
export async function readRow(tx: Tx, { token, userId, postId }: PostByToken, isLocked = false) {
  const post = and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId))
  if (isLocked) await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(post).for('update')
  const [row] = await tx
    .select(COLUMNS)
    .from(scheduledPosts)
    .innerJoin(manualPostingLinks, eq(manualPostingLinks.postId, scheduledPosts.id))
    .where(and(post, eq(manualPostingLinks.tokenHash, hashOfToken(token))))
  return row?.isAlive ? row : null
}

export function stateOf({ answer, delivery }: ManualPostRow): ManualPostingState {
  return answer ?? (delivery === 'handed-over' ? 'open' : 'withdrawn')
}

export function platformOf({ platform }: ManualPostRow): PlatformId {
  return platformSchema.parse(platform)
}

/** The current state, for the page of the link. */
export async function presentManualPost(tx: Tx, row: ManualPostRow, { token, userId, postId }: PostByToken): Promise<ManualPosting> {
  const state = stateOf(row)
  const { label, domain } = PLATFORMS[platformOf(row)]
  const [account] = await tx
    .select({ username: socialAccounts.username })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.platform, row.platform), eq(socialAccounts.accountId, row.accountId)))
  return {
    state,
    platform: { label, site: `https://www.${domain}/` },
    account: account?.username.replace(/^@/, '') ?? null,
    scheduledTime: row.scheduledTime?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.usedAt?.toISOString() ?? null,
    remoteUrl: state === 'posted' ? row.remoteUrl : null,
    content: state === 'open' ? await contentOf(tx, row, { token, userId, postId }) : null,
  }
}

async function contentOf(tx: Tx, row: ManualPostRow, { token, userId, postId }: PostByToken): Promise<ManualPostingContent> {
  const media = await tx
    .select()
    .from(postMedia)
    .where(and(eq(postMedia.postId, postId), eq(postMedia.userId, userId)))
    .orderBy(asc(postMedia.position))
  const { kind, caption, description, options } = row
  const files = media.map(({ position, mimeType, bytes, width, height }) => {
    const name = outgoingName(kind, { position, mimeType })
    return { name, url: `${MANUAL_POSTING_FILES}/${token}/${position}/${name}`, mimeType, bytes, width, height }
  })
  return { kind, caption, description, tags: tagsOf(options), files }
}

/** Platforms with tags store them among the post's options. */
function tagsOf({ tags }: Record<string, unknown>): string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}
