import { randomUUID } from 'node:crypto'
import { eq, type SQL } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import { proposeAltText } from '@ninesixteen/shared/publishing/alt-text'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { collectUnused } from '../storage/sweep/collect-unused.ts'
import { releaseEndedPosts } from '../storage/sweep/ended-posts.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { connectAccounts, livePosts, type SeededAccount } from '../testing/scheduled.ts'
import { inHours, postRequest, setPost, startScheduler, targetOf, type CreatedPosts } from '../testing/scheduler.ts'
import { processPost } from '../testing/process-posts.ts'
import { ADTS_FILE } from '../testing/sound-track.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

let app: TestApp
let user: TestUser
let project: Project
let account: SeededAccount
/** Runs right before the worker sends a post. */
let beforeSending: (() => Promise<void>) | null
beforeEach(async () => {
  await sandbox.reset()
  beforeSending = null
  const platforms = sandboxPlatforms(sandbox.url)
  const onStage = async (stage: string): Promise<void> => {
    if (stage === 'intent') await beforeSending?.()
  }
  app = await startScheduler({ platforms, publishing: { waits: 0.05, onStage } })
  user = await app.buildUser()
  project = await user.buildProject()
  account = await connected()
})

async function connected(): Promise<SeededAccount> {
  const [first] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!first) throw new Error('The sandbox gave no account')
  return first
}

async function schedule(overrides: Record<string, unknown> = {}): Promise<ScheduledPost> {
  const order = postRequest(project, { targets: [targetOf('tiktok', account.accountId)], projectVersion: null, ...overrides })
  const { posts } = await user.api<CreatedPosts>('POST', '/scheduled-posts', order)
  if (!posts[0]) throw new Error('No post was made')
  return posts[0]
}
const details = ({ id }: { id: string }) => user.api<PostDetails>('GET', `/scheduled-posts/${id}`)
const hashes = async (post: { id: string }) => (await details(post)).media.map(({ sha256 }) => sha256)
const save = (slides = [buildSlide('new')], title?: string) =>
  user.api<{ version: number }>('PUT', `/projects/${project.id}`, {
    version: project.version,
    saveId: randomUUID(),
    slides,
    ...(title && { title }),
  })
const affectedBy = (of: string) => user.api<{ posts: ScheduledPost[]; total: number }>('GET', `/scheduled-posts/concerned?${of}`)

describe('a slideshow edited after scheduling', () => {
  test('marks its post as outdated until the user refreshes it', async () => {
    const post = await schedule()
    const previous = await hashes(post)
    await save()
    expect(await details(post)).toMatchObject({ isOutdated: true, pictures: 2 })
    expect(await hashes(post)).toEqual(previous)
    const { posts, late } = await user.api<{ posts: ScheduledPost[]; late: string[] }>('POST', '/scheduled-posts/refresh', {
      ids: [post.id],
    })
    expect([posts[0]?.isOutdated, posts[0]?.pictures, late]).toEqual([false, 1, []])
    expect(await hashes(post)).not.toEqual(previous)
    expect((await details(post)).history.map(({ kind }) => kind)).toEqual(['scheduled', 'refreshed'])
  })

  test('refreshing a video keeps its chosen seconds per slide, whether or not it still changes on beats', async () => {
    const track = randomUUID()
    const query = `id=${track}&name=Beat&bpm=100&beatOffset=0.25`
    await user.fetch(`/api/tracks?${query}`, { method: 'POST', body: ADTS_FILE })
    await user.api('PUT', `/projects/${project.id}/sound`, { sound: { trackId: track, onBeats: true } })
    const post = await schedule({ kind: 'video', film: { seconds: 2, crossFade: false, motion: false } })
    const plan = async () => {
      const [row] = await app.services.db.asUser(user.id, (tx) =>
        tx.select({ film: scheduledPosts.film }).from(scheduledPosts).where(eq(scheduledPosts.id, post.id)),
      )
      return row?.film
    }
    const refresh = () => user.api('POST', '/scheduled-posts/refresh', { ids: [post.id] })
    // Beats at 0.25, 0.85 ...: three of them a slide.
    expect(await plan()).toMatchObject({ frames: [123, 108], seconds: 2 })
    await refresh()
    expect(await plan()).toMatchObject({ frames: [123, 108], seconds: 2 })
    await user.api('PUT', `/projects/${project.id}/sound`, { sound: { trackId: track, onBeats: false } })
    await refresh()
    expect((await plan())?.frames).toEqual([120, 120])
  })

  test('refreshing a post updates proposed alt texts and keeps those the user wrote', async () => {
    const [blog] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tumblr', accounts: ['sandy'] })
    const withText = (slide: Slide, text: string): Slide => ({ ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, text })) })
    const [first, second] = project.slides
    if (!blog || !first || !second) throw new Error('Two slides and a blog are there')
    const altTexts = [proposeAltText(first), 'A cup of tea']
    const post = await schedule({ targets: [targetOf('tumblr', blog.accountId, { blog: 'sandy-studio', altTexts })] })
    await save([withText(first, 'rinse the filter'), withText(second, 'pour')])
    const { posts } = await user.api<{ posts: ScheduledPost[] }>('POST', '/scheduled-posts/refresh', { ids: [post.id] })
    const written = proposeAltText(withText(first, 'rinse the filter'))
    expect(written).toContain('rinse the filter.')
    expect((await details(posts[0] ?? post)).options).toMatchObject({ altTexts: [written, 'A cup of tea'] })
  })

  test('a new title or a save without changes does not make its post outdated', async () => {
    const post = await schedule()
    await user.api('PATCH', `/projects/${project.id}`, { title: 'another title' })
    expect(await details(post)).toMatchObject({ isOutdated: false, projectTitle: 'another title' })
    project.version += 1
    await save(project.slides)
    expect((await details(post)).isOutdated).toBe(false)
  })

  test('a post that is being sent keeps its slides', async () => {
    const post = await schedule({ scheduledTime: 'now' })
    await save()
    let late: string[] = []
    beforeSending = async () => {
      ;({ late } = await user.api<{ late: string[] }>('POST', '/scheduled-posts/refresh', { ids: [post.id] }))
    }
    await processPost(app.services, user.id, post.id)
    expect(late).toEqual([post.id])
    expect((await details(post)).pictures).toBe(2)
  })
})

