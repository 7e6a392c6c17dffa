import { eq, and, sql } from 'drizzle-orm'
import type { WebhookEvent } from '@ninesixteen/shared/api/webhooks'
import type { Tx } from '../db/db.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { projects } from '../db/schema-projects.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { addWebhookEvents } from '../webhooks/outbox.ts'

/** Records an event for each of these posts, with what its row says now. */
export async function addPostWebhooks(tx: Tx, type: WebhookEvent, posts: readonly { id: string; userId: string }[]): Promise<void> {
  for (const [userId, ownPosts] of Map.groupBy(posts, ({ userId: owner }) => owner)) {
    const ids = ownPosts.map(({ id }) => id)
    await addWebhookEvents(tx, { userId, type }, () => readPosts(tx, userId, ids))
  }
}

async function readPosts(tx: Tx, userId: string, ids: readonly string[]) {
  const post = scheduledPosts
  const isAccount = and(
    eq(socialAccounts.userId, post.userId),
    eq(socialAccounts.platform, post.platform),
    eq(socialAccounts.accountId, post.accountId),
  )
  const rows = await tx
    .select({
      postId: post.id,
      slideshowId: post.projectId,
      title: projects.title,
      kind: post.kind,
      platform: post.platform,
      accountId: post.accountId,
      username: socialAccounts.username,
      scheduledAt: post.scheduledTime,
      publishedAt: post.publishedAt,
      remoteUrl: post.remoteUrl,
      code: post.errorCode,
      message: post.errorMessage,
    })
    .from(post)
    .leftJoin(projects, eq(projects.id, post.projectId))
    .leftJoin(socialAccounts, isAccount)
    .where(and(eq(post.userId, userId), sql`${post.id} = any(${sql.param(ids)}::uuid[])`))
  return rows.map(({ accountId, username, code, message, ...facts }) => ({
    ...facts,
    account: { id: accountId, username },
    error: message === null ? null : { code, message },
  }))
}
