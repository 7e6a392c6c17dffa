import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Renderer } from '../rendering/renderer.ts'
import { bytesOf, videoSpec, NO_FILES, openRenderFleet, openRenderer, slowRenderer } from '../testing/render-fleet.ts'
import { enqueueRender } from './enqueue-render.ts'
import { resultKey } from './render-task.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'

/* A page whose request was lost retries with the same key, at another process or the same. */

const testRenderer = openRenderer()

/** Two requesting processes, a worker whose renders last until the test ends them, and a user with a key. */
async function open() {
  const fleet = await openRenderFleet(testRenderer)
  const { renderer, begun: started } = slowRenderer(testRenderer)
  const [userId, idempotencyKey] = [await fleet.insertTestUser(), randomUUID()]
  const requesterIds = async () => {
    const { rows } = await fleet.db.asSystem((tx) =>
      tx.execute<{ asker: string }>(sql`select asker from drawings where wish = ${idempotencyKey}`),
    )
    return rows.map(({ asker }) => asker)
  }
  return {
    ...fleet,
    begun: started,
    startSlowWorker: () => fleet.startWorker(renderer),
    first: fleet.requester,
    second: fleet.startRequester(),
    ask: (at: Renderer, options: { signal?: AbortSignal; idempotencyKey?: string } = {}) =>
      at.renderVideo(videoSpec(), NO_FILES, { userId, idempotencyKey, ...options }),
    /** Resolves when the latest request waits for the render, in place of `before`. */
    async takenUpFrom(before: string[]) {
      await expect.poll(async () => (await requesterIds()).filter((asker) => !before.includes(asker)).length).toBe(1)
    },
    askers: requesterIds,
    userId,
    another: fleet.insertTestUser,
    wish: idempotencyKey,
  }
}

