import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { COUNTED_BYTES_MIN } from '@ninesixteen/shared/api/limits'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { files } from '../db/schema-photos.ts'
import { customModes, projects, projectVersions, slides } from '../db/schema-projects.ts'
import { storageUsage } from '../db/schema-usage.ts'
import { buildSlide, startTestApp, type Answer, type TestApp, type TestUser } from '../testing/app.ts'
import { quotaOfVisitor } from './storage-quota.ts'

const COUNTED = [files, slides, projectVersions, customModes, scheduledPosts] as const

/** The maintained sum, and the sum computed from the rows. */
async function sums({ services: { db } }: TestApp, { id }: TestUser): Promise<{ maintained: number; computed: number }> {
  return db.asSystem(async (tx) => {
    const [row] = await tx.select().from(storageUsage).where(eq(storageUsage.userId, id))
    let sum = 0
    for (const table of COUNTED) {
      const [found] = await tx
        .select({ room: sql<number>`coalesce(sum(${table.room}), 0)::float8` })
        .from(table)
        .where(eq(table.userId, id))
      sum += found?.room ?? 0
    }
    return { maintained: row?.bytes ?? 0, computed: sum }
  })
}

const countProjects = ({ services: { db } }: TestApp, { id }: TestUser) => db.asSystem((tx) => tx.$count(projects, eq(projects.userId, id)))

/** A slide of about the given size in kilobytes, 40 at most. */
function heavySlide(kilobytes: number): Slide {
  const [box] = buildSlide('x').textBoxes
  const boxes = Array.from({ length: kilobytes }, () => ({ ...box, id: randomUUID(), text: 'x'.repeat(800) }))
  return slideSchema.parse({ id: randomUUID(), title: 'x', textBoxes: boxes.slice(0, 40) })
}

const errorOf = ({ status, body }: Answer) => [status, (body as ErrorBody).error.code]

async function save(user: TestUser, { id, version }: Pick<Project, 'id' | 'version'>, content: Slide[]): Promise<Answer> {
  return user.call('PUT', `/api/v1/projects/${id}`, { version, saveId: randomUUID(), slides: content })
}

test("every change to a user's data updates the storage sum", async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const project = await user.buildProject({ slides: [heavySlide(2), heavySlide(3)] })
  const post = { userId: user.id, platform: 'tiktok', accountId: 'a', snapshot: [heavySlide(1), heavySlide(2)] }
  const steps: [string, () => Promise<unknown>][] = [
    ['a new slideshow', async () => undefined],
    ['a save, which stores a version', () => save(user, project, [heavySlide(1)])],
    ['a copy', () => user.api('POST', `/projects/${project.id}/duplicate`, {})],
    ['a photo', () => user.buildPhoto()],
    ['a custom mode', () => user.api('POST', '/custom-modes', { name: 'Mine', companyId: null, slides: [heavySlide(1)] })],
    ['a post', () => app.services.db.asUser(user.id, (tx) => tx.insert(scheduledPosts).values(post))],
    [
      'changed slides of a post',
      () => app.services.db.asUser(user.id, (tx) => tx.update(scheduledPosts).set({ snapshot: [heavySlide(3)] })),
    ],
    ['a deletion', () => user.call('DELETE', `/api/v1/projects/${project.id}`)],
    ['a deleted post', () => app.services.db.asUser(user.id, (tx) => tx.delete(scheduledPosts))],
  ]
  let previous = 0
  for (const [label, step] of steps) {
    await step()
    const { maintained, computed } = await sums(app, user)
    expect(maintained, label).toBe(computed)
    expect(maintained, label).not.toBe(previous)
    previous = maintained
  }
  const { storage } = await user.api<{ storage: { used: number } }>('GET', '/media/page')
  expect(storage.used).toBe(previous)
})

test('a small photo counts as the minimum size', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  await user.buildPhoto()
  expect((await sums(app, user)).maintained).toBe(COUNTED_BYTES_MIN)
  await app.services.db.asSystem((tx) => tx.update(files).set({ state: 'deleting' }).where(eq(files.userId, user.id)))
  expect(await sums(app, user)).toEqual({ maintained: 0, computed: 0 })
})

