import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project, ProjectSummary } from '@ninesixteen/shared/api/projects'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { projects, projectVersions } from '../../db/schema-projects.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { ADTS_FILE } from '../../testing/sound-track.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

interface Saved {
  version: number
  updatedAt: string
}

function save(id: string, change: { version: number; slides: Slide[]; saveId?: string; title?: string }) {
  return user.call<Saved & ErrorBody>('PUT', `/api/v1/projects/${id}`, { saveId: randomUUID(), ...change })
}

const texts = (project: Project) => project.slides.map((slide) => slide.title)

describe('a project', () => {
  test('is stored as created, and found again in the list', async () => {
    const slides = [buildSlide('one', { brightness: 3, textStyle: 'black-bg' }), buildSlide('شرائح 🎉')]
    const project = await user.buildProject({ title: '  3 tips  ', slides })
    expect(project).toMatchObject({ title: '3 tips', slideCount: 2, status: 'draft', version: 1, coverUrl: null, slides })
    expect(await user.api('GET', `/projects/${project.id}`)).toEqual(project)
    const { slides: _, ...summary } = project
    expect(await user.api('GET', '/projects')).toEqual({ total: 1, next: null, projects: [summary] })
  })

  test('list: the last changed first, in pages, with the whole number', async () => {
    const created = [
      await user.buildProject({ title: 'a' }),
      await user.buildProject({ title: 'b' }),
      await user.buildProject({ title: 'c' }),
    ]
    await save(created[0]?.id ?? '', { version: 1, slides: [buildSlide('new')] })
    const page = await user.api<{ total: number; projects: ProjectSummary[] }>('GET', '/projects?limit=2&offset=0')
    expect(page.total).toBe(3)
    expect(page.projects.map((project) => project.title)).toEqual(['a', 'c'])
    const rest = await user.api<{ projects: ProjectSummary[] }>('GET', '/projects?limit=2&offset=2')
    expect(rest.projects.map((project) => project.title)).toEqual(['b'])
  })

  test('can be copied and deleted, with everything that belongs to it', async () => {
    const project = await user.buildProject()
    await save(project.id, { version: 1, slides: [buildSlide('changed')] })
    const copy = await user.api<Project>('POST', `/projects/${project.id}/duplicate`)
    expect(copy).toMatchObject({ title: '3 tips (copy)', version: 1, topic: project.topic })
    expect(texts(copy)).toEqual(['changed'])
    await user.api('DELETE', `/projects/${project.id}`)
    expect((await user.call('GET', `/api/v1/projects/${project.id}`)).status).toBe(404)
    expect(await user.api<Project>('GET', `/projects/${copy.id}`)).toEqual(copy)
    const stored = await app.services.db.asSystem((tx) =>
      tx.select().from(projectVersions).where(eq(projectVersions.projectId, project.id)),
    )
    expect(stored).toEqual([])
  })

  test('gets a company of the user, or none, and keeps content and version', async () => {
    const project = await user.buildProject()
    const company = await user.api<{ id: string }>('POST', '/companies', { name: 'Dawn Roast' })
    const other = await (await app.buildUser()).api<{ id: string }>('POST', '/companies', { name: 'Dusk Roast' })
    const assign = (companyId: string | null) => user.call<ProjectSummary>('PUT', `/api/v1/projects/${project.id}/company`, { companyId })
    expect((await assign(company.id)).body).toMatchObject({ companyId: company.id, version: 1 })
    expect(await user.api<Project>('GET', `/projects/${project.id}`)).toEqual({ ...project, companyId: company.id })
    expect((await assign(other.id)).status).toBe(400)
    expect((await assign(null)).body).toMatchObject({ companyId: null, version: 1 })
  })

  test('keeps the sound in a copy', async () => {
    const project = await user.buildProject()
    const trackId = randomUUID()
    const { status } = await user.fetch(`/api/tracks?id=${trackId}&name=x&beatOffset=0`, { method: 'POST', body: ADTS_FILE })
    expect(status).toBe(201)
    await user.api('PUT', `/projects/${project.id}/sound`, { sound: { trackId, fadeOut: 2 } })
    const copy = await user.api<Project>('POST', `/projects/${project.id}/duplicate`)
    expect(await user.api('GET', `/projects/${copy.id}/sound`)).toMatchObject({ trackId, fadeOut: 2 })
  })
})

