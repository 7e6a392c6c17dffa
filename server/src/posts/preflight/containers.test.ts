import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { socialAccounts } from '../../db/schema-connections.ts'
import type { TestApp, TestUser } from '../../testing/app.ts'
import { buildSlide } from '../../testing/build-slide.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { connectAccounts, type SeededAccount } from '../../testing/scheduled.ts'
import { postRequest, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'

/* Instagram and Threads, which publish containers. */

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
let accounts: Record<'instagram' | 'threads' | 'tumblr', SeededAccount>
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

async function start({ isReal = false, publicUrl = 'http://localhost:3000' } = {}): Promise<void> {
  const platforms = sandboxPlatforms(sandbox.url)
  const real = isReal ? { instagram: { ...platforms.instagram, sandbox: false }, threads: { ...platforms.threads, sandbox: false } } : {}
  app = await startScheduler({ publicUrl, platforms: { ...platforms, ...real } })
  user = await app.buildUser()
  accounts = { instagram: await connected('instagram'), threads: await connected('threads'), tumblr: await connected('tumblr') }
}

async function connected(platform: SeededAccount['platform']): Promise<SeededAccount> {
  const [first] = await connectAccounts(app.services, sandbox, { userId: user.id, platform, accounts: ['sandy'] })
  if (!first) throw new Error('The sandbox gave no account')
  return first
}

const slideshow = (slides: number): Promise<Project> =>
  user.buildProject({ slides: Array.from({ length: slides }, (_, at) => buildSlide(`slide ${at + 1}`)) })

const to = (platform: 'instagram' | 'threads', options: Record<string, unknown> = {}) =>
  targetOf(platform, accounts[platform].accountId, options)

async function check(project: Project, target: ReturnType<typeof to>, overrides: Record<string, unknown> = {}): Promise<PostProblem[]> {
  const { requestId: _, ...body } = postRequest(project, { targets: [target], ...overrides })
  return (await user.api<{ problems: PostProblem[] }>('POST', '/scheduled-posts/check', body)).problems
}

const formatted = (problems: PostProblem[]) => problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)

