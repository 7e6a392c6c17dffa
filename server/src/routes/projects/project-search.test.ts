import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project, ProjectSummary } from '@ninesixteen/shared/api/projects'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

interface Page {
  total: number
  next: string | null
  projects: ProjectSummary[]
}

const search = (q: string, more = '') => user.api<Page>('GET', `/projects?q=${encodeURIComponent(q)}${more}`)
const titles = async (q: string) => (await search(q)).projects.map((project) => project.title).toSorted()

describe('a search', () => {
  test('finds words in title or topic, whatever their case, and signs as they are', async () => {
    for (const title of ['Morning Habits', '100% Wool', '1000 wool', 'snake_case', 'snakeXcase', 'back\\slash', 'УТРО', 'CAFÉ']) {
      await user.buildProject({ title })
    }
    await (await app.buildUser()).buildProject({ title: 'morning of somebody else' })
    expect(await titles('MORNING')).toEqual(['Morning Habits'])
    expect(await titles('habits  morn')).toEqual(['Morning Habits'])
    expect(await titles('100%')).toEqual(['100% Wool'])
    expect(await titles('snake_')).toEqual(['snake_case'])
    expect(await titles('k\\s')).toEqual(['back\\slash'])
    expect(await titles('утро')).toEqual(['УТРО'])
    expect(await titles('café')).toEqual(['CAFÉ'])
    expect(await titles('snake tips')).toHaveLength(2)
    expect(await titles("' or true --")).toEqual([])
    expect(await titles('   ')).toHaveLength(8)
  })

  test('counts what is found, over all pages, also among 500', async () => {
    await app.services.db.asSystem((tx) =>
      tx.execute(sql`
        insert into projects (user_id, title, topic, content_type, updated_at)
        select ${user.id}, 'project ' || n, case when n % 5 = 0 then 'Candles' else 'soap' end, 'custom', now() - make_interval(mins => n)
        from generate_series(1, 500) n`),
    )
    const page = await search('candle', '&limit=60&offset=60')
    expect([page.total, page.projects.length]).toEqual([100, 40])
    expect(page.projects[0]?.title).toBe('project 305')
    expect((await search('')).total).toBe(500)
  })

  test('goes on where the last page ended, whatever was made or deleted meanwhile', async () => {
    await app.services.db.asSystem((tx) =>
      tx.execute(sql`
        insert into projects (user_id, title, content_type, updated_at)
        select ${user.id}, 'project ' || n, 'custom', date_trunc('hour', now()) - make_interval(hours => n / 4) from generate_series(1, 25) n`),
    )
    const first = await search('project', '&limit=10')
    await user.buildProject({ title: 'project new' })
    await user.call('DELETE', `/api/v1/projects/${first.projects.at(-1)?.id}`)
    const second = await search('project', `&limit=10&after=${first.next}`)
    const third = await search('project', `&limit=10&after=${second.next}`)
    const seen = [first, second, third].flatMap(({ projects }) => projects.map(({ title }) => title))
    expect(new Set(seen).size).toBe(25)
    expect([seen.length, seen.includes('project new'), third.next]).toEqual([25, false, null])
    expect([first.total, second.total, (await search('nothing', `&after=${first.next}`)).total]).toEqual([25, 25, 0])
    for (const after of ['x', '1_2', `1e3_${randomUUID()}`]) {
      expect((await user.call('GET', `/api/v1/projects?after=${after}`)).status).toBe(400)
    }
  })
})

describe('a new title', () => {
  test('shows in list and project, increments the version and keeps the slides', async () => {
    const project = await user.buildProject()
    const renamed = await user.api<ProjectSummary>('PATCH', `/projects/${project.id}`, { title: '  a better one ' })
    expect(renamed).toMatchObject({ title: 'a better one', version: 2, slideCount: 2 })
    expect(await user.api<Project>('GET', `/projects/${project.id}`)).toEqual({ ...renamed, slides: project.slides })
    expect(await user.api('PATCH', `/projects/${project.id}`, { title: 'a better one' })).toEqual(renamed)
    expect((await user.call('PATCH', `/api/v1/projects/${project.id}`, { title: ' ' })).status).toBe(400)
  })

  test('is not undone by an editor that still holds the old one, nor by a save that is sent again', async () => {
    const project = await user.buildProject()
    const sent = { version: 1, saveId: randomUUID(), title: project.title, slides: [buildSlide('edited')] }
    await user.api('PUT', `/projects/${project.id}`, sent)
    await user.api('PATCH', `/projects/${project.id}`, { title: 'new' })
    for (const save of [sent, { ...sent, version: 2, saveId: randomUUID() }]) {
      const { status, body } = await user.call<ErrorBody>('PUT', `/api/v1/projects/${project.id}`, save)
      expect([status, body.error.code]).toEqual([412, 'VERSION_CONFLICT'])
    }
    expect(await user.api<Project>('GET', `/projects/${project.id}`)).toMatchObject({ title: 'new', version: 3 })
  })
})
