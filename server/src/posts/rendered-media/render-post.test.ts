import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { adtsFile } from '@ninesixteen/shared/sound/aac/adts'
import { encodeAac } from '@ninesixteen/shared/sound/testing/encode-aac'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { slideFiles } from '../../rendering/slide-files.ts'
import { removeFiles } from '../../storage/stored-files.ts'
import { UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { connectAccount, inHours, postRequest, setPost, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'
import { readTables, soundPackets } from '../../testing/video-file.ts'
import { storeSlideImage } from './media-files.ts'
import { renderPost, videoOf } from './render-post.ts'
import { renderPostVideo } from './render-video.ts'

let app: TestApp
let user: TestUser
let project: Project
let tiktok: string
let tumblr: string
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  project = await user.buildProject({ slides: [buildSlide('one'), buildSlide('two')] })
  tiktok = await connectAccount(app, user, { platform: 'tiktok' })
  tumblr = await connectAccount(app, user, { platform: 'tumblr' })
})

const asVideo = { kind: 'video', film: { seconds: 1, crossFade: false } }
const schedule = (overrides: Record<string, unknown>, of = project) =>
  user.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(of, overrides))
const details = (id: string) => user.api<PostDetails>('GET', `/scheduled-posts/${id}`)
const bytesOf = async (url: string) => Buffer.from(await (await user.fetch(url)).arrayBuffer())
/** Runs a worker until it is idle. */
const runWorkerOnce = async (): Promise<void> => {
  await expect.poll(() => app.services.publisher.takeDue(1)).toBe(1)
  await expect.poll(() => app.services.publisher.inHand()).toBe(0)
}
const storedFiles = async (): Promise<string[]> => {
  const { rows } = await app.services.db.pool.query<{ path: string }>("select path from files where user_id = $1 and state = 'stored'", [
    user.id,
  ])
  return rows.map(({ path }) => path)
}

