import { expect, onTestFinished, vi } from 'vitest'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import type { Caller } from './caller.ts'
import { connect } from './connecting.ts'
import { testDatabase } from './database.ts'
import { createFleet, recordRenders, signUpAt, type Fleet, type FleetProcess } from './fleet.ts'
import { freePort } from './program.ts'
import type { TestSandbox } from './sandbox.ts'
import { SECONDS_PER_SLIDE, type PlannedPost } from './planned-posts.ts'
import { postRequest, targetOf, type CreatedPosts } from './post-bodies.ts'

/** One web and two worker processes on one database, as docs/deploy.md recommends. */
export interface SeparateRoles {
  fleet: Fleet
  web: FleetProcess
  workers: FleetProcess[]
  /** A user with a session at the web process. */
  user: Caller
  /** Renders that workers completed for the web process. */
  renders(): Promise<{ kind: string; worker: string }[]>
  /** The processes' log at `warn` and above. */
  logged(): string[]
}

/** Scaled waits for platforms, which answer at once here, and short leases of workers, which a test may kill. */
const PUBLISHING = { waits: 0.02, leaseSeconds: 10 }

export async function startSeparateRoles(sandbox: TestSandbox): Promise<SeparateRoles> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const renders = await recordRenders(database)
  const port = String(await freePort())
  const { connection } = database
  // Platforms fetch images from the web process.
  const env = { PUBLIC_URL: `http://localhost:${port}` }
  const fleet = await createFleet({ connection, sandboxUrl: sandbox.url, env, publishing: PUBLISHING })
  onTestFinished(() => fleet.kill())
  const all = await Promise.all([fleet.start('web', { PORT: port }), fleet.start('worker'), fleet.start('worker')])
  const [web, ...workers] = all
  const logged = () => all.map(({ output }) => output().replace('ready\n', ''))
  return { fleet, web, workers, user: await signUpAt(web, 'ann'), renders, logged }
}

export interface PublishedPost extends PlannedPost {
  details: PostDetails
}

/** Connects an account on every platform. */
export async function connectEverywhere(user: Caller, account: string): Promise<ConnectedAccount[]> {
  const accounts: ConnectedAccount[] = []
  for (const platform of PLATFORM_IDS) accounts.push(await connect(user, platform, { account }))
  return accounts
}

export interface PublishedSlideshow {
  project: Project
  accounts: readonly ConnectedAccount[]
  plannedPosts: readonly PlannedPost[]
  /** Called after each post is scheduled. It may kill workers: a post may then end as unconfirmed. */
  onScheduled?: (index: number) => Promise<void>
}

/** Publishes posts of a slideshow, and waits until each is published. */
export async function publishAll(
  user: Caller,
  { project, accounts, plannedPosts, onScheduled }: PublishedSlideshow,
): Promise<PublishedPost[]> {
  const published: PublishedPost[] = []
  for (const [index, plannedPost] of plannedPosts.entries()) {
    const { platform, kind, format, caption } = plannedPost
    const account = accounts.find((one) => one.platform === platform)
    if (!account) throw new Error(`No account on ${platform}`)
    const options = { format, ...(platform === 'tumblr' && { blog: account.username }) }
    const video = kind === 'video' && { kind, film: { seconds: SECONDS_PER_SLIDE, crossFade: false } }
    const targets = [targetOf(platform, account.accountId, options)]
    const request = postRequest(project, { ...video, targets, caption, description: '', scheduledTime: 'now' })
    const { posts, problems } = await user.api<CreatedPosts>('POST', '/scheduled-posts', request)
    const [post] = posts
    if (!post) throw new Error(`Not scheduled for ${platform} in ${format}: ${JSON.stringify(problems)}`)
    const details = await user.api<PostDetails>('GET', `/scheduled-posts/${post.id}`)
    published.push({ ...plannedPost, details })
    await onScheduled?.(index)
  }
  for (const post of published)
    await vi.waitFor(
      async () => {
        post.details = await user.api<PostDetails>('GET', `/scheduled-posts/${post.details.id}`)
        const { delivery, errorMessage } = post.details
        const outcome = onScheduled && delivery === 'unconfirmed' ? 'published' : delivery
        expect([post.platform, post.format, outcome, onScheduled ? null : errorMessage]).toEqual([
          post.platform,
          post.format,
          'published',
          null,
        ])
      },
      { timeout: 150_000, interval: 200 },
    )
  return published
}
