import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { generateRequestSchema, type GenerateEvent } from '@ninesixteen/shared/api/generate'
import { projects } from '../../db/schema-projects.ts'
import { followGeneration } from '../../generation/follow-generation.ts'
import { createGenerations } from '../../generation/generations.ts'
import { closeAbandoned } from '../../generation/generation-rows.ts'
import { takeDatabaseOffline } from '../../testing/database-outage.ts'
import { collect, generateRequest, slidesIn, startGeneratingApp, stored } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

/** Characters of the response that contain one slide, so that no second one is being saved when the database goes away. */
const AFTER_A_SLIDE = 150

/** A generation whose database goes away between its first and last slide, and the time it waits for the database. */
async function runWithout(databaseWaitMs: number) {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  await sandbox.fail({ kind: 'hold', afterChars: AFTER_A_SLIDE })
  const generations = createGenerations({ ...app.services, ...app.services.connections, databaseWaitMs })
  const { events } = await generations.start(user.id, generateRequestSchema.parse(generateRequest()))
  const reading = events(new AbortController().signal)
  const seen: GenerateEvent[] = []
  for (;;) {
    const { value } = await reading.next()
    if (value) seen.push(value)
    if (value?.type === 'slide') break
  }
  const bringBack = await takeDatabaseOffline(app.services.db)
  await sandbox.releaseHeld()
  return { app, user, generations, seen, reading, bringBack }
}

test('a slideshow goes on when the database is back, with every slide once', async () => {
  const { app, user, generations, seen, reading, bringBack } = await runWithout(60_000)
  await expect.poll(() => app.logged.join('')).toContain('Generation is waiting for the database')
  await bringBack()
  seen.push(...(await collect(reading)))
  expect(seen.at(-1)).toMatchObject({ type: 'done', kept: 6, notice: null })
  const saved = await stored(app, user)
  expect(saved.projects).toMatchObject([{ status: 'draft', slideCount: 6 }])
  expect(saved.slides.map(({ data }) => data)).toEqual(slidesIn(seen))
  await generations.close()
})

test('while the database stays away the page receives what was saved, and the project is closed as soon as it is back', async () => {
  const { app, user, generations, seen, reading, bringBack } = await runWithout(10)
  seen.push(...(await collect(reading)))
  const saved = slidesIn(seen).length
  expect(saved).toBeGreaterThan(0)
  expect(seen.at(-1)).toEqual({
    type: 'error',
    code: 'UNAVAILABLE',
    message: `The server lost its database. ${saved} of 6 slides were saved before.`,
    kept: saved,
  })
  await bringBack()
  await expect.poll(async () => (await stored(app, user)).projects).toMatchObject([{ status: 'draft', slideCount: saved }])
  const { projectId } = seen.find((event) => event.type === 'project') ?? { projectId: '' }
  const later = await collect(generations.follow(user.id, projectId, new AbortController().signal))
  expect(later.at(-1)).toMatchObject({
    type: 'done',
    kept: saved,
    notice: `The server lost its database. ${saved} of 6 slides were saved before.`,
  })
  await generations.close()
})

test('who follows a run whose process died is told so', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  const { db } = app.services
  const { id: projectId } = await user.buildProject()
  const silent = sql`now() - interval '1 minute'`
  await db.asUser(user.id, (tx) => tx.update(projects).set({ status: 'generating', updatedAt: silent }).where(eq(projects.id, projectId)))
  const following = followGeneration({ db, userId: user.id, projectId, model: 'any' }, new AbortController().signal)
  const seen = [await following.next(), await following.next(), await following.next()].map(({ value }) => value?.type)
  expect(seen).toEqual(['project', 'slide', 'slide'])
  const rest = collect(following)
  await closeAbandoned(db, 45)
  expect(await rest).toMatchObject([{ type: 'done', kept: 2, notice: 'The server that wrote this slideshow stopped. Slides saved: 2.' }])
})