describe('the files of refreshed posts', () => {
  const stored = async () => {
    const { rows } = await app.services.db.pool.query<{ path: string }>("select path from files where state = 'stored'")
    return rows.map(({ path }) => path).toSorted()
  }
  const refresh = (ids: string[]) => user.call<{ late: string[] }>('POST', '/api/v1/scheduled-posts/refresh', { ids })
  /** Calls back right after a new file is stored. */
  function afterStoring(work: () => Promise<unknown>): void {
    const { store } = app.services
    const { put } = store
    store.put = async (...file) => {
      await put(...file)
      store.put = put
      await work()
    }
    onTestFinished(() => void (store.put = put))
  }

  test('are deleted with the last post that uses them', async () => {
    const [one, other] = [await schedule(), await schedule({ scheduledTime: inHours(48) })]
    const previous = await stored()
    expect(previous).toHaveLength(2)
    await save([buildSlide('new')])
    await refresh([one.id])
    expect(await stored()).toEqual(expect.arrayContaining(previous))
    await refresh([other.id])
    expect(await hashes(one)).toEqual(await hashes(other))
    const remaining = await stored()
    expect(remaining).toHaveLength(1)
    for (const path of previous) expect([remaining.includes(path), await app.services.store.has(path)]).toEqual([false, false])
  })

  test('refreshing a post that is sent meanwhile stores no new files', async () => {
    const post = await schedule()
    const previous = await stored()
    await save([buildSlide('new')])
    afterStoring(() => setPost(app, post.id, { delivery: 'sending' }))
    expect((await refresh([post.id])).body.late).toEqual([post.id])
    expect(await stored()).toEqual(previous)
  })

  test('refreshing a post whose slideshow is deleted meanwhile stores no new files', async () => {
    const post = await schedule()
    const previous = await stored()
    await save([buildSlide('new')])
    afterStoring(() => user.api('DELETE', `/projects/${project.id}`))
    expect((await refresh([post.id])).status).toBe(404)
    expect(await stored()).toEqual(previous)
  })
})

test('GET /scheduled-posts/concerned reads 50 posts and counts the others', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    userId: user.id,
    platform: 'tiktok',
    accountId: account.accountId,
    snapshot: [],
    scheduledTime: new Date(Date.now() + (index + 1) * 60_000),
  }))
  await app.services.db.asUser(user.id, (tx) => tx.insert(scheduledPosts).values(rows))
  const { db } = app.services
  const { readAsUser } = db
  let rowsRead = 0
  db.readAsUser = async <R extends QueryResultRow>(userId: string, statement: SQL) => {
    const result = await readAsUser<R>(userId, statement)
    rowsRead += result.length
    return result
  }
  onTestFinished(() => void (db.readAsUser = readAsUser))
  const { posts, total } = await affectedBy(`accountRowId=${account.rowId}`)
  expect([posts.length, total]).toEqual([50, 120])
  expect(posts.map(({ scheduledTime }) => scheduledTime)).toEqual(rows.slice(0, 50).map(({ scheduledTime }) => scheduledTime.toISOString()))
  expect(rowsRead).toBeLessThan(60)
})

