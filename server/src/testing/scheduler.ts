import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { createRenderer, type Renderer } from '../rendering/renderer.ts'
import { startTestApp, type TestApp, type TestSettings, type TestUser } from './app.ts'

const ASSETS = join(import.meta.dirname, '../../../shared/generated/painter')

/** Required options of each platform. */
export const REQUIRED_OPTIONS: Record<PlatformId, Record<string, unknown>> = {
  tiktok: { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true },
  tumblr: { platform: 'tumblr', blog: 'moss' },
  instagram: { platform: 'instagram', format: '4:5' },
  threads: { platform: 'threads' },
}

export const HOUR_MS = 3_600_000
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

export interface CreatedPosts {
  posts: ScheduledPost[]
  problems: PostProblem[]
}

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

export const targetOf = (platform: PlatformId, accountId: string, options: Record<string, unknown> = {}) => ({
  platform,
  accountId,
  options: { ...REQUIRED_OPTIONS[platform], ...options },
})

/** Request body to schedule the slides of a project. */
export function postRequest(project: Pick<Project, 'id' | 'version'>, overrides: Record<string, unknown> = {}) {
  return {
    requestId: randomUUID(),
    projectId: project.id,
    projectVersion: project.version,
    scheduledTime: inHours(24),
    timeZone: 'Europe/Berlin',
    caption: 'a caption',
    description: 'a description',
    ...overrides,
  }
}

/** Updates a post's row in place of the publisher. */
export async function setPost({ services }: TestApp, id: string, set: Partial<typeof scheduledPosts.$inferInsert>): Promise<void> {
  await services.db.asSystem((tx) => tx.update(scheduledPosts).set(set).where(eq(scheduledPosts.id, id)))
}
