import { and, eq } from 'drizzle-orm'
import { socialAccounts } from '../db/schema-connections.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'

/** Joins a post with the connected account that it goes to; a disconnected one has no row. */
export const isAccountOfPost = and(
  eq(socialAccounts.userId, scheduledPosts.userId),
  eq(socialAccounts.platform, scheduledPosts.platform),
  eq(socialAccounts.accountId, scheduledPosts.accountId),
)