describe('deletion', () => {
  test('the posts of a deleted slideshow go out as rendered', async () => {
    const post = await schedule({ scheduledTime: inHours(1) })
    expect(await affectedBy(`projectId=${project.id}`)).toMatchObject({ posts: [{ id: post.id }], total: 1 })
    const previous = await hashes(post)
    await user.api('DELETE', `/projects/${project.id}`)
    expect(await details(post)).toMatchObject({
      projectId: null,
      projectTitle: null,
      contentStyle: null,
      isOutdated: false,
      status: 'pending',
    })
    expect(await collectUnused(app.services)).toEqual({ collected: 0, held: 0 })
    expect(await hashes(post)).toEqual(previous)
    expect(await processPost(app.services, user.id, post.id)).toMatchObject({ processed: 1, errors: 0 })
    expect((await details(post)).status).toBe('published')
  })

  test('the posts of a deleted company stay, without its logo', async () => {
    const company = await user.buildCompany()
    await user.buildCompany('another')
    await app.services.db.pool.query('update projects set company_id = $1 where id = $2', [company.id, project.id])
    const post = await schedule()
    expect(await affectedBy(`companyId=${company.id}`)).toMatchObject({ posts: [{ id: post.id, companyId: company.id }], total: 1 })
    await user.api('DELETE', `/companies/${company.id}`)
    expect(await details(post)).toMatchObject({ companyId: null, companyLogoUrl: null, status: 'pending', delivery: 'waiting' })
  })

  test('the posts of a disconnected account say what they need, fail without it, and resume on reconnection', async () => {
    const post = await schedule()
    expect(await affectedBy(`accountRowId=${account.rowId}`)).toMatchObject({ posts: [{ id: post.id }], total: 1 })
    await user.api('DELETE', `/accounts/${account.rowId}`)
    const detail = `Waits: connect @${account.username} again before its time, or it fails then.`
    expect(await details(post)).toMatchObject({ account: null, status: 'pending', detail })
    await connected()
    expect(await details(post)).toMatchObject({ account: { username: account.username, state: 'active' }, detail: null })
    const [again] = await user.api<{ id: string }[]>('GET', '/accounts')
    await user.api('DELETE', `/accounts/${again?.id}`)
    await processPost(app.services, user.id, post.id)
    expect(await details(post)).toMatchObject({ status: 'failed', fixHref: '/settings?tab=accounts' })
    expect((await details(post)).errorMessage).toContain('is no longer connected')
    expect(await livePosts(sandbox)).toEqual([])
  })

  test('the posts of a deleted user are not sent, and a worker that holds one does not fail', async () => {
    const [inHand, later] = [await schedule({ scheduledTime: 'now' }), await schedule({ scheduledTime: inHours(1) })]
    expect(later.status).toBe('pending')
    beforeSending = async () => {
      expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
    }
    await processPost(app.services, user.id, inHand.id)
    await app.services.publisher.takeDue(10)
    await app.services.publisher.drain(5_000)
    const { rows } = await app.services.db.pool.query(
      'select 1 from scheduled_posts union all select 1 from post_media union all select 1 from files',
    )
    expect(rows).toEqual([])
    expect(app.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

test('releases the files of posts that ended long ago unless another post uses them', { tags: ['long'] }, async () => {
  const [old, draft] = [await schedule(), await schedule({ scheduledTime: null })]
  await user.api('POST', '/scheduled-posts/cancel', { ids: [old.id] })
  const age = () => app.services.db.pool.query("update scheduled_posts set updated_at = now() - interval '31 days' where id = $1", [old.id])
  expect(await releaseEndedPosts(app.services)).toBe(0)
  await age()
  expect(await releaseEndedPosts(app.services)).toBe(0)
  expect(await hashes(draft)).toHaveLength(2)
  expect(await details(old)).toMatchObject({ pictures: 0, thumbnailUrl: expect.stringContaining('/files/covers/') })
  // The retry renders the slides of the snapshot again; deleting the draft deletes its files.
  await user.api('POST', `/scheduled-posts/${old.id}/retry`, {})
  await user.api('POST', '/scheduled-posts/remove', { ids: [draft.id] })
  expect((await app.services.db.pool.query('select 1 from files where user_id = $1', [user.id])).rows).toEqual([])
  await processPost(app.services, user.id, old.id)
  expect(await details(old)).toMatchObject({ status: 'published', pictures: 2 })
})