describe('preflight of Instagram and Threads', () => {
  beforeEach(() => start())

  test('accepts one slide and a carousel in a supported format', async () => {
    for (const slides of [1, 10]) {
      const project = await slideshow(slides)
      expect(await check(project, to('instagram'))).toEqual([])
      expect(await check(project, to('threads'))).toEqual([])
    }
  })

  test('rejects an unsupported format and suggests supported ones', async () => {
    const project = await slideshow(1)
    expect(formatted(await check(project, to('instagram', { format: '9:16' })))).toEqual([
      'stop format: Instagram doesn’t take pictures in 9:16 here, only in 4:5 or 1:1. Choose another format, or post it as a video.',
    ])
    expect(formatted(await check(project, to('instagram', { format: '4:5', story: true })))).toEqual([
      'stop format: Instagram doesn’t take pictures in 4:5 here, only in 9:16. Choose another format.',
    ])
    expect(await check(project, to('instagram', { format: '9:16', story: true }))).toEqual([])
    expect(await check(project, to('threads', { format: '9:16' }))).toEqual([])
  })

  test('rejects slides beyond the limit unless the user agrees to leave them out', async () => {
    const eleven = await slideshow(11)
    expect(formatted(await check(eleven, to('instagram')))).toEqual([
      'stop too-many-pictures: Instagram takes at most 10 pictures here, and these are 11. Remove slide 11, or agree that they are left out.',
    ])
    expect(formatted(await check(eleven, to('instagram', { firstSlidesOnly: true })))).toEqual([
      'warn slides-left-out: Instagram takes at most 10 pictures here, so slide 11 will be left out.',
    ])
    expect(formatted(await check(eleven, to('instagram', { story: true, format: '9:16', firstSlidesOnly: true })))).toEqual([
      'warn slides-left-out: Instagram takes at most one picture here, so slides 2 to 11 will be left out.',
    ])
    expect(await check(eleven, to('threads'))).toEqual([])
    expect(formatted(await check(await slideshow(22), to('threads')))).toEqual([
      'stop too-many-pictures: Threads takes at most 20 pictures here, and these are 22. Remove slides 21 to 22, or agree that they are left out.',
    ])
  })

  test('ignores format and number of slides for drafts and manual posting', async () => {
    const eleven = await slideshow(11)
    expect(await check(eleven, to('instagram', { format: '9:16' }), { scheduledTime: null })).toEqual([])
    expect(await check(eleven, to('instagram', { format: '9:16', handOver: true }))).toEqual([])
  })

  test('rejects too many mentions, hashtags and links, and advises against many hashtags', async () => {
    const project = await slideshow(1)
    const words = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}word${at}`).join(' ')
    const texts = async (description: string) => formatted(await check(project, to('instagram'), { description }))
    expect(await texts(words('@', 21))).toEqual([
      'stop text: Instagram takes at most 20 mentions a post, and this text has 21. Remove some.',
    ])
    expect(await texts(words('#', 31))).toEqual([
      'stop text: Instagram takes at most 30 hashtags a post, and this text has 31. Remove some.',
    ])
    expect(await texts(words('#', 6))).toEqual(['warn hashtags: Instagram advises at most 5 hashtags a post. This text has 6.'])
    expect(await texts(words('#', 5))).toEqual([])
    expect(formatted(await check(project, to('threads'), { description: words('https://x.example/', 6) }))).toEqual([
      'stop text: Threads takes at most 5 links a post, and this text has 6. Remove some.',
    ])
  })

  test('asks the user to reconnect an account with a revoked token', async () => {
    await sandbox.control('/instagram/revoke', 'POST', { account: 'sandy' })
    const [problem, ...others] = await check(await slideshow(1), to('instagram'))
    expect(problem).toMatchObject({ code: 'reconnect', severity: 'warn', fixHref: '/settings?tab=accounts' })
    expect(problem?.message).toBe(
      `Instagram no longer accepts the connection of @${accounts.instagram.username}. The post waits until you reconnect it, and goes out then.`,
    )
    expect(others).toEqual([])
  })

  test('rejects an account without permission to post', async () => {
    await app.services.db.asSystem((tx) =>
      tx
        .update(socialAccounts)
        .set({ scopes: ['threads_basic'] })
        .where(eq(socialAccounts.id, accounts.threads.rowId)),
    )
    expect(formatted(await check(await slideshow(1), to('threads')))).toEqual([
      `stop scope: @${accounts.threads.username} is connected without permission to post. Reconnect it and allow posting.`,
    ])
  })

  test('applies the daily limit that the network reports', async () => {
    await sandbox.control('/instagram', 'PATCH', { postsADay: 0 })
    const project = await slideshow(1)
    expect(formatted(await check(project, to('instagram')))).toEqual([
      `stop day-limit: Instagram takes 0 posts within 24 hours from @${accounts.instagram.username}, and that many go out before this one. Choose another day.`,
    ])
  })

  test('duplicating a Tumblr post to Instagram converts its slides to JPEG', async () => {
    const project = await slideshow(2)
    const from = targetOf('tumblr', accounts.tumblr.accountId, { blog: accounts.tumblr.username })
    const [post] = (await user.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(project, { targets: [from] }))).posts
    const types = async (id = '') => (await user.api<PostDetails>('GET', `/scheduled-posts/${id}`)).media.map(({ mimeType }) => mimeType)
    expect(await types(post?.id)).toEqual(['image/png', 'image/png'])
    const { requestId, scheduledTime, timeZone } = postRequest(project)
    const copy = { requestId, scheduledTime, timeZone, targets: [to('instagram')] }
    const [copied] = (await user.api<CreatedPosts>('POST', `/scheduled-posts/${post?.id}/duplicate`, copy)).posts
    expect(await types(copied?.id)).toEqual(['image/jpeg', 'image/jpeg'])
  })
})

test('rejects direct posts from a server that the platform cannot reach', async () => {
  await start({ isReal: true })
  const project = await slideshow(1)
  for (const [platform, label] of [
    ['instagram', 'Instagram'],
    ['threads', 'Threads'],
  ] as const) {
    expect(formatted(await check(project, to(platform)))).toEqual([
      `stop public-url: ${label} fetches pictures and videos from this server, but http://localhost:3000 cannot be reached from outside. Post it by hand, or ask the operator to set PUBLIC_URL to a public https address.`,
    ])
    expect(await check(project, to(platform, { handOver: true }))).toEqual([])
  }
  await start({ isReal: true, publicUrl: 'https://studio.example.com' })
  expect(await check(await slideshow(1), to('instagram'))).toEqual([])
})
