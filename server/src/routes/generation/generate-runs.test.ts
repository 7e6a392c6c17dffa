import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { projects } from '../../db/schema-projects.ts'
import { createGenerations } from '../../generation/generations.ts'
import { collect, eventsOf, generateRequest, post, startGeneratingApp, stored } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

describe('runs belong to the server', () => {
  test('a page that leaves stops nothing, and one that comes back sees everything', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const left = new AbortController()
    await sandbox.fail({ kind: 'slow', ms: 150 })
    const reading = eventsOf(await post(user, generateRequest(), left.signal))
    const { value: first } = await reading.next()
    const projectId = first?.type === 'project' ? first.projectId : ''
    left.abort()
    const again = await collect(eventsOf(await user.fetch(`/api/generate/${projectId}/events`)))
    expect(again.map((event) => event.type)).toEqual(['project', ...Array.from({ length: 6 }, () => 'slide'), 'done'])
    expect((await sandbox.requests())[0]?.aborted).toBe(false)
    const later = await collect(eventsOf(await user.fetch(`/api/generate/${projectId}/events`)))
    expect(later).toEqual(again)
    const stranger = await app.buildUser()
    expect((await stranger.call('GET', `/api/generate/${projectId}/events`)).status).toBe(404)
    expect((await stranger.call('POST', `/api/generate/${projectId}/cancel`)).status).toBe(404)
    expect((await user.call('GET', '/api/generate/nonsense/events')).status).toBe(404)
  })

  test('cancel hangs up on the provider and keeps whole slides', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'stall', afterChars: 400 })
    const reading = eventsOf(await post(user, generateRequest()))
    const seen: GenerateEvent[] = []
    for await (const event of reading) {
      seen.push(event)
      if (event.type === 'slide' && event.index === 1) break
    }
    const projectId = seen[0]?.type === 'project' ? seen[0].projectId : ''
    expect(await user.call('POST', `/api/generate/${projectId}/cancel`)).toMatchObject({ status: 200, body: { cancelled: true } })
    expect(await user.call('POST', `/api/generate/${projectId}/cancel`)).toMatchObject({ status: 200, body: { cancelled: false } })
    const all = await collect(eventsOf(await user.fetch(`/api/generate/${projectId}/events`)))
    const saved = await stored(app, user)
    const notice = `Cancelled. ${saved.slides.length} of 6 slides were saved.`
    expect(all.at(-1)).toMatchObject({ type: 'done', kept: saved.slides.length, notice })
    expect(saved.projects).toMatchObject([{ status: 'draft' }])
    await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)
  })

  test('cancel before the first slide leaves no project', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'timeout' })
    const reading = eventsOf(await post(user, generateRequest()))
    const { value: first } = await reading.next()
    await user.call('POST', `/api/generate/${first?.type === 'project' ? first.projectId : ''}/cancel`)
    const message = 'Cancelled before the first slide was written. Nothing was saved.'
    expect(await collect(reading)).toEqual([{ type: 'error', code: 'AI_CANCELLED', message, kept: 0 }])
    expect((await stored(app, user)).projects).toEqual([])
  })

  test('what a crash left behind is put right: a draft with slides, nothing without', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const project = await user.buildProject()
    const { db } = app.services
    await db.asUser(user.id, (tx) => tx.update(projects).set({ status: 'generating', slidesWanted: 6 }))
    await db.asUser(user.id, (tx) =>
      tx.insert(projects).values({ userId: user.id, title: 'empty', contentType: 'numbered-list', status: 'generating' }),
    )
    const restarted = createGenerations({ ...app.services, ...app.services.connections })
    expect(await restarted.recover()).toBe(2)
    await restarted.close()
    expect((await stored(app, user)).projects).toMatchObject([
      { id: project.id, status: 'draft', version: project.version + 1, slideCount: 2 },
    ])
    const events = await collect(eventsOf(await user.fetch(`/api/generate/${project.id}/events`)))
    expect(events.map((event) => event.type)).toEqual(['project', 'slide', 'slide', 'done'])
    expect(events[0]).toMatchObject({ wanted: 6 })
    expect(events.at(-1)).toMatchObject({
      kept: 2,
      notice: 'The server that wrote this slideshow stopped. Slides saved: 2.',
    })
  })

  test('stopping the server keeps what is written', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'stall', afterChars: 400 })
    const reading = eventsOf(await post(user, generateRequest()))
    const seen: GenerateEvent[] = []
    for await (const event of reading) {
      seen.push(event)
      if (event.type === 'slide') break
    }
    await app.services.generations.close()
    const saved = await stored(app, user)
    expect(saved.projects).toMatchObject([{ status: 'draft', slidesWanted: 6, runEnding: 'stopped' }])
    const projectId = seen[0]?.type === 'project' ? seen[0].projectId : ''
    const all = await collect(eventsOf(await user.fetch(`/api/generate/${projectId}/events`)))
    expect(all.at(-1)).toMatchObject({
      type: 'done',
      notice: `The server that wrote this slideshow stopped. Slides saved: ${saved.slides.length}.`,
    })
    expect((await user.call('POST', '/api/generate', generateRequest())).status).toBe(503)
  })
})