test('concurrent copies never exceed the quota', async () => {
  const storageQuota = 100 * 1024
  const app = await startTestApp({ storageQuota })
  const user = await app.buildUser()
  const project = await user.buildProject({ slides: [heavySlide(9)] })
  const responses = await Promise.all(Array.from({ length: 50 }, () => user.call('POST', `/api/v1/projects/${project.id}/duplicate`, {})))
  const created = responses.filter(({ status }) => status === 201).length
  for (const refused of responses.filter(({ status }) => status !== 201)) expect(errorOf(refused)).toEqual([507, 'STORAGE_QUOTA'])
  const { maintained, computed } = await sums(app, user)
  const each = computed / (created + 1)
  expect(maintained).toBe(computed)
  expect(maintained).toBeLessThanOrEqual(storageQuota)
  expect(maintained + each).toBeGreaterThan(storageQuota)
  expect(await countProjects(app, user)).toBe(created + 1)
  // A user's own limit isn't a server error: a few log lines without stack traces, then counting.
  const lines = app.logged.splice(0).map((line) => JSON.parse(line) as { level: number; code: string })
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(new Set(lines.map(({ level, code, ...line }) => `${level} ${code} ${'err' in line}`))).toEqual(new Set(['40 STORAGE_QUOTA false']))
})

test('a full quota rejects additions but allows shrinking, reading and deleting', async () => {
  const app = await startTestApp({ storageQuota: 40 * 1024 })
  const user = await app.buildUser()
  const project = await user.buildProject({ slides: [heavySlide(28)] })
  const larger = await save(user, project, [heavySlide(39)])
  expect([larger.status, (larger.body as ErrorBody).error.message]).toEqual([
    507,
    expect.stringMatching(/^Your storage is full: .* Delete photos or slideshows you no longer need, then try again\.$/),
  ])
  const untouched = await user.api<Project>('GET', `/projects/${project.id}`)
  expect([untouched.version, untouched.slides]).toEqual([project.version, project.slides])
  expect(errorOf(await user.call('POST', `/api/v1/projects/${project.id}/duplicate`, {}))).toEqual([507, 'STORAGE_QUOTA'])
  const mode = { name: 'Mine', companyId: null, slides: [heavySlide(20)] }
  expect(errorOf(await user.call('POST', '/api/v1/custom-modes', mode))).toEqual([507, 'STORAGE_QUOTA'])
  expect(await user.api('GET', '/custom-modes')).toEqual([])
  const { maintained } = await sums(app, user)
  // Without space, the replaced version isn't kept.
  expect((await save(user, project, [heavySlide(20)])).status).toBe(200)
  expect((await sums(app, user)).maintained).toBeLessThan(maintained)
  expect(await user.api('GET', `/projects/${project.id}/versions`)).toEqual([])
  expect((await user.call('DELETE', `/api/v1/projects/${project.id}`)).status).toBeLessThan(300)
  expect(await sums(app, user)).toEqual({ maintained: 0, computed: 0 })
})

test('generation is rejected when the quota is used up', async () => {
  const app = await startTestApp({ storageQuota: 1 })
  const user = await app.buildUser()
  const order = { topic: '5 habits', contentType: 'numbered-list' }
  expect(errorOf(await user.call('POST', '/api/generate', order))).toEqual([507, 'STORAGE_QUOTA'])
  expect(await countProjects(app, user)).toBe(0)
})

test('deleting an account clears its storage sum', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  await user.buildProject()
  await user.buildPhoto()
  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBeLessThan(300)
  expect(await sums(app, user)).toEqual({ maintained: 0, computed: 0 })
})

test("quotaOfVisitor gives a demo 100 MB, a trial 20 MB and an account the instance's quota", () => {
  expect([false, true, null].map(quotaOfVisitor)).toEqual([104_857_600, 20_971_520, Infinity])
})