describe('the video of a post', () => {
  test('has the sound of its slideshow, which outlives its track, and another sound is another video', async () => {
    const track = randomUUID()
    const tone = Float32Array.from({ length: 48_000 * 3 }, (_, sample) => 0.3 * Math.sin((sample * 440 * 2 * Math.PI) / 48_000))
    const body = Buffer.from(adtsFile(await encodeAac(tone, tone, 48_000)))
    await user.fetch(`/api/tracks?id=${track}&name=x&bpm=50&beatOffset=0`, { method: 'POST', body })
    const sound = { trackId: track, onBeats: true, fadeOut: 0 }
    await user.api('PUT', `/projects/${project.id}/sound`, { sound })
    const first = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok)] })
    await user.api('PUT', `/projects/${project.id}/sound`, { sound: { ...sound, fadeOut: 1 } })
    const second = await schedule({ ...asVideo, targets: [targetOf('tumblr', tumblr)] })
    await user.api('DELETE', `/tracks/${track}`)
    await app.services.jobs.runDue()
    await app.services.jobs.runDue()
    const [one, two] = await Promise.all([first, second].map(({ posts: [post] }) => details(post?.id ?? '')))
    expect(one?.media[0]?.sha256).not.toBe(two?.media[0]?.sha256)
    const file = await bytesOf(one?.media[0]?.url ?? '')
    // Two slides of one beat each, 1.2 seconds; the sound begins a packet early.
    expect(readTables(file).frames).toBe(144)
    expect(soundPackets(file).length).toBe(Math.ceil((2.4 * 48_000) / 1024 + 1))
  })

  test('is rendered in the background once for all accounts, with a thumbnail of its first slide', { tags: ['long'] }, async () => {
    const { posts } = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok), targetOf('tumblr', tumblr)] })
    expect(posts.map(({ detail }) => detail)).toEqual(Array(2).fill('Making the video.'))
    expect(posts.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([null, null])
    expect(await app.services.jobs.runDue()).toEqual(['draw-films', 'draw-films'])
    const [one, two] = await Promise.all(posts.map(({ id }) => details(id)))
    expect([one?.detail, one?.pictures, one?.media[0]?.mimeType]).toEqual([null, 1, 'video/mp4'])
    expect(one?.media[0]?.sha256).toBe(two?.media[0]?.sha256)
    expect(await storedFiles()).toHaveLength(1)
    const video = await bytesOf(one?.media[0]?.url ?? '')
    expect(createHash('sha256').update(video).digest('hex')).toBe(one?.media[0]?.sha256)
    expect(readTables(video)).toMatchObject({ frames: 2 * VIDEO_FPS, seconds: 2 })
    expect(await sharp(await bytesOf(one?.thumbnailUrl ?? '')).metadata()).toMatchObject({ format: 'webp' })
    expect(await readdir(join(app.dataDir, UPLOADS_FOLDER))).toEqual([])
    expect(await app.services.jobs.runDue({ ahead: true })).toEqual([])
  })

  test('is rendered also for a post that waits for manual posting', { tags: ['long'] }, async () => {
    const targets = [targetOf('tiktok', tiktok, { handOver: true })]
    const { posts } = await schedule({ ...asVideo, targets, scheduledTime: 'now' })
    await setPost(app, posts[0]?.id ?? '', { delivery: 'handed-over' })
    await app.services.jobs.runDue()
    expect(await details(posts[0]?.id ?? '')).toMatchObject({ delivery: 'handed-over', media: [{ mimeType: 'video/mp4' }] })
  })

  test('delays its due post without locking the account', async () => {
    const targets = [targetOf('tiktok', tiktok, { handOver: true })]
    const { posts } = await schedule({ ...asVideo, targets, scheduledTime: 'now' })
    const id = posts[0]?.id ?? ''
    // Simulates that the job was lost.
    await app.services.db.pool.query('delete from pgboss.job')
    await runWorkerOnce()
    expect(await details(id)).toMatchObject({ delivery: 'waiting', detail: 'Making the video.', media: [] })
    const { rows } = await app.services.db.pool.query(
      'select p.lease_until as post, l.lease_until as lane from scheduled_posts p join publish_lanes l using (user_id, platform, account_id)',
    )
    expect(rows).toEqual([{ post: null, lane: null }])
    // The next turn would be hours away.
    await setPost(app, id, { nextAt: new Date(inHours(3)) })
    expect(await app.services.jobs.runDue()).toEqual(['draw-films'])
    await runWorkerOnce()
    expect(await details(id)).toMatchObject({ delivery: 'handed-over', media: [{ mimeType: 'video/mp4' }] })
  })

  test('that is not rendered within a day is the reason for a missed post', async () => {
    const { posts } = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok)], scheduledTime: 'now' })
    await runWorkerOnce()
    await setPost(app, posts[0]?.id ?? '', { scheduledTime: new Date(inHours(-25)), nextAt: new Date() })
    await runWorkerOnce()
    expect(await details(posts[0]?.id ?? '')).toMatchObject({
      delivery: 'missed',
      errorMessage: "We couldn't publish this within 24 hours: The video was not ready. Reschedule it to try again.",
    })
  })

  test('that fails to render delays no other video and is retried by its own job', async () => {
    const snapshotOf = async (id: string) =>
      (await app.services.db.asSystem((tx) => tx.select().from(scheduledPosts).where(eq(scheduledPosts.id, id))))[0]?.snapshot ?? []
    const idOf = async (hours: number) => {
      const video = { seconds: hours, crossFade: false }
      const { posts } = await schedule({ ...asVideo, film: video, targets: [targetOf('tiktok', tiktok)], scheduledTime: inHours(hours) })
      return posts[0]?.id ?? ''
    }
    const [failing, other] = [await idOf(1), await idOf(2)]
    const snapshot = await snapshotOf(failing)
    // Rendering this slide throws.
    await app.services.db.pool.query(`update scheduled_posts set snapshot = '[{"id": 1}]' where id = $1`, [failing])
    expect(await app.services.jobs.runDue()).toEqual(['draw-films', 'draw-films'])
    expect((await app.services.db.pool.query('select post_id from post_media')).rows).toEqual([{ post_id: other }])
    const retry = async () =>
      (
        await app.services.db.pool.query(
          `select media_failures, extract(epoch from media_retry_at - now()) between 25 and 30 as soon from scheduled_posts where id = $1`,
          [failing],
        )
      ).rows
    expect(await retry()).toEqual([{ media_failures: 1, soon: true }])
    expect(app.logged).toEqual([expect.stringContaining('could not be rendered and are tried again later')])
    app.logged.length = 0
    // Its own job exists, and does nothing before its time.
    expect(await app.services.jobs.runDue()).toEqual([])
    await setPost(app, failing, { snapshot, mediaRetryAt: new Date() })
    expect(await app.services.jobs.runDue({ ahead: true })).toContain('draw-films')
    expect(await details(failing)).toMatchObject({ media: [{ mimeType: 'video/mp4' }], delivery: 'waiting' })
    expect(await retry()).toEqual([{ media_failures: 0, soon: null }])
  })

  test('of one slide with many photos shows them in order', { tags: ['long'] }, async () => {
    const photos = [(await user.buildPhoto()).filePath, (await user.buildPhoto()).filePath]
    const { posts } = await schedule({ kind: 'video', photos, targets: [targetOf('tiktok', tiktok)] })
    await app.services.jobs.runDue()
    const { media } = await details(posts[0]?.id ?? '')
    expect(readTables(await bytesOf(media[0]?.url ?? ''))).toMatchObject({ frames: 600, seconds: 10 })
    const rows = await app.services.db.asSystem((tx) => tx.select({ snapshot: scheduledPosts.snapshot }).from(scheduledPosts))
    expect(rows[0]?.snapshot.slice(0, 3).map(({ backgroundImage }) => backgroundImage)).toEqual([photos[0], photos[1], photos[0]])
  })

  test('is rejected without photos or with photos of other users', async () => {
    const other = await app.buildUser()
    const { filePath } = await other.buildPhoto()
    const errorOf = async (overrides: Record<string, unknown>) => {
      const body = postRequest(project, { kind: 'video', targets: [targetOf('tiktok', tiktok)], ...overrides })
      return (await user.call<{ error: { code: string } }>('POST', '/api/v1/scheduled-posts', body)).body.error.code
    }
    expect(await errorOf({})).toBe('VIDEO_NO_PHOTOS')
    expect(await errorOf({ photos: [filePath] })).toBe('INVALID_INPUT')
  })

  test('that cannot be rendered fails its post with the reason and a fix', async () => {
    const photos = [(await user.buildPhoto()).filePath, (await user.buildPhoto()).filePath]
    const { posts } = await schedule({ kind: 'video', photos, targets: [targetOf('tiktok', tiktok)] })
    await removeFiles(app.services, user.id, [photos[1] ?? '']).catch(() => undefined)
    await app.services.store.remove([photos[1] ?? ''])
    expect(await app.services.jobs.runDue()).toContain('draw-films')
    expect(await details(posts[0]?.id ?? '')).toMatchObject({
      status: 'failed',
      delivery: 'failed',
      errorMessage: 'Photo 2 of the video can no longer be read. Open the slideshow, then schedule it again.',
      fixHref: `/content_studio?project=${project.id}`,
      history: [{ kind: 'scheduled' }, { kind: 'failed' }],
    })
    expect(await app.services.jobs.runDue({ ahead: true })).not.toContain('draw-films')
    expect((await user.api<Notifications>('GET', '/notices')).items).toMatchObject([{ kind: 'failed', title: 'A post did not go out' }])
  })

  test('is rendered once by concurrent jobs, and discarded when the post is deleted meanwhile', async () => {
    const { posts } = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok)] })
    const id = posts[0]?.id ?? ''
    await Promise.all([renderPost(app.services, user.id, id), renderPost(app.services, user.id, id)])
    await renderPost(app.services, user.id, id)
    expect(await storedFiles()).toHaveLength(1)
    await user.api('POST', '/scheduled-posts/cancel', { ids: [id] })
    await user.api('POST', '/scheduled-posts/remove', { ids: [id] })
    expect(await storedFiles()).toEqual([])
    const again = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok)] })
    const rendering = renderPost(app.services, user.id, again.posts[0]?.id ?? '')
    await app.services.db.asSystem((tx) => tx.delete(scheduledPosts))
    await rendering
    expect(await storedFiles()).toEqual([])
  })
})

