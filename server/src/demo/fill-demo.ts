import { randomInt } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { NewPosts } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { socialAccounts } from '../db/schema-connections.ts'
import { projects } from '../db/schema-projects.ts'
import { workFor, type Work, defineJob } from '../jobs/job.ts'
import { sandboxGrant } from '../platforms/sandbox-grants.ts'
import { createPosts } from '../posts/create-posts.ts'
import type { PostServices } from '../posts/post-services.ts'
import { addDemoBrief } from './demo-plan.ts'
import { demoPosts, type DemoPost } from './demo-posts.ts'

/** Connects a demo to the sandbox's platforms and schedules its posts in the background. */
export const fillDemoJob = defineJob({
  name: 'furnish-demo',
  data: z.object({ userId: z.string() }),
  retries: 3,
  retryAfter: 2,
  seconds: 120,
  atOnce: 2,
  isOneOfKey: true,
})

export function fillDemoWork(services: () => PostServices): Work {
  return workFor(fillDemoJob, ({ userId }) => fillDemo(services(), userId))
}

/** Only for platforms in the sandbox, so that nothing real is posted. Idempotent. */
export async function fillDemo(services: PostServices, userId: string): Promise<void> {
  const { config, db } = services
  const imitated = PLATFORM_IDS.filter((id) => config.platforms[id].sandbox)
  const connected = await db.asUser(userId, (tx) =>
    tx.select({ platform: socialAccounts.platform }).from(socialAccounts).where(eq(socialAccounts.userId, userId)),
  )
  const sandboxUser = `dawn-roast-${randomInt(1, 90_000)}`
  for (const platform of imitated)
    if (!connected.some((account) => account.platform === platform)) await connect(services, userId, { platform, user: sandboxUser })
  const [project] = await db.asUser(userId, (tx) =>
    tx
      .select({ id: projects.id, version: projects.version })
      .from(projects)
      .where(eq(projects.userId, userId))
      .orderBy(asc(projects.createdAt))
      .limit(1),
  )
  const accounts = await db.asUser(userId, (tx) => tx.select().from(socialAccounts).where(eq(socialAccounts.userId, userId)))
  // Before the posts, whose rendering takes long: a visitor may open the brief meanwhile.
  await addDemoBrief(db, userId)
  if (!project || !services.renderer) return
  for (const post of demoPosts(new Date())) {
    const account = accounts.find(({ platform }) => platform === post.platform)
    if (account) await schedule(services, userId, { post, project, account })
  }
}

async function connect(
  { config, connections }: PostServices,
  userId: string,
  { platform, user: sandboxUser }: { platform: PlatformId; user: string },
): Promise<void> {
  const { client } = config.platforms[platform]
  if (!client) return
  const tokens = await sandboxGrant(config.sandbox.url, { platform, person: sandboxUser })
  const identity = await connections.platforms[platform].accounts.identify(client, tokens)
  await connections.accounts.save(userId, { platform, identity, tokens, clientKey: client.key })
}

interface Scheduled {
  post: DemoPost
  project: { id: string; version: number }
  account: { accountId: string; username: string }
}

async function schedule(services: PostServices, userId: string, { post, project, account }: Scheduled): Promise<void> {
  const order: NewPosts = {
    // Stable per demo and post: a retry, with later times, creates no duplicate.
    requestId: post.requestOf(userId),
    projectId: project.id,
    projectVersion: project.version,
    kind: 'slides',
    film: null,
    photos: [],
    targets: [{ platform: post.platform, accountId: account.accountId, options: post.optionsOf(account) }],
    scheduledTime: post.at.toISOString(),
    timeZone: 'UTC',
    caption: post.caption,
    description: post.description,
  }
  await createPosts(services, userId, order).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'REQUEST_REUSED')) throw error
  })
}