describe('a save', () => {
  test('replaces slides and title as one, and keeps what was there', async () => {
    const project = await user.buildProject({ slides: [buildSlide('a'), buildSlide('b'), buildSlide('c')] })
    const [a, , c] = project.slides
    const { status, body } = await save(project.id, { version: 1, title: 'new', slides: [c, a].filter((slide) => slide !== undefined) })
    expect(status).toBe(200)
    expect(body.version).toBe(2)
    const now = await user.api<Project>('GET', `/projects/${project.id}`)
    expect(now).toMatchObject({ title: 'new', slideCount: 2, version: 2, updatedAt: body.updatedAt })
    expect(texts(now)).toEqual(['c', 'a'])
    const [stored] = await app.services.db.asSystem((tx) =>
      tx.select().from(projectVersions).where(eq(projectVersions.projectId, project.id)),
    )
    expect(stored).toMatchObject({ version: 1, title: '3 tips', slides: project.slides })
  })

  test('on another version is refused with what the server holds now, and changes nothing', async () => {
    const project = await user.buildProject()
    await save(project.id, { version: 1, slides: [buildSlide('first')] })
    const { status, body } = await save(project.id, { version: 1, slides: [buildSlide('second')] })
    expect(status).toBe(412)
    expect(body.error.code).toBe('VERSION_CONFLICT')
    const current = await user.api<Project>('GET', `/projects/${project.id}`)
    expect(body.error.data).toEqual({ current, isTaken: false })
    expect(texts(current)).toEqual(['first'])
  })

  test('sent again after a lost reply answers as the first time', async () => {
    const project = await user.buildProject()
    const again = { version: 1, slides: [buildSlide('once')], saveId: randomUUID() }
    const first = await save(project.id, again)
    const second = await save(project.id, again)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  test('repeated after another save learns that it succeeded before', async () => {
    const project = await user.buildProject()
    const again = { version: 1, slides: [buildSlide('once')], saveId: randomUUID() }
    await save(project.id, again)
    await save(project.id, { version: 2, slides: [buildSlide('theirs')] })
    await user.api('PATCH', `/projects/${project.id}`, { title: 'renamed' })
    const { status, body } = await save(project.id, again)
    expect([status, body.error.data]).toMatchObject([412, { isTaken: true, current: { version: 4, title: 'renamed' } }])
    const other = await save(project.id, { ...again, saveId: randomUUID() })
    expect(other.body.error.data).toMatchObject({ isTaken: false })
  })

  test('of ten made on one version at once, exactly one is taken', async () => {
    const project = await user.buildProject()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(project.id, { version: 1, slides: [buildSlide(`tab ${index}`)] })),
    )
    const taken = answers.flatMap(({ status }, index) => (status === 200 ? [`tab ${index}`] : []))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
    expect(texts(await user.api<Project>('GET', `/projects/${project.id}`))).toEqual(taken)
  })

  test('takes no image of another user, anywhere in a slide, yet a deleted one of the own', async () => {
    const project = await user.buildProject()
    const other = await app.buildUser()
    const { filePath } = await other.buildPhoto()
    const box = { id: 'b', imageUrl: filePath, x: 0, y: 0, width: 50, height: 50, opacity: 1 }
    for (const foreign of [{ backgroundImage: filePath }, { logoImage: filePath }, { imageBoxes: [box] }]) {
      const { status, body } = await save(project.id, { version: 1, slides: [buildSlide('x', foreign)] })
      expect([status, body.error.code]).toEqual([400, 'INVALID_INPUT'])
    }
    const gone = await save(project.id, { version: 1, slides: [buildSlide('x', { backgroundImage: `${user.id}/1_gone.jpg` })] })
    expect(gone.status).toBe(200)
  })

  test('of slides that are not valid names the fields', async () => {
    const project = await user.buildProject()
    const slide = buildSlide('x')
    const withText = (fields: object) => ({ ...slide, textBoxes: [{ id: 'b', ...fields }] })
    const bad: [unknown, string][] = [
      [[], 'slides'],
      [[slide, slide], 'slides'],
      [[{ ...slide, brightness: 11 }], 'slides.0.brightness'],
      [[{ ...slide, backgroundImage: 'https://evil.example/x.jpg' }], 'slides.0.backgroundImage'],
      [[{ ...slide, backdrop: { kind: 'plain', color: 'red' } }], 'slides.0.backdrop.color'],
      [[{ ...slide, photoEffects: { blur: 1e9 } }], 'slides.0.photoEffects.blur'],
      [[withText({ rotation: 1e9 })], 'slides.0.textBoxes.0.rotation'],
      [[{ ...slide, shapeBoxes: [{ id: 'h', shape: 'icon', glyph: 'none', x: 0, y: 0, width: 9, height: 9 }] }], 'slides.0.shapeBoxes.0'],
      [[{ ...slide, layers: Array.from({ length: 10_000 }, (_, index) => `${index}`) }], 'slides.0.layers'],
      // As JSON writes NaN.
      [[withText({ opacity: null })], 'slides.0.textBoxes.0.opacity'],
      [[withText({ font: 'comic-sans' })], 'slides.0.textBoxes.0.font'],
      [[withText({ shadow: { color: '#000000', opacity: 1, x: 0, y: 1e9, blur: 0 } })], 'slides.0.textBoxes.0.shadow.y'],
      [[{ ...slide, textBoxes: Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}` })) }], 'slides.0.textBoxes'],
      [Array.from({ length: 36 }, () => buildSlide('x')), 'slides'],
      ['[]', 'slides'],
    ]
    for (const [slides, field] of bad) {
      const { status, body } = await user.call<ErrorBody>('PUT', `/api/v1/projects/${project.id}`, {
        version: 1,
        saveId: randomUUID(),
        slides,
      })
      expect([status, body.error.message]).toEqual([400, `Some fields are not valid: ${field}`])
    }
  })

  test('of a video holds exactly one slide, as does making one', async () => {
    const [one, two] = [buildSlide('one'), buildSlide('two')]
    const input = { title: 'x', topic: '', contentType: 'multi-photo-video', contentStyle: 'motivational', companyId: null }
    const message = 'A video has exactly one slide. 2 were sent; nothing was saved.'
    const refused = { status: 400, body: { error: { code: 'VIDEO_ONE_SLIDE', message } } }
    expect(await user.call('POST', '/api/v1/projects', { ...input, slides: [one, two] })).toMatchObject(refused)
    const project = await user.api<Project>('POST', '/projects', { ...input, slides: [one] })
    expect(await save(project.id, { version: 1, slides: [one, two] })).toMatchObject(refused)
    expect(await user.api<Project>('GET', `/projects/${project.id}`)).toEqual(project)
    expect((await save(project.id, { version: 1, slides: [two] })).status).toBe(200)
  })

  test('takes over no field that is not in the contract', async () => {
    const project = await user.buildProject()
    const extra = {
      userId: 'other',
      user_id: 'other',
      status: 'generating',
      createdAt: '2000-01-01T00:00:00Z',
      slideCount: 99,
      lastSaveId: randomUUID(),
    }
    const body = JSON.stringify({ version: 1, saveId: randomUUID(), slides: project.slides, ...extra }).replace(
      '{',
      '{"__proto__":{"admin":true},',
    )
    const answer = await user.fetch(`/api/v1/projects/${project.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(200)
    const [row] = await app.services.db.asSystem((tx) =>
      tx
        .select()
        .from(projects)
        .where(and(eq(projects.id, project.id))),
    )
    expect(row).toMatchObject({ userId: user.id, status: 'draft', slideCount: 2 })
    expect(row?.createdAt.toISOString()).toBe(project.createdAt)
  })
})

test("a project may only be of one's own company", async () => {
  const other = await app.buildUser()
  const [own, foreign] = [await user.buildCompany(), await other.buildCompany()]
  const input = { title: 'x', topic: '', contentType: 'custom', contentStyle: 'personal', slides: [buildSlide('x')] }
  expect((await user.call('POST', '/api/v1/projects', { ...input, companyId: own.id })).status).toBe(201)
  expect((await user.call('POST', '/api/v1/projects', { ...input, companyId: foreign.id })).status).toBe(400)
})