test('an image or video of another size than requested is not stored', async () => {
  const { renderer } = app.services
  if (!renderer) throw new Error('The assets of the painter are not built')
  const main = buildSlide('one')
  const bytes = await renderer.renderSlide(main, slideFiles(app.services), { userId: user.id }).png()
  const square = { width: 1080, height: 1080 }
  const stored = storeSlideImage(app.services, user.id, { bytes, size: square, mimeType: 'image/png' })
  await expect(stored).rejects.toThrow('1080 x 1920 pixels instead of 1080 x 1080')
  const wrong: Renderer = {
    ...renderer,
    renderVideo: ({ pictures: [picture] }, ...others) => {
      const pictures = picture ? [{ ...picture, slide: main }] : []
      return renderer.renderVideo({ pictures }, ...others)
    },
  }
  const video = { slides: [inFormat(main, '1:1')], plan: { frames: [60], crossFade: 0 } }
  const rendered = renderPostVideo({ ...app.services, renderer: wrong }, user.id, video)
  await expect(rendered).rejects.toThrow('1080 x 1920 pixels instead of 1080 x 1080')
  expect(await storedFiles()).toEqual([])
  expect(await readdir(join(app.dataDir, UPLOADS_FOLDER))).toEqual([])
})

test('deletes rendered files that cannot be added to the post', async () => {
  const { posts } = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok)] })
  await app.services.db.long.pool.query('alter table post_media add constraint takes_nothing check (false) not valid')
  await expect(renderPost(app.services, user.id, posts[0]?.id ?? '')).rejects.toThrow('post_media')
  expect(await storedFiles()).toEqual([])
})

