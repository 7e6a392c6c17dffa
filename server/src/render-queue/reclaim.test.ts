import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Renderer } from '../rendering/renderer.ts'
import { bytesOf, videoSpec, NO_FILES, openRenderFleet, openRenderer, slowRenderer } from '../testing/render-fleet.ts'
import { enqueueRender } from './enqueue-render.ts'
import { resultKey } from './render-task.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'

/* A page whose request was lost retries with the same key, at another process or the same. */

const painting = openRenderer()

/** Two requesting processes, a worker whose renders last until the test ends them, and a user with a key. */
async function open() {
  const fleet = await openRenderFleet(painting)
  const { renderer, begun } = slowRenderer(painting)
  const [person, wish] = [await fleet.person(), randomUUID()]
  const askers = async () => {
    const { rows } = await fleet.db.asSystem((tx) => tx.execute<{ asker: string }>(sql`select asker from drawings where wish = ${wish}`))
    return rows.map(({ asker }) => asker)
  }
  return {
    ...fleet,
    begun,
    startSlowWorker: () => fleet.startWorker(renderer),
    first: fleet.asking,
    second: fleet.askElsewhere(),
    ask: (at: Renderer, given: { signal?: AbortSignal; idempotencyKey?: string } = {}) =>
      at.renderVideo(videoSpec(), NO_FILES, { userId: person, idempotencyKey: wish, ...given }),
    /** Resolves when the latest request waits for the render, in place of `before`. */
    async takenUpFrom(before: string[]) {
      await expect.poll(async () => (await askers()).filter((asker) => !before.includes(asker)).length).toBe(1)
    },
    askers,
    person,
    another: fleet.person,
    wish,
  }
}

test('what a process that is gone had asked for is read by another one, drawn once: in line, in hand, and drawn', async () => {
  const { first, second, ask, enter, startSlowWorker, begun, askers, takenUpFrom, left, askElsewhere, here } = await open()
  await enter()
  // The row stays, as if its process was killed.
  void ask(first).catch(() => undefined)
  await takenUpFrom([])
  await first.close()
  const inLine = await askers()
  void ask(second).catch(() => undefined)
  await takenUpFrom(inLine)
  expect((await left()).states).toEqual(['waiting'])

  await startSlowWorker()
  await expect.poll(() => begun.length).toBe(1)
  const inHand = await askers()
  await second.close()
  const third = askElsewhere()
  const made = ask(third)
  await takenUpFrom(inHand)
  begun[0]?.draw()
  expect((await made).bytes).toBeGreaterThan(1000)
  await third.close()

  const last = await ask(askElsewhere())
  expect((await bytesOf(last)).length).toBe(last.bytes)
  await last.close()
  expect(begun).toHaveLength(1)
  expect(here.begun).toEqual([])
  await expect.poll(left).toEqual({ keys: [], states: [] })
})

test('while the first process lives: the one that asked last has it, whichever learns first that the connection was cut', async () => {
  const { first, second, ask, startSlowWorker, begun, askers, takenUpFrom, left } = await open()
  await startSlowWorker()
  const cut = new AbortController()
  const lost = ask(first, { signal: cut.signal }).catch((error: unknown) => error)
  await expect.poll(() => begun.length).toBe(1)
  const before = await askers()
  const again = ask(second)
  const ended = again.catch((error: unknown) => error)
  await takenUpFrom(before)
  cut.abort(new Error('the connection was cut'))
  // Or it has learned earlier that no request waits for it.
  expect(String(await lost)).toMatch(/the connection was cut|Superseded by a retry/)

  // A third time, at the process that asked first; the second one is superseded and renders nothing locally.
  const now = await askers()
  const back = ask(first)
  await takenUpFrom(now)
  expect(await ended).toBeInstanceOf(Superseded)
  expect(begun[0]?.signal?.aborted).toBe(false)
  begun[0]?.draw()
  const made = await back
  expect((await bytesOf(made)).length).toBe(made.bytes)
  await made.close()
  expect(begun).toHaveLength(1)
  await expect.poll(left).toEqual({ keys: [], states: [] })
})

test('an abandoned render starts again for a retry, in progress or done', async () => {
  const { first, second, ask, startSlowWorker, begun, left } = await open()
  await startSlowWorker()
  const cut = new AbortController()
  const lost = ask(first, { signal: cut.signal })
  await expect.poll(() => begun.length).toBe(1)
  cut.abort(new Error('the connection was cut'))
  await expect(lost).rejects.toThrow('the connection was cut')
  await expect.poll(() => begun[0]?.signal?.aborted).toBe(true)
  const again = ask(second)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.draw()
  // Half of it was sent when the connection was cut.
  await (await again).close()
  const anew = ask(first)
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.draw()
  const made = await anew
  expect((await bytesOf(made)).length).toBe(made.bytes)
  await made.close()
  await expect.poll(left).toEqual({ keys: [], states: [] })
})

test('aborting the request that took it over ends it at the worker', async () => {
  const { first, second, ask, startSlowWorker, begun, askers, takenUpFrom, left } = await open()
  await startSlowWorker()
  void ask(first).catch(() => undefined)
  await expect.poll(() => begun.length).toBe(1)
  const before = await askers()
  await first.close()
  const leaving = new AbortController()
  const again = ask(second, { signal: leaving.signal })
  await takenUpFrom(before)
  leaving.abort(new Error('cancelled'))
  await expect(again).rejects.toThrow('cancelled')
  await expect.poll(() => begun[0]?.signal?.aborted).toBe(true)
  await expect.poll(left).toEqual({ keys: [], states: [] })
})

test('a process that ends and cuts its connections leaves what is drawn to whichever is asked again', async () => {
  const { askEnding, second, ask, startSlowWorker, begun, left } = await open()
  await startSlowWorker()
  const { renderer, end } = askEnding()
  const cut = new AbortController()
  const lost = ask(renderer, { signal: cut.signal })
  await expect.poll(() => begun.length).toBe(1)
  await end()
  cut.abort(new Error('the connection was cut'))
  await expect(lost).rejects.toThrow('the connection was cut')
  const again = ask(second)
  await renderer.close()
  begun[0]?.draw()
  await (await again).close()
  expect(begun).toHaveLength(1)
  await expect.poll(left).toEqual({ keys: [], states: [] })
})

test('an abandoned render is not awaited, another key is another video, and two simultaneous requests are one', async () => {
  const { first, second, ask, enter, db, askers, takenUpFrom, person, wish, left, another } = await open()
  await enter()
  void ask(first).catch(() => undefined)
  await takenUpFrom([])
  await first.close()
  await expect(ask(second, { idempotencyKey: randomUUID() })).rejects.toMatchObject({ code: 'BUSY' })
  await db.asSystem((tx) => tx.execute(sql`update drawings set wanted_until = now() - interval '1 s'`))
  const forgotten = await askers()
  void ask(second).catch(() => undefined)
  await takenUpFrom(forgotten)
  expect((await left()).states).toEqual(['waiting', 'waiting'])

  const order = () => ({ id: randomUUID(), callId: randomUUID(), path: resultKey(person, 'video'), perUser: 1, total: 9 })
  const key = { userId: await another(), kind: 'video' as const, work: '{}', idempotencyKey: wish }
  const placed = await Promise.all(Array.from({ length: 8 }, () => enqueueRender(db, { ...order(), ...key })))
  expect(new Set(placed.map((one) => (typeof one === 'string' ? one : one.id))).size).toBe(1)
  expect(placed[0]).toMatchObject({ path: expect.stringMatching(/\.mp4$/) })
})
