import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { OTHER_FORMATS, slideSize } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { cutSound, NEW_CUT } from '@ninesixteen/shared/sound/video-sound'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import type { Renderer } from '../rendering/renderer.ts'
import { bytesOf, videoSpec, NO_FILES, openRenderFleet, openRenderer, slide, slowRenderer } from '../testing/render-fleet.ts'
import { ADTS_FILE } from '../testing/sound-track.ts'
import { soundPackets } from '../testing/video-file.ts'
import { enqueueRender, type EnqueueResult } from './enqueue-render.ts'
import { resultKey, type RenderKind, type RenderQueueName } from './render-task.ts'
import { claimRenders, completeRender } from './claim-renders.ts'

const testRenderer = openRenderer()
const { drawing } = testRenderer
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')
/** The part before the frames contains the creation time. */
const framesOf = (file: Buffer) => file.subarray(file.indexOf('mdat'))

test('a worker renders the same bytes, and leaves no files', async () => {
  const { requester, localRenderer, startWorker, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  const turn = { userId: await insertTestUser() }
  await startWorker()
  const [far, near] = [requester.renderSlide(slide, NO_FILES, turn), drawing.renderSlide(slide, NO_FILES, turn)]
  expect((await far.cover()).equals(await near.cover())).toBe(true)
  expect((await far.png()).equals(await near.png())).toBe(true)
  expect((await far.jpeg(40)).equals(await near.jpeg(40))).toBe(true)
  const video = await requester.renderVideo(videoSpec(), NO_FILES, turn)
  const [bytes, own] = [await bytesOf(video), await drawing.renderVideo(videoSpec(), NO_FILES, turn)]
  expect(framesOf(bytes).equals(framesOf(await bytesOf(own)))).toBe(true)
  expect(framesOf(bytes).length).toBeGreaterThan(1000)
  expect(video.bytes).toBe(bytes.length)
  await own.close()
  // It stays until its reader puts it away: one video per user until it is sent.
  expect((await leftovers()).keys).toEqual([expect.stringMatching(/\.mp4$/)])
  await expect(requester.renderVideo(videoSpec(), NO_FILES, turn)).rejects.toMatchObject({ code: 'BUSY' })
  await video.close()
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
  expect(localRenderer.begun).toEqual([])
})

test('a worker renders each format like the requesting process', async () => {
  const { requester, localRenderer, startWorker, insertTestUser } = await openRenderFleet(testRenderer)
  const caller = { userId: await insertTestUser() }
  await startWorker()
  for (const format of OTHER_FORMATS) {
    const shown = inFormat(slide, format)
    const [far, near] = [requester.renderSlide(shown, NO_FILES, caller), drawing.renderSlide(shown, NO_FILES, caller)]
    expect((await far.png()).equals(await near.png()), format).toBe(true)
    expect((await far.jpeg()).equals(await near.jpeg()), format).toBe(true)
    expect((await far.cover()).equals(await near.cover()), format).toBe(true)
    const { width, height } = slideSize(shown)
    expect(await sharp(await far.png()).metadata()).toMatchObject({ width, height })
  }
  const video = await requester.renderVideo(videoSpec(inFormat(slide, '1:1')), NO_FILES, caller)
  const near = await drawing.renderVideo(videoSpec(inFormat(slide, '1:1')), NO_FILES, caller)
  expect(framesOf(await bytesOf(video)).equals(framesOf(await bytesOf(near)))).toBe(true)
  await Promise.all([video.close(), near.close()])
  expect(localRenderer.begun).toEqual([])
})

test('a render of another size than requested fails, and is not stored', async () => {
  const { requester, registerWorker, startWorker, db, store, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  const caller = { userId: await insertTestUser() }
  const square = inFormat(slide, '1:1')
  const wrong: Renderer = {
    ...drawing,
    renderSlide: (_, ...others) => drawing.renderSlide(slide, ...others),
    renderVideo: (_, ...others) => drawing.renderVideo(videoSpec(), ...others),
  }
  const { stop } = await startWorker(wrong)
  await expect(requester.renderSlide(square, NO_FILES, caller).png()).rejects.toThrow('Render failed')
  await expect(requester.renderSlide(square, NO_FILES, caller).jpeg()).rejects.toThrow('Render failed')
  await expect(requester.renderSlide(square, NO_FILES, caller).cover()).rejects.toThrow('Render failed')
  await expect(requester.renderVideo(videoSpec(square), NO_FILES, caller)).rejects.toThrow('Render failed')
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
  await stop()

  // A worker of an earlier version doesn't compare sizes.
  const earlier = await registerWorker()
  const claimed = async () => (await claimRenders(db, earlier, { line: 'pictures', most: 1 }))[0]
  const cover = requester.renderSlide(square, NO_FILES, caller).cover()
  cover.catch(() => undefined)
  const render = await vi.waitUntil(claimed)
  const bytes = await drawing.renderSlide(slide, NO_FILES, caller).cover()
  await store.put(render.path, bytes, 'image/webp')
  await completeRender(db, earlier, { id: render.id, bytes: bytes.length, sha256: hashOf(bytes) })
  await expect(cover).rejects.toThrow('360 x 640 pixels instead of 360 x 360')
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('a rendered file that was changed in the store is refused', async () => {
  const { requester, registerWorker, db, store, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  const caller = { userId: await insertTestUser() }
  const worker = await registerWorker()
  /** Renders as a worker, after which one bit of the stored file flips. */
  const renderAndChange = async (line: RenderQueueName, bytes: Buffer, type: string) => {
    const render = await vi.waitUntil(async () => (await claimRenders(db, worker, { line, most: 1 }))[0])
    const changed = Buffer.from(bytes)
    changed[changed.length - 9] = (changed[changed.length - 9] ?? 0) ^ 1
    await store.put(render.path, changed, type)
    await completeRender(db, worker, { id: render.id, bytes: bytes.length, sha256: hashOf(bytes) })
  }
  const png = requester.renderSlide(slide, NO_FILES, caller).png()
  png.catch(() => undefined)
  await renderAndChange('pictures', await drawing.renderSlide(slide, NO_FILES, caller).png(), 'image/png')
  await expect(png).rejects.toThrow('changed after it was made')
  const video = requester.renderVideo(videoSpec(), NO_FILES, caller)
  await renderAndChange('films', await bytesOf(await drawing.renderVideo(videoSpec(), NO_FILES, caller)), 'video/mp4')
  const read = await video
  await expect(bytesOf(read)).rejects.toThrow('changed after it was made')
  await read.close()
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('a worker refuses a task that it does not understand, and the requesting process renders it', async () => {
  const { requester, localRenderer, registerWorker, startWorker, db, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  const caller = { userId: await insertTestUser() }
  await registerWorker()
  const cover = requester.renderSlide(slide, NO_FILES, caller).cover()
  await expect.poll(async () => (await leftovers()).states).toEqual(['waiting'])
  await db.asSystem((tx) =>
    tx.execute(sql`update drawings set work = jsonb_set(replace(work, '\\u0000', '')::jsonb, '{slide,later}', '1')::text`),
  )
  await startWorker()
  await expect.poll(() => localRenderer.begun.length).toBe(1)
  localRenderer.begun[0]?.draw()
  expect((await cover).length).toBeGreaterThan(100)
})

test('a worker renders motion and sound like the requesting process', async () => {
  const { requester, localRenderer, startWorker, store, insertTestUser } = await openRenderFleet(testRenderer)
  const userId = await insertTestUser()
  const path = `${userId}/1700000000000_track.aac`
  await store.put(path, ADTS_FILE, 'audio/aac')
  await startWorker()
  const backdrop: Slide = { ...slide, backdrop: { kind: 'plain', color: '#336699' } }
  const video: VideoSpec = {
    pictures: [slide, backdrop].map((picture) => ({ slide: picture, frames: 12 })),
    crossFade: 4,
    motion: true,
    sound: { ...NEW_CUT, path, start: 0.2 },
  }
  const files = { ...NO_FILES, loadSound: (one: string) => store.read(one) }
  const far = await requester.renderVideo(video, NO_FILES, { userId })
  const near = await drawing.renderVideo(video, files, { userId })
  const [worker, own] = [await bytesOf(far), await bytesOf(near)]
  expect(soundPackets(worker)).toHaveLength(cutSound(parseAdts(ADTS_FILE), { ...NEW_CUT, start: 0.2 }, 24 / 60).packets.length)
  expect(worker.subarray(worker.indexOf('mdat')).equals(own.subarray(own.indexOf('mdat')))).toBe(true)
  const still = await drawing.renderVideo({ ...video, motion: false }, files, { userId })
  expect((await bytesOf(still)).length).not.toBe(worker.length)
  expect(localRenderer.begun).toEqual([])
  await Promise.all([far, near, still].map((one) => one.close()))
})

test('without workers the requesting process renders locally, also what a lost worker left', async () => {
  const { requester, localRenderer, registerWorker, backdateHeartbeat, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  const turn = { userId: await insertTestUser() }
  const first = requester.renderSlide(slide, NO_FILES, turn).cover()
  await expect.poll(() => localRenderer.begun.length).toBe(1)
  localRenderer.begun[0]?.draw()
  expect((await first).length).toBeGreaterThan(100)

  const worker = await registerWorker()
  const waiting = requester.renderSlide(slide, NO_FILES, turn).cover()
  const taken = requester.renderVideo(videoSpec(), NO_FILES, turn)
  await expect.poll(async () => (await leftovers()).states).toEqual(['waiting', 'waiting'])
  expect(localRenderer.begun).toHaveLength(1)
  await backdateHeartbeat(worker)
  await expect.poll(() => localRenderer.begun.map(({ kind }) => kind).toSorted()).toEqual(['cover', 'cover', 'video'])
  for (const { draw } of localRenderer.begun) draw()
  expect((await waiting).length).toBeGreaterThan(100)
  const video = await taken
  await video.close()
  expect(await leftovers()).toEqual({ keys: [], states: [] })
})

test('a failure is reported with its code and message', async () => {
  const { requester, startWorker, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  await startWorker()
  const turn = { userId: await insertTestUser() }
  const gone = { ...slide, backgroundImage: `${turn.userId}/1700000000000_abcdefghijkl.jpg` }
  const failed = requester.renderVideo({ pictures: [...videoSpec().pictures, ...videoSpec(gone).pictures] }, NO_FILES, turn)
  await expect(failed).rejects.toMatchObject({ code: 'VIDEO_PHOTO_FAILED', details: { number: 2 } })
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('aborting ends the render, queued or in progress', async () => {
  const { requester, startWorker, registerWorker, leftovers, insertTestUser } = await openRenderFleet(testRenderer)
  const leaving = new AbortController()
  const turn = { userId: await insertTestUser(), signal: leaving.signal }
  const { renderer, begun: started } = slowRenderer(testRenderer)
  await registerWorker()
  const inLine = requester.renderSlide(slide, NO_FILES, turn).cover()
  await expect.poll(async () => (await leftovers()).states).toEqual(['waiting'])
  leaving.abort(new Error('gone'))
  await expect(inLine).rejects.toThrow('gone')
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })

  await startWorker(renderer)
  const again = new AbortController()
  const inHand = requester.renderVideo(videoSpec(), NO_FILES, { ...turn, signal: again.signal })
  await expect.poll(() => started.length).toBe(1)
  again.abort(new Error('gone too'))
  await expect(inHand).rejects.toThrow('gone too')
  await expect.poll(() => started[0]?.signal?.aborted).toBe(true)
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('another worker retries a lost render, and it fails after three lost workers', async () => {
  const { requester, registerWorker, backdateHeartbeat, startWorker, leftovers, db, localRenderer, insertTestUser } =
    await openRenderFleet(testRenderer)
  const turn = { userId: await insertTestUser() }
  const dead = await registerWorker()
  const cover = requester.renderSlide(slide, NO_FILES, turn).cover()
  await expect.poll(async () => (await claimRenders(db, dead, { line: 'pictures', most: 1 })).length).toBe(1)
  const { id, stop } = await startWorker()
  expect((await leftovers()).states).toEqual(['taken'])
  await backdateHeartbeat(dead)
  expect((await cover).length).toBeGreaterThan(100)

  await stop()
  // While some process renders for others, it stays in the queue.
  await registerWorker()
  const heavy = requester.renderSlide(slide, NO_FILES, turn).cover()
  for (let ended = 0; ended < 2; ended += 1) {
    await expect.poll(async () => (await claimRenders(db, dead, { line: 'pictures', most: 1 })).length).toBe(1)
    await db.asSystem((tx) => tx.execute(sql`update drawings set state = 'waiting'`))
  }
  expect(await claimRenders(db, dead, { line: 'pictures', most: 1 })).toHaveLength(1)
  expect(id).not.toBe(dead)
  await startWorker()
  await expect(heavy).rejects.toMatchObject({ code: 'SLIDE_TOO_COMPLEX' })
  expect(localRenderer.begun).toEqual([])
})

test('a worker that stops releases its renders, and renders of lost processes are deleted', async () => {
  const { requester, startWorker, leftovers, db, insertTestUser } = await openRenderFleet(testRenderer)
  const turn = { userId: await insertTestUser() }
  const { renderer, begun: started } = slowRenderer(testRenderer)
  const first = await startWorker(renderer)
  const cover = requester.renderSlide(slide, NO_FILES, turn).cover()
  await expect.poll(() => started.length).toBe(1)
  await startWorker()
  await first.stop()
  expect((await cover).length).toBeGreaterThan(100)
  const { rows } = await db.asSystem((tx) => tx.execute(sql`select id from drawings where tries > 1`))
  expect(rows).toEqual([])

  const video = await requester.renderVideo(videoSpec(), NO_FILES, turn)
  await requester.close()
  expect((await leftovers()).keys).toHaveLength(1)
  await db.asSystem((tx) => tx.execute(sql`update drawings set wanted_until = now() - interval '61 s'`))
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
  await video.close()
})

test('users take turns, however many renders they request, videos and images apart', async () => {
  const { db, registerWorker, insertTestUser } = await openRenderFleet(testRenderer)
  const worker = await registerWorker()
  const [ann, bob, eve] = [await insertTestUser(), await insertTestUser(), await insertTestUser()]
  const names = new Map([
    [ann, 'ann'],
    [bob, 'bob'],
    [eve, 'eve'],
  ])
  const enqueue = (userId: string, kind: RenderKind = 'cover', bounds = { perUser: 10, total: 100 }): Promise<EnqueueResult> =>
    enqueueRender(db, { id: randomUUID(), callId: randomUUID(), userId, kind, work: '{}', path: resultKey(userId, kind), ...bounds })
  const next = async (line: 'pictures' | 'films' = 'pictures') =>
    names.get((await claimRenders(db, worker, { line, most: 1 }))[0]?.userId ?? '') ?? 'nobody'
  for (let count = 0; count < 4; count += 1) await enqueue(ann)
  await enqueue(bob)
  await enqueue(bob)
  const order = [await next(), await next(), await next()]
  // A new user joins next to the front of the queue instead of at its end.
  await enqueue(eve)
  await enqueue(ann, 'video')
  for (let count = 0; count < 5; count += 1) order.push(await next())
  expect(order).toEqual(['ann', 'bob', 'ann', 'bob', 'eve', 'ann', 'ann', 'nobody'])
  expect(await next('films')).toBe('ann')

  expect(await enqueue(ann, 'video', { perUser: 1, total: 9 })).toBe('too many of one')
  expect(await enqueue(bob, 'video', { perUser: 1, total: 1 })).toMatchObject({ id: expect.any(String) })
  expect(await enqueue(eve, 'video', { perUser: 1, total: 1 })).toBe('too many')
})

test('renders locally when the store is full', async () => {
  const { requester, localRenderer, startWorker, insertTestUser } = await openRenderFleet(testRenderer)
  const full: Renderer['renderVideo'] = () => Promise.reject(new AppError('STORAGE_FULL'))
  await startWorker({ ...drawing, renderVideo: full })
  const video = requester.renderVideo(videoSpec(), NO_FILES, { userId: await insertTestUser() })
  await expect.poll(() => localRenderer.begun.length).toBe(1)
  localRenderer.begun[0]?.draw()
  expect((await bytesOf(await video)).length).toBeGreaterThan(1000)
  await (await video).close()
})
