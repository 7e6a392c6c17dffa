import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projects, slides } from '../db/schema-projects.ts'
import { buildSlide } from '../testing/app.ts'
import { startGeneratingApp } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { generateWhole } from './generate-whole.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

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
  const { signal } = new AbortController()
  await expect(generateWhole(services, { userId, projectId, request, onStarted, signal })).rejects.toThrow(
    'Failed to parse slideshow content',
  )
  expect(await sandbox.requests()).toHaveLength(1)
})