test('finds an existing video among thousands of posts by an index', async () => {
  const { posts } = await schedule({ ...asVideo, targets: [targetOf('tiktok', tiktok)] })
  await app.services.jobs.runDue()
  await app.services.db.long.pool.query(
    `insert into scheduled_posts (user_id, platform, account_id, kind, snapshot, film)
      select user_id, platform, account_id, kind, jsonb_build_array(n), film from scheduled_posts, generate_series(1, 2000) n where id = $1`,
    [posts[0]?.id],
  )
  await app.services.db.long.pool.query(
    `insert into post_media (user_id, post_id, position, path, mime_type, bytes, width, height, sha256)
      select posts.user_id, posts.id, 0, path, mime_type, bytes, width, height, sha256 from scheduled_posts posts, post_media media
      where posts.id <> media.post_id`,
  )
  await app.services.db.long.pool.query('analyze scheduled_posts, post_media')
  const plan = await app.services.db.asUser(user.id, (tx) =>
    tx.execute(sql`explain ${videoOf(tx, user.id, { digest: 'x', withoutLogos: false }).getSQL()}`),
  )
  expect(JSON.stringify(plan.rows)).toContain('scheduled_posts_video')
})

test('renders videos of several users in turns, and those of one user by scheduled time', { tags: ['long'] }, async () => {
  const other = await app.buildUser()
  const otherProject = await other.buildProject()
  const account = await connectAccount(app, other, { platform: 'tiktok' })
  const targets = [targetOf('tiktok', tiktok)]
  for (const hours of [72, 24, 48])
    await schedule({ ...asVideo, film: { seconds: 1 + hours / 24, crossFade: false }, targets, scheduledTime: inHours(hours) })
  await other.api('POST', '/scheduled-posts', postRequest(otherProject, { ...asVideo, targets: [targetOf('tiktok', account)] }))
  await app.services.jobs.runDue()
  const { rows } = await app.services.db.pool.query<{ user_id: string; hours: number }>(
    `select m.user_id, round(extract(epoch from p.scheduled_time - now()) / 3600)::int as hours
      from post_media m join scheduled_posts p on p.id = m.post_id join files f on f.path = m.path order by f.created_at`,
  )
  expect(rows.filter((row) => row.user_id === user.id).map(({ hours }) => hours)).toEqual([24, 48, 72])
  // Not after all of the other user's.
  expect(rows.map((row) => row.user_id).indexOf(other.id)).toBeLessThan(2)
})

test('renders deleted slides again from the snapshot', async () => {
  const { posts } = await schedule({ targets: [targetOf('tiktok', tiktok)] })
  const id = posts[0]?.id ?? ''
  const before = (await details(id)).media.map(({ sha256 }) => sha256)
  await app.services.db.pool.query('delete from post_media')
  await setPost(app, id, { delivery: 'waiting' })
  await renderPost(app.services, user.id, id)
  expect((await details(id)).media.map(({ sha256 }) => sha256)).toEqual(before)
})
