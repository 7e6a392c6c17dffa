import { randomUUID } from 'node:crypto'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import type { TestApp, TestUser } from './app.ts'

/** Inserts a connected account without any OAuth flow, for tests that need no platform; returns its id. */
export async function insertAccount(app: TestApp, { id: userId }: TestUser, overrides: Partial<typeof socialAccounts.$inferInsert> = {}) {
  const accountId = randomUUID()
  const [row] = await app.services.db.asUser(userId, (tx) =>
    tx
      .insert(socialAccounts)
      .values({ userId, platform: 'tiktok', accountId, username: `name-${accountId}`, accessToken: 'sealed.v1.none', ...overrides })
      .returning(),
  )
  if (!row) throw new Error('The account was not planted')
  return row
}

/** Inserts the row of a post. */
export async function insertPost(app: TestApp, { id: userId }: TestUser, overrides: Partial<typeof scheduledPosts.$inferInsert> = {}) {
  const [row] = await app.services.db.asUser(userId, (tx) =>
    tx
      .insert(scheduledPosts)
      .values({
        userId,
        platform: 'tiktok',
        accountId: 'none',
        snapshot: [],
        scheduledTime: new Date(Date.now() + 3_600_000),
        ...overrides,
      })
      .returning(),
  )
  if (!row) throw new Error('The post was not planted')
  return row
}
