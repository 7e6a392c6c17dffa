import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import { projects, slides } from '../db/schema-projects.ts'
import { buildSlide } from '../testing/app.ts'
import { startGeneratingApp } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { generateWhole } from './generate-whole.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const request = {
  topic: '5 calm mornings',
  contentType: 'numbered-list',
  slideCount: 'auto',
  companyId: null,
  softSell: false,
  useTumblrPhotos: false,
  extraContext: '',
  tone: '',
} as const

test('a slideshow that ended early is written again, unless the user has renamed it', async () => {
  const { services, buildUser } = await startGeneratingApp(sandbox)
  const user = await buildUser()
  const write = (projectId: string) =>
    generateWhole(services, {
      userId: user.id,
      projectId,
      request,
      onStarted: () => Promise.resolve(),
      signal: new AbortController().signal,
    })
  const [renamed, left] = [randomUUID(), randomUUID()]
  for (const id of [renamed, left]) {
    await sandbox.fail({ kind: 'cut', afterChars: 250 })
    await expect(write(id)).rejects.toThrow(/slides were saved/)
  }
  await user.api('PATCH', `/projects/${renamed}`, { title: 'Mine' })
  for (const id of [renamed, left]) await write(id)
  const outcomes = await Promise.all([renamed, left].map((id) => user.api<Project>('GET', `/projects/${id}`)))
  expect(outcomes.map(({ title, slides: { length } }) => [title, length < 6])).toEqual([
    ['Mine', true],
    ['5 calm mornings', false],
  ])
})

test('a slideshow that has failed before its job notes it fails with its reason, after one request', async () => {
  const { services, buildUser } = await startGeneratingApp(sandbox)
  const { id: userId } = await buildUser()
  await sandbox.fail({ kind: 'invalid-json' })
  const projectId = randomUUID()
  const onStarted = async () => {
    await expect.poll(() => services.db.asUser(userId, (tx) => tx.$count(projects))).toBe(0)
    // The reference to a slideshow that is gone.
    await services.db.asUser(userId, (tx) => tx.insert(slides).values({ projectId, userId, number: 1, data: buildSlide('x') }))
  }
  const { signal } = new AbortController()
  await expect(generateWhole(services, { userId, projectId, request, onStarted, signal })).rejects.toThrow(
    'Failed to parse slideshow content',
  )
  expect(await sandbox.requests()).toHaveLength(1)
})
