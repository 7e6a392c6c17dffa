import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { BatchRow, SlideshowBatch, SlideshowTableRow } from '@ninesixteen/shared/api/slideshow-batches'
import type { RowError } from '@ninesixteen/shared/api/posts-csv'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SlideshowTemplate } from '@ninesixteen/shared/slideshow-templates/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { projects } from '../db/schema-projects.ts'
import { runs } from '../db/schema-runs.ts'
import { usageCounters } from '../db/schema-usage.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { startGeneratingApp } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startGeneratingApp(sandbox, { dailyTokens: 10_000_000 })
  user = await app.buildUser()
})

const box = (id: string, text: string, y: number) => ({ id, text, y }) as Slide['textBoxes'][number]
async function saveTemplate(): Promise<SlideshowTemplate> {
  const slides = [
    buildSlide('', { id: 'cover', textBoxes: [box('hook', '5 mornings', 10)] }),
    buildSlide('', { id: 'point', textBoxes: [box('title', 'water', 10), box('detail', 'first', 200)] }),
  ]
  return user.api('POST', '/slideshow-templates', {
    name: 'Facts',
    companyId: null,
    contentType: 'numbered-list',
    slides,
    slots: defaultSlots(slides),
  })
}

interface Checked {
  rows: SlideshowTableRow[]
  faults: RowError[]
  requests: number
}
type Batch = SlideshowBatch & { rows: BatchRow[] }
const check = (text: string, over: object = {}) => user.api<Checked>('POST', '/slideshow-tables/check', { text, ...over })
const start = (text: string, over: object = {}) =>
  user.api<SlideshowBatch>('POST', '/slideshow-tables', { text, title: 'facts.csv', requestId: randomUUID(), ...over })
const read = (id: string) => user.api<Batch>('GET', `/slideshow-batches/${id}`)
const slideshows = () => app.services.db.asUser(user.id, (tx) => tx.select().from(projects))

/** Writes a table to its end; the limit per minute passes meanwhile. */
async function work(id: string): Promise<Batch> {
  for (let minute = 0; minute < 30; minute += 1) {
    await app.services.db.asSystem(async (tx) => {
      await tx.delete(usageCounters)
      await tx.update(runs).set({ startAfter: new Date() })
    })
    await app.services.runs.runDue()
    const batch = await read(id)
    if (batch.state !== 'running') return batch
  }
  throw new Error('The batch does not end')
}

test('a table is looked at first: each line with its fault, and the requests it takes', async () => {
  const company = await user.buildCompany('Acme')
  const template = await saveTemplate()
  const text = [
    'Topic,Headline,Point 1,Detail 1,Company,Language',
    'evening rules,,,,acme,German',
    `,3 evenings,no phone,${'long '.repeat(100)},,`,
    'evening rules,3 evenings,,,,',
    ',,,,Acme,',
    'evening rules,,,,Nobody,',
    `${'x'.repeat(2001)},,,,,${'y'.repeat(61)}`,
  ].join('\n')
  const { rows, faults, requests } = await check(text, { templateId: template.id, companyId: company.id })
  expect(rows).toMatchObject([
    { line: 2, title: 'evening rules', company: 'Acme', language: 'German', isWritten: true, warnings: [] },
    { line: 3, title: '3 evenings', company: 'Acme', isWritten: false, warnings: ['May not fit: Detail 1.'] },
  ])
  expect(requests).toBe(1)
  expect(faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
    '4 topic: Enter a topic, or the texts themselves, not both.',
    '5 topic: Enter a topic or the texts of the template.',
    '6 company: No company has this name or id.',
    '7 topic: The topic is too long: 2001 of at most 2000 characters.',
    '7 language: At most 60 characters.',
  ])
  expect((await check('topic,hook\nx,y')).faults[0]?.message).toBe('Unknown column: hook.')
  expect((await check(`topic\n${'x\n'.repeat(201)}`)).faults[0]?.message).toContain('At most 200 slideshows')
  expect(await slideshows()).toEqual([])
})

test('topics are written by the AI, and texts used as they are, each line once', async () => {
  const template = await saveTemplate()
  const text = 'topic,headline,point_1,detail_1\nevening rules,,,\n,"3 Evenings, quiet",No phone,\n'
  const requestId = randomUUID()
  const [batch, again] = [
    await start(text, { templateId: template.id, requestId }),
    await start(text, { templateId: template.id, requestId }),
  ]
  expect(again.id).toBe(batch.id)
  const { rows, state, counts } = await work(batch.id)
  expect([state, counts]).toEqual(['done', { waiting: 0, done: 2, failed: 0, cancelled: 0 }])
  const made = await Promise.all(rows.map(({ projectId }) => user.api<Project>('GET', `/projects/${projectId}`)))
  expect(made.map(({ title }) => title)).toEqual(['evening rules', '3 Evenings, quiet'])
  expect(made[1]?.slides.flatMap(({ textBoxes }) => textBoxes.map((one) => one.text))).toEqual(['3 Evenings, quiet', 'No phone', ''])
  expect(made[1]?.slides.map(({ textBoxes }) => textBoxes.map(({ id, y }) => [id, y]))).toEqual(
    template.slides.map(({ textBoxes }) => textBoxes.map(({ id, y }) => [id, y])),
  )
  expect(await sandbox.requests()).toHaveLength(1)
  expect(await slideshows()).toHaveLength(2)
})

