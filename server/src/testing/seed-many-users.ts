import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { insertUser } from './seed-user.ts'
import type { ReachedSandbox } from './sandbox.ts'
import { grantsOf, storeGrant, buildJpeg, seedPost, storeFiles, type Grant, type SeedServices } from './scheduled.ts'

export { PLATFORM_IDS }

export interface ManyUsersPlan {
  posts: number
  /** Posts of each account; more than a platform accepts in a minute makes them wait. */
  postsPerAccount: number
  /** When each post is due, from now. */
  inSeconds: number
  /** Index of the first made-up sandbox account; crowds in one sandbox need disjoint ranges. */
  from?: number
}

export interface ManyUsersParts {
  services: SeedServices
  sandbox: Pick<ReachedSandbox, 'control'>
}

/** Users seeded concurrently. */
const AT_ONCE = 4

/** Seeds posts of many users, each with an account on every platform. Returns captions by post id. */
export async function seedManyUsers({ services, sandbox }: ManyUsersParts, plan: ManyUsersPlan): Promise<Map<string, string>> {
  const { posts, postsPerAccount, inSeconds, from = 1 } = plan
  const users = Math.ceil(posts / (postsPerAccount * PLATFORM_IDS.length))
  const grants = await Promise.all(PLATFORM_IDS.map((platform) => grantsOf(sandbox, platform, { count: users, from })))
  const captions = new Map<string, string>()
  let [next, started] = [0, 0]

  async function seedUser(index: number, theirs: readonly (Grant | undefined)[]): Promise<void> {
    const userId = await insertUser(services.db, { name: 'Crowd' })
    const media = await storeFiles(services, userId, [await buildJpeg(index), await buildJpeg(index + 30_000)])
    for (const [at, platform] of PLATFORM_IDS.entries()) {
      const grant = theirs[at]
      if (!grant) throw new Error('The sandbox gave fewer accounts')
      const account = await storeGrant(services, userId, { platform, grant })
      for (let post = 0; post < postsPerAccount && started < posts; post += 1) {
        const caption = `post ${from}-${(started += 1)} of ${platform}`
        captions.set(await seedPost(services, { userId, account, caption, media, inSeconds }), caption)
      }
    }
  }
  const work = async () => {
    for (let index = next++; index < users; index = next++)
      await seedUser(
        from + index,
        grants.map((ofPlatform) => ofPlatform[index]),
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return captions
}
