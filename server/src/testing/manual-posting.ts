import { randomUUID } from 'node:crypto'
import { scheduledPosts, postMedia } from '../db/schema-publishing.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { buildSlide, type TestApp, type TestUser } from './app.ts'

export interface ManualPost {
  id: string
  /** URL of its manual posting page. */
  url: string
  token: string
  /** Paths of its images. */
  paths: string[]
}

const OPTIONS = { platform: 'tiktok', audience: 'PUBLIC_TO_EVERYONE', musicConsent: true, handOver: true }

/** A due post that a worker has claimed, with its images in the store. */
export async function buildDuePost(app: TestApp, user: TestUser, overrides: Partial<typeof scheduledPosts.$inferInsert> = {}) {
  const pictures = [await user.buildPhoto('image-box'), await user.buildPhoto('image-box')]
  const accountId = `account-${randomUUID()}`
  return app.services.db.asUser(user.id, async (tx) => {
    await tx
      .insert(socialAccounts)
      .values({ userId: user.id, platform: 'tiktok', accountId, username: 'ada.makes', accessToken: 'sealed.v1.none' })
    const [post] = await tx
      .insert(scheduledPosts)
      .values({
        userId: user.id,
        platform: 'tiktok',
        accountId,
        scheduledTime: new Date(),
        delivery: 'claimed',
        worker: 'a worker',
        leaseUntil: new Date(Date.now() + 60_000),
        fence: 1,
        caption: 'Calm mornings',
        description: 'Ten minutes are enough. #calm',
        snapshot: [buildSlide('one'), buildSlide('two')],
        options: OPTIONS,
        ...overrides,
      })
      .returning()
    if (!post) throw new Error('No post was made')
    const media = pictures.map(({ filePath, width, height, fileSize }, position) => ({
      userId: user.id,
      postId: post.id,
      position,
      path: filePath,
      mimeType: 'image/jpeg',
      width,
      height,
      bytes: fileSize,
      sha256: `${position}`.repeat(64),
    }))
    await tx.insert(postMedia).values(media)
    return { ...post, paths: media.map(({ path }) => path) }
  })
}

/** A post whose user was just asked to post it manually. */
export async function buildManualPost(
  app: TestApp,
  user: TestUser,
  overrides: Partial<typeof scheduledPosts.$inferInsert> = {},
): Promise<ManualPost> {
  const { id, fence, paths } = await buildDuePost(app, user, overrides)
  const link = await app.services.db.asSystem((tx) => app.services.manualPosting.begin(tx, { userId: user.id, postId: id, fence }))
  if (!link) throw new Error('The post is not in manual posting')
  return { id, url: link.url, token: link.url.slice(link.url.lastIndexOf('/') + 1), paths }
}