test('lines get their look, else that of the table, also with texts that are used as they are', async () => {
  const template = await saveTemplate()
  const text = 'topic,headline,look\nevening rules,,Ticket\n,3 quiet evenings,\n'
  const { rows } = await work((await start(text, { templateId: template.id, look: 'note' })).id)
  const covers = await Promise.all(rows.map(async ({ projectId }) => (await user.api<Project>('GET', `/projects/${projectId}`)).slides[0]))
  expect(covers.map((cover) => cover?.shapeBoxes?.find(({ id }) => id === 'look-card')?.radius)).toEqual([3, 12])
  expect(covers.map((cover) => cover?.textBoxes[0]?.id)).toEqual(['hook', 'hook'])
  const own = await work((await start('topic,look\nslow mornings,color\n')).id)
  const [colored] = (await user.api<Project>('GET', `/projects/${own.rows[0]?.projectId}`)).slides
  expect(colored?.layers).toEqual(['look-ground'])
  expect((await check('topic,look\nx,loud')).faults).toMatchObject([{ line: 2, column: 'look' }])
  expect((await user.call('POST', '/api/v1/slideshow-tables/check', { text, look: 'loud' })).status).toBe(400)
})

test('failed lines name their reason, come as CSV, and are written again without a second slideshow', async () => {
  // Two requests fail for good; the client retries a fault of the server several times.
  await sandbox.fail(...[1, 2].map(() => ({ kind: 'invalid-json' }) as const))
  const batch = await start('topic\n5 calm mornings\n3 quiet evenings\n4 slow walks')
  const first = await work(batch.id)
  expect(first.counts).toMatchObject({ done: 1, failed: 2 })
  expect(first.rows.filter(({ state }) => state === 'failed').every(({ message }) => message !== null && message.length > 10)).toBe(true)
  expect((await user.api<Notifications>('GET', '/notices')).items[0]?.title).toBe('2 slideshows of your table failed')
  const { text } = await user.api<{ text: string }>('GET', `/slideshow-batches/${batch.id}/failures`)
  expect(text.split('\r\n').slice(0, 2)).toEqual(['\ufefftopic,line,error', expect.stringMatching(/^5 calm mornings,2,\S/)])
  expect((await check(text)).faults).toEqual([])

  await user.api('POST', `/slideshow-batches/${batch.id}/retry`)
  expect((await work(batch.id)).counts).toMatchObject({ done: 3, failed: 0 })
  expect(await slideshows()).toHaveLength(3)
})

test('a cancelled table writes no further line, and goes on when asked to', async () => {
  const batch = await start('topic\n5 calm mornings\n3 quiet evenings')
  await user.api('POST', `/slideshow-batches/${batch.id}/cancel`)
  await app.services.runs.runDue()
  expect(await read(batch.id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 2 } })
  expect(await slideshows()).toEqual([])
  await user.api('POST', `/slideshow-batches/${batch.id}/retry`)
  expect((await work(batch.id)).counts).toMatchObject({ done: 2, cancelled: 0 })
  await user.api('DELETE', `/slideshow-batches/${batch.id}`)
  expect(await slideshows()).toHaveLength(2)
})

test('words that a brand never uses are told before, and noted with texts that are used as they are', async () => {
  const company = await user.buildCompany('Acme')
  await user.api('PUT', `/companies/${company.id}/brand`, { version: 0, brand: { ...NEW_BRAND, neverWords: ['phone'] } })
  const template = await saveTemplate()
  const table = { templateId: template.id, companyId: company.id }
  const text = 'headline,point_1\n3 evenings,No Phone'
  expect((await check(text, table)).rows[0]?.warnings).toContain('Has words that the brand never uses: phone.')
  await work((await start(text, table)).id)
  expect((await slideshows())[0]?.neverWords).toEqual({ replaced: [], remained: ['phone'] })
})

test('lines whose template was deleted fail with that reason', async () => {
  const template = await saveTemplate()
  const batch = await start('headline\n3 evenings', { templateId: template.id })
  await user.api('DELETE', `/slideshow-templates/${template.id}`)
  expect((await work(batch.id)).rows).toMatchObject([{ state: 'failed', message: 'The slideshow template was deleted.' }])
})

test('tables, templates and companies of another user are not found', async () => {
  const template = await saveTemplate()
  const company = await user.buildCompany('Acme')
  const batch = await start('topic\n5 calm mornings')
  const other = await app.buildUser()
  const codeOf = async (method: string, path: string, body?: object) =>
    (await other.call<ErrorBody>(method, `/api/v1${path}`, body)).body.error.code
  const table = { text: 'topic\nx', requestId: randomUUID(), title: 'x' }
  expect(await codeOf('POST', '/slideshow-tables', { ...table, templateId: template.id })).toBe('NOT_FOUND')
  expect(await codeOf('POST', '/slideshow-tables', { ...table, companyId: company.id })).toBe('NOT_FOUND')
  for (const path of ['/cancel', '/retry']) expect(await codeOf('POST', `/slideshow-batches/${batch.id}${path}`)).toBe('NOT_FOUND')
  expect(await codeOf('GET', `/slideshow-batches/${batch.id}`)).toBe('NOT_FOUND')
  const rows = await app.services.db.asUser(other.id, (tx) => tx.select().from(projects).where(eq(projects.userId, user.id)))
  expect(rows).toEqual([])
  // The same id of a request is another table of another user.
  expect((await other.call('POST', '/api/v1/slideshow-tables', table)).status).toBe(201)
})
