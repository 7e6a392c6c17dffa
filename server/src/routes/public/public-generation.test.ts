import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PublicGeneration } from '@ninesixteen/shared/public-api/slideshows'
import type { PublicTemplate } from '@ninesixteen/shared/public-api/templates'
import { textBoxSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { ERRORS } from '@ninesixteen/shared/errors'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { closeAbandoned } from '../../generation/generation-rows.ts'
import { buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide, type TestUser } from '../../testing/app.ts'
import { startGeneratingApp } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const body = { topic: '5 morning habits' }

test('a slideshow is generated once for three requests with one key, and "Prefer: wait" waits for its end', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  const sent = { body, headers: { prefer: 'respond-async, wait=60' }, idempotencyKey: 'one' }
  const answers = []
  for (let turn = 0; turn < 3; turn += 1) answers.push(await key.call<PublicGeneration>('POST', '/slideshows/generate', sent))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  const [first] = answers.map(({ body: generation }) => generation)
  expect(answers.map(({ body: generation }) => generation)).toEqual(Array.from({ length: 3 }, () => first))
  expect(first).toMatchObject({ status: 'done', slides: 6, wanted: 6, notice: null })
  expect(await sandbox.requests()).toHaveLength(1)
  expect((await key.call('GET', '/slideshows')).body).toMatchObject({
    slideshows: [{ id: first?.slideshow_id, status: 'draft' }],
    next: null,
  })
})

test('its progress can be read meanwhile', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  await sandbox.fail({ kind: 'slow', ms: 100 })
  const { body: started } = await key.call<PublicGeneration>('POST', '/slideshows/generate', { body })
  expect(started).toMatchObject({ status: 'running', wanted: 6 })
  const progress = async () => (await key.call<PublicGeneration>('GET', `/slideshows/${started.slideshow_id}/generation`)).body.status
  await expect.poll(progress, { timeout: 30_000, interval: 300 }).toBe('done')
})

test('one that writes nothing answers why, and leaves no slideshow', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  await sandbox.fail({ kind: 'quota' })
  const { status, body: problem } = await key.call('POST', '/slideshows/generate', { body, headers: { prefer: 'wait=60' } })
  expect(status).toBeGreaterThanOrEqual(500)
  expect(problem['code']).toMatch(/^AI_/)
  expect((await key.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [] })
})

test('one whose server was killed before the first slide stays failed, with the reason', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  await sandbox.fail({ kind: 'hold', afterChars: 1 })
  const start = () => key.call<PublicGeneration>('POST', '/slideshows/generate', { body, idempotencyKey: 'one' })
  const { body: started } = await start()
  expect(started).toMatchObject({ status: 'running', slides: 0 })
  await closeAbandoned(app.services.db, -1)
  const failed = { ...started, status: 'failed', notice: ERRORS.AI_STOPPED[1] }
  const read = await key.call('GET', `/slideshows/${started.slideshow_id}/generation`)
  expect([read.status, read.body]).toEqual([200, failed])
  const replayed = await start()
  expect([replayed.status, replayed.body]).toEqual([202, failed])
  expect((await key.call('GET', `/slideshows/${started.slideshow_id}`)).status).toBe(404)
  const outsider = await buildApiKey(await app.buildUser())
  expect((await outsider.call('GET', `/slideshows/${started.slideshow_id}/generation`)).status).toBe(404)
})

const saveTemplate = (user: TestUser, companyId: string | null) => {
  const slides = ['cover', 'end'].map((id) =>
    buildSlide('', { id, textBoxes: [textBoxSchema.parse({ id: 'hook', text: '5 calm mornings', x: 31 })] }),
  )
  const template = { name: `of ${companyId}`, companyId, contentType: 'numbered-list', slides, slots: defaultSlots(slides) }
  return user.api<{ id: string }>('POST', '/slideshow-templates', template)
}

test('a slideshow is generated into a template of the list, whose slides and places it has', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  const company = await user.buildCompany('Acme')
  const [ofAll, ofCompany] = [await saveTemplate(user, null), await saveTemplate(user, company.id)]
  const key = await buildApiKey(user)
  const listed = await key.call<{ templates: PublicTemplate[] }>('GET', '/templates')
  expect(listed.body.templates.map(({ id }) => id)).toEqual([ofCompany.id, ofAll.id])
  expect(listed.body.templates[1]).toMatchObject({
    company_id: null,
    content_type: 'numbered-list',
    slide_count: 2,
    slots: [
      { slide: 0, kind: 'text', name: 'Headline' },
      { slide: 1, kind: 'text', name: 'Point 1' },
    ],
  })
  const sent = { body: { ...body, template_id: ofAll.id }, headers: { prefer: 'wait=60' } }
  const { body: generated } = await key.call<PublicGeneration>('POST', '/slideshows/generate', sent)
  expect(generated).toMatchObject({ status: 'done', slides: 2, wanted: 2 })
  const { slides } = (await key.call<{ slides: Slide[] }>('GET', `/slideshows/${generated.slideshow_id}`)).body
  expect(slides.map(({ textBoxes }) => textBoxes.map(({ x }) => x))).toEqual([[31], [31]])
  expect(slides[0]?.textBoxes[0]?.text).not.toBe('5 calm mornings')
})

test('a key of a company uses its templates alone, and no key those of another user', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  const company = await user.buildCompany('Acme')
  const [ofAll, ofCompany] = [await saveTemplate(user, null), await saveTemplate(user, company.id)]
  const bound = await buildApiKey(user, { companyId: company.id })
  const { templates } = (await bound.call<{ templates: PublicTemplate[] }>('GET', '/templates')).body
  expect(templates.map(({ id }) => id)).toEqual([ofCompany.id])
  const codeOf = async (key: typeof bound, id: string) =>
    (await key.call('POST', '/slideshows/generate', { body: { ...body, template_id: id } })).body['code']
  expect(await codeOf(bound, ofAll.id)).toBe('API_KEY_COMPANY')
  expect(await codeOf(await buildApiKey(await app.buildUser()), ofAll.id)).toBe('NOT_FOUND')
  expect(await sandbox.requests()).toHaveLength(0)
})

test('a slideshow is generated in the look of the request', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  const shapes = async (look: string) => {
    const sent = { body: { ...body, look }, headers: { prefer: 'wait=60' } }
    const { slideshow_id: id } = (await key.call<PublicGeneration>('POST', '/slideshows/generate', sent)).body
    const { slides } = (await key.call<{ slides: Slide[] }>('GET', `/slideshows/${id}`)).body
    return slides[1]?.shapeBoxes?.map((box) => box.id)
  }
  expect([await shapes('note'), await shapes('bold')]).toEqual([['look-card'], undefined])
  expect((await key.call('POST', '/slideshows/generate', { body: { ...body, look: 'loud' } })).status).toBe(400)
})