test('another process reclaims the render of a lost process, rendered once: queued, in progress or done', async () => {
  const {
    first,
    second,
    ask: requestVideo,
    registerWorker,
    startSlowWorker,
    begun: started,
    askers: requesterIds,
    takenUpFrom: reclaimedFrom,
    leftovers,
    startRequester,
    localRenderer,
  } = await open()
  await registerWorker()
  // The row stays, as if its process was killed.
  void requestVideo(first).catch(() => undefined)
  await reclaimedFrom([])
  await first.close()
  const inLine = await requesterIds()
  void requestVideo(second).catch(() => undefined)
  await reclaimedFrom(inLine)
  expect((await leftovers()).states).toEqual(['waiting'])

  await startSlowWorker()
  await expect.poll(() => started.length).toBe(1)
  const inHand = await requesterIds()
  await second.close()
  const third = startRequester()
  const video = requestVideo(third)
  await reclaimedFrom(inHand)
  started[0]?.draw()
  expect((await video).bytes).toBeGreaterThan(1000)
  await third.close()

  const last = await requestVideo(startRequester())
  expect((await bytesOf(last)).length).toBe(last.bytes)
  await last.close()
  expect(started).toHaveLength(1)
  expect(localRenderer.begun).toEqual([])
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('while the first process runs, the latest request gets the render, whichever notices the lost connection first', async () => {
  const {
    first,
    second,
    ask: requestVideo,
    startSlowWorker,
    begun: started,
    askers: requesterIds,
    takenUpFrom: reclaimedFrom,
    leftovers,
  } = await open()
  await startSlowWorker()
  const cut = new AbortController()
  const lost = requestVideo(first, { signal: cut.signal }).catch((error: unknown) => error)
  await expect.poll(() => started.length).toBe(1)
  const before = await requesterIds()
  const again = requestVideo(second)
  const ended = again.catch((error: unknown) => error)
  await reclaimedFrom(before)
  cut.abort(new Error('the connection was cut'))
  // Or it has learned earlier that no request waits for it.
  expect(String(await lost)).toMatch(/the connection was cut|Superseded by a retry/)

  // A third time, at the process that asked first; the second one is superseded and renders nothing locally.
  const now = await requesterIds()
  const back = requestVideo(first)
  await reclaimedFrom(now)
  expect(await ended).toBeInstanceOf(Superseded)
  expect(started[0]?.signal?.aborted).toBe(false)
  started[0]?.draw()
  const video = await back
  expect((await bytesOf(video)).length).toBe(video.bytes)
  await video.close()
  expect(started).toHaveLength(1)
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('an abandoned render starts again for a retry, in progress or done', async () => {
  const { first, second, ask: requestVideo, startSlowWorker, begun: started, leftovers } = await open()
  await startSlowWorker()
  const cut = new AbortController()
  const lost = requestVideo(first, { signal: cut.signal })
  await expect.poll(() => started.length).toBe(1)
  cut.abort(new Error('the connection was cut'))
  await expect(lost).rejects.toThrow('the connection was cut')
  await expect.poll(() => started[0]?.signal?.aborted).toBe(true)
  const again = requestVideo(second)
  await expect.poll(() => started.length).toBe(2)
  started[1]?.draw()
  // Half of it was sent when the connection was cut.
  await (await again).close()
  const retried = requestVideo(first)
  await expect.poll(() => started.length).toBe(3)
  started[2]?.draw()
  const video = await retried
  expect((await bytesOf(video)).length).toBe(video.bytes)
  await video.close()
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('aborting the reclaiming request cancels the render at the worker', async () => {
  const {
    first,
    second,
    ask: requestVideo,
    startSlowWorker,
    begun: started,
    askers: requesterIds,
    takenUpFrom: reclaimedFrom,
    leftovers,
  } = await open()
  await startSlowWorker()
  void requestVideo(first).catch(() => undefined)
  await expect.poll(() => started.length).toBe(1)
  const before = await requesterIds()
  await first.close()
  const leaving = new AbortController()
  const again = requestVideo(second, { signal: leaving.signal })
  await reclaimedFrom(before)
  leaving.abort(new Error('cancelled'))
  await expect(again).rejects.toThrow('cancelled')
  await expect.poll(() => started[0]?.signal?.aborted).toBe(true)
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('a process that shuts down leaves its render to the process that gets the retry', async () => {
  const { startStoppingRequester, second, ask: requestVideo, startSlowWorker, begun: started, leftovers } = await open()
  await startSlowWorker()
  const { renderer, end } = startStoppingRequester()
  const cut = new AbortController()
  const lost = requestVideo(renderer, { signal: cut.signal })
  await expect.poll(() => started.length).toBe(1)
  await end()
  cut.abort(new Error('the connection was cut'))
  await expect(lost).rejects.toThrow('the connection was cut')
  const again = requestVideo(second)
  await renderer.close()
  started[0]?.draw()
  await (await again).close()
  expect(started).toHaveLength(1)
  await expect.poll(leftovers).toEqual({ keys: [], states: [] })
})

test('an abandoned render is not awaited, another key is another video, and two simultaneous requests are one', async () => {
  const {
    first,
    second,
    ask: requestVideo,
    registerWorker,
    db,
    askers: requesterIds,
    takenUpFrom: reclaimedFrom,
    userId,
    wish: idempotencyKey,
    leftovers,
    another: insertAnotherUser,
  } = await open()
  await registerWorker()
  void requestVideo(first).catch(() => undefined)
  await reclaimedFrom([])
  await first.close()
  await expect(requestVideo(second, { idempotencyKey: randomUUID() })).rejects.toMatchObject({ code: 'BUSY' })
  await db.asSystem((tx) => tx.execute(sql`update drawings set wanted_until = now() - interval '1 s'`))
  const forgotten = await requesterIds()
  void requestVideo(second).catch(() => undefined)
  await reclaimedFrom(forgotten)
  expect((await leftovers()).states).toEqual(['waiting', 'waiting'])

  const order = () => ({ id: randomUUID(), callId: randomUUID(), path: resultKey(userId, 'video'), perUser: 1, total: 9 })
  const key = { userId: await insertAnotherUser(), kind: 'video' as const, work: '{}', idempotencyKey }
  const placed = await Promise.all(Array.from({ length: 8 }, () => enqueueRender(db, { ...order(), ...key })))
  expect(new Set(placed.map((one) => (typeof one === 'string' ? one : one.id))).size).toBe(1)
  expect(placed[0]).toMatchObject({ path: expect.stringMatching(/\.mp4$/) })
})
