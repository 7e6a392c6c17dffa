import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { buildApiKey } from '../testing/api-caller.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { processPost } from '../testing/process-posts.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'
import { connectAccounts, type SeededAccount } from '../testing/scheduled.ts'
import { inHours, postRequest, startScheduler, targetOf, type CreatedPosts } from '../testing/scheduler.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

interface Started {
  app: TestApp
  user: TestUser
  accounts: Record<PlatformId, SeededAccount>
  /** Shows a photo that an AI made. */
  project: Project
}

async function start(): Promise<Started> {
  const images = {
    baseUrl: `${sandbox.url}/images/v1`,
    apiKey: 'sk-test',
    model: 'gpt-image-1',
    timeoutMs: 30_000,
    daily: 20,
    sandbox: true,
  }
  const app = await startScheduler({ platforms: sandboxPlatforms(sandbox.url), images, publishing: { waits: 0.05 } })
  const user = await app.buildUser()
  const connect = async (platform: PlatformId) => {
    const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform, accounts: ['sandy'] })
    if (!account) throw new Error('The sandbox gave no account')
    return account
  }
  const accounts = {
    tiktok: await connect('tiktok'),
    tumblr: await connect('tumblr'),
    instagram: await connect('instagram'),
    threads: await connect('threads'),
  }
  const { id } = await user.api<AiPhotoJob>('POST', '/ai-photos', { id: randomUUID(), prompt: 'A calm sea', count: 1 })
  await app.services.runs.runDue()
  const { paths } = await user.api<AiPhotoJob>('GET', `/ai-photos/${id}`)
  const [backgroundImage = ''] = paths
  const project = await user.buildProject({ title: 'Sea', slides: [buildSlide('plain'), buildSlide('sea', { backgroundImage })] })
  return { app, user, accounts, project }
}

const targetsOf = ({ accounts }: Started, options = {}) =>
  Object.values(accounts).map(({ platform, accountId, username }) =>
    targetOf(platform, accountId, { ...(platform === 'tumblr' && { blog: username }), ...options }),
  )

/** Whether each network's post is labelled; undefined where it has no label. */
const labelsOf = ({ posts }: Pick<CreatedPosts, 'posts'>) =>
  Object.fromEntries(posts.map(({ platform, options }) => [platform, (options as { aiGenerated?: boolean }).aiGenerated]))

const LABELLED = { tiktok: true, tumblr: undefined, instagram: true, threads: undefined }

test('posts of slides with AI photos are labelled unless the user decides otherwise', async () => {
  const started = await start()
  const { user, project } = started
  const create = (slideshow: Project, targets: object[]) =>
    user.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(slideshow, { targets }))
  expect(labelsOf(await create(project, targetsOf(started)))).toEqual(LABELLED)
  const own = targetsOf(started).map(({ options, ...target }) => ({
    ...target,
    options: { ...options, ...(['tiktok', 'instagram'].includes(target.platform) && { aiGenerated: false }) },
  }))
  expect(labelsOf(await create(project, own))).toEqual({ ...LABELLED, tiktok: false, instagram: false })
  const plain = await user.buildProject({ title: 'Plain', slides: [buildSlide('plain')] })
  expect(labelsOf(await create(plain, targetsOf(started)))).toEqual({ ...LABELLED, tiktok: false, instagram: false })
})

test('a program’s post arrives at TikTok and Instagram with the label', async () => {
  const started = await start()
  const { app, user, accounts, project } = started
  const key = await buildApiKey(user)
  const { body: listed } = await key.call<{ accounts: { id: string; platform: PlatformId }[] }>('GET', '/accounts')
  const targets = (['tiktok', 'instagram'] as const).map((platform) => {
    const { options } = targetOf(platform, accounts[platform].accountId)
    return { account_id: listed.accounts.find((account) => account.platform === platform)?.id, options }
  })
  const order = { slideshow_id: project.id, targets, caption: 'a calm sea', scheduled_at: inHours(1) }
  const { body, status } = await key.call<{ posts: { id: string; platform: PlatformId }[] }>('POST', '/posts', { body: order })
  expect(status, JSON.stringify(body)).toBe(201)
  for (const { id, platform } of body.posts) {
    if (platform === 'tiktok') {
      const { filledIn } = await user.api<{ filledIn: object }>('GET', `/scheduled-posts/${id}`)
      await user.api('PATCH', `/scheduled-posts/${id}`, { options: { ...filledIn, musicConsent: true }, scheduledTime: inHours(1) })
    }
    expect(await processPost(app.services, user.id, id)).toEqual({ processed: 1, errors: 0, total: 1 })
  }
  const feed = (await (await fetch(`${sandbox.url}/feed/posts`)).json()) as { posts: { platform: string; notes: string[] }[] }
  const notes = Object.fromEntries(feed.posts.map((post) => [post.platform, post.notes]))
  expect(notes).toEqual({ tiktok: ['Music added by TikTok', 'Labelled as AI-generated'], instagram: ['Labelled as AI-generated'] })
})

test('lines of a table are labelled', async () => {
  const started = await start()
  const { user } = started
  const text = `project,platform,date,time,format,audience,music_consent\nSea,tiktok,2027-03-28,02:30,,SELF_ONLY,yes\nSea,instagram,2027-03-28,02:30,4:5,,`
  await user.api('POST', '/post-tables', { text, zone: 'UTC', requestId: randomUUID() })
  const { posts } = await user.api<CreatedPosts>('GET', '/scheduled-posts')
  expect(labelsOf({ posts })).toEqual({ tiktok: true, instagram: true })
})

test('an updated post gains and loses its label with its AI photos, and keeps the choice of its user otherwise', async () => {
  const started = await start()
  const { user, project } = started
  const [plain, shown] = project.slides
  const targets = targetsOf(started)
  const unlabelled = targets.map(({ options, ...target }) => ({
    ...target,
    options: { ...options, ...(['tiktok', 'instagram'].includes(target.platform) && { aiGenerated: false }) },
  }))
  const { posts } = await user.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(project, { targets }))
  const decided = await user.api<CreatedPosts>(
    'POST',
    '/scheduled-posts',
    postRequest(project, { targets: unlabelled, scheduledTime: inHours(2) }),
  )
  let version = project.version
  const refreshWith = async (slides: object[]) => {
    ;({ version } = await user.api<Project>('PUT', `/projects/${project.id}`, { version, saveId: randomUUID(), slides }))
    const ids = [...posts, ...decided.posts].map(({ id }) => id)
    const { posts: fresh } = await user.api<CreatedPosts>('POST', '/scheduled-posts/refresh', { ids })
    return [posts, decided.posts].map((all) => labelsOf({ posts: fresh.filter(({ id }) => all.some((post) => post.id === id)) }))
  }
  const no = { ...LABELLED, tiktok: false, instagram: false }
  expect(await refreshWith([shown ?? {}])).toEqual([LABELLED, no])
  expect(await refreshWith([plain ?? {}])).toEqual([no, no])
  expect(await refreshWith([plain ?? {}, shown ?? {}])).toEqual([LABELLED, LABELLED])
})
