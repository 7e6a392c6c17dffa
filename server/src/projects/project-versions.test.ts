import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project, ProjectVersion, ProjectVersionSummary } from '@ninesixteen/shared/api/projects'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { projects } from '../db/schema-projects.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

/** Saves `version` + 1 as slides with that name, some seconds after the state before. */
async function save(id: string, version: number, secondsLater = 0): Promise<void> {
  await stand(id, secondsLater)
  const slides = [buildSlide(`v${version + 1}`)]
  await user.api('PUT', `/projects/${id}`, { version, saveId: randomUUID(), title: `title ${version + 1}`, slides })
}

/** Backdates the last save and all versions, by the database's clock. */
async function stand(id: string, seconds: number): Promise<void> {
  await app.services.db.asSystem(async (tx) => {
    await tx
      .update(projects)
      .set({ updatedAt: sql`updated_at - make_interval(secs => ${seconds}::integer)` })
      .where(eq(projects.id, id))
    await tx.execute(
      sql`update project_versions set created_at = created_at - make_interval(secs => ${seconds}::integer) where project_id = ${id}`,
    )
  })
}

const versions = (id: string) => user.api<ProjectVersionSummary[]>('GET', `/projects/${id}/versions`)
const numbers = async (id: string) => (await versions(id)).map(({ version }) => version)
const restore = (id: string, from: number, body: { version: number; saveId?: string }) =>
  user.call<Project & ErrorBody>('POST', `/api/v1/projects/${id}/versions/${from}/restore`, { saveId: randomUUID(), ...body })

describe('earlier states', () => {
  test('are listed newest first with title and slides, and can be opened', async () => {
    const project = await user.buildProject()
    expect(await versions(project.id)).toEqual([])
    for (const version of [1, 2, 3]) await save(project.id, version, 61)
    expect((await versions(project.id)).map(({ version, title, slideCount }) => [version, title, slideCount])).toEqual([
      [3, 'title 3', 1],
      [2, 'title 2', 1],
      [1, '3 tips', 2],
    ])
    const [, , oldest] = await versions(project.id)
    const first = await user.api<ProjectVersion>('GET', `/projects/${project.id}/versions/1`)
    expect(first).toEqual({ ...oldest, slides: project.slides })
    expect((await user.call('GET', `/api/v1/projects/${project.id}/versions/4`)).status).toBe(404)
  })

  test('of frequent saves are the first, the last and one per minute', async () => {
    const project = await user.buildProject()
    for (let version = 1; version <= 13; version++) await save(project.id, version, 25)
    // Created at 0, 25, 50 ... 300 s: except for the last (13), versions are a minute or more apart.
    expect(await numbers(project.id)).toEqual([13, 10, 7, 4, 1])
  })

  test('are twenty at most; the oldest are deleted', async () => {
    const project = await user.buildProject()
    for (let version = 1; version <= 23; version++) await save(project.id, version, 61)
    expect(await numbers(project.id)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
  })
})

describe('going back', () => {
  test('creates a new version of the earlier state, and keeps the current one', async () => {
    const project = await user.buildProject()
    await save(project.id, 1)
    await save(project.id, 2)
    const { status, body } = await restore(project.id, 1, { version: 3 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ version: 4, title: '3 tips', slideCount: 2, slides: project.slides })
    expect(await user.api('GET', `/projects/${project.id}`)).toEqual(body)
    // The replaced state stays, though saves follow within seconds, and can be restored itself.
    for (const version of [4, 5, 6]) await save(project.id, version)
    expect(await numbers(project.id)).toEqual([6, 3, 1])
    expect((await restore(project.id, 3, { version: 7 })).body).toMatchObject({ version: 8, title: 'title 3' })
  })

  test('is rejected for another version with the current state, and changes nothing', async () => {
    const project = await user.buildProject()
    await save(project.id, 1)
    const { status, body } = await restore(project.id, 1, { version: 1 })
    expect([status, body.error.code]).toEqual([412, 'VERSION_CONFLICT'])
    expect(body.error.data).toEqual({ current: await user.api('GET', `/projects/${project.id}`), isTaken: false })
    expect(await numbers(project.id)).toEqual([1])
  })

  test('returns the first response when retried; an unknown version is not found', async () => {
    const project = await user.buildProject()
    await save(project.id, 1)
    const overrides = { version: 2, saveId: randomUUID() }
    const first = await restore(project.id, 1, overrides)
    const second = await restore(project.id, 1, overrides)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await restore(project.id, 17, { version: 3 })).status).toBe(404)
    expect(await user.api<Project>('GET', `/projects/${project.id}`)).toEqual(first.body)
  })
})
