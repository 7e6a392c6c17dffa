import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { createRenderer, type Renderer } from '../rendering/renderer.ts'
import { startTestApp, type TestApp, type TestSettings, type TestUser } from './app.ts'

export { HOUR_MS, inHours, postRequest, REQUIRED_OPTIONS, targetOf, type CreatedPosts } from './post-bodies.ts'

const ASSETS = join(import.meta.dirname, '../../../shared/generated/painter')

/** The product with the real renderer, which starts with the first slide. */
export function startScheduler(settings: TestSettings = {}): Promise<TestApp> {
  return startTestApp({ renderer: sharedRenderer(), ...settings })
}

let shared: Renderer | undefined
export function sharedRenderer(): Renderer {
  return (shared ??= createRenderer({ assetsDir: ASSETS }))
}

/** Connects an account whose tokens the test never uses. */
export async function connectAccount(
  { services }: TestApp,
  user: TestUser,
  { platform, accountId = randomUUID() }: { platform: PlatformId; accountId?: string },
): Promise<string> {
  const row = { userId: user.id, platform, accountId, username: `${platform}-${accountId.slice(0, 4)}`, accessToken: 'sealed.v1.none' }
  await services.db.asUser(user.id, (tx) => tx.insert(socialAccounts).values({ ...row, scopes: ['video.publish', 'write'] }))
  return accountId
}

/** Updates a post's row in place of the publisher. */
export async function setPost({ services }: TestApp, id: string, set: Partial<typeof scheduledPosts.$inferInsert>): Promise<void> {
  await services.db.asSystem((tx) => tx.update(scheduledPosts).set(set).where(eq(scheduledPosts.id, id)))
}
