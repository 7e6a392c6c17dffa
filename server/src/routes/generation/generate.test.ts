import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { generateRequestSchema } from '@ninesixteen/shared/api/generate'
import { CONTENT_TYPE_IDS } from '@ninesixteen/shared/content-types/ids'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Company } from '@ninesixteen/shared/api/companies'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { slideSchema, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { buildSlide } from '../../testing/app.ts'
import type { Project } from '@ninesixteen/shared/api/projects'
import { usageCounters } from '../../db/schema-usage.ts'
import { createGenerations } from '../../generation/generations.ts'
import { generate, generateRequest, slidesIn, startGeneratingApp, stored, tokensUsed } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

describe('a slideshow', () => {
  test('streams its slides, each saved before it is shown, and ends as a draft', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const events = await generate(user, generateRequest())
    const [first, ...rest] = events
    expect(first).toMatchObject({ type: 'project', title: '5 morning habits', wanted: 6, model: 'gpt-4.1-mini' })
    expect(rest.map((event) => event.type)).toEqual([...Array.from({ length: 6 }, () => 'slide'), 'done'])
    expect(events.at(-1)).toMatchObject({ kept: 6, notice: null, version: 2 })
    const shown = slidesIn(events)
    for (const slide of shown) for (const box of slide.textBoxes) expect(box.text).toBe(box.text.toLowerCase())
    const { body: project } = await user.call<Project>('GET', `/api/v1/projects/${first?.type === 'project' ? first.projectId : ''}`)
    expect(project).toMatchObject({
      status: 'draft',
      version: 2,
      slideCount: 6,
      topic: '5 morning habits',
      contentType: 'numbered-list',
      contentStyle: 'educational',
    })
    expect(project.slides).toEqual(shown)
    const [call] = await sandbox.requests()
    expect(await tokensUsed(app, user)).toBeGreaterThan(100)
    expect(call?.body).toMatchObject({ model: 'gpt-4.1-mini', max_tokens: 1500, temperature: 0.7 })
  })

  test('of each type', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    for (const contentType of CONTENT_TYPE_IDS) {
      await sandbox.reset()
      const events = await generate(user, generateRequest({ contentType, topic: contentType === 'custom' ? '' : '4 calm evenings' }))
      const wanted = { 'numbered-list': 5, 'directly-personal': 5, 'question-users': 2, 'multi-photo-video': 1, custom: 5 }[contentType]
      expect(slidesIn(events)).toHaveLength(wanted)
      expect(events.at(-1)).toMatchObject({ type: 'done', kept: wanted, notice: null })
      expect(await sandbox.requests()).toHaveLength(contentType === 'custom' ? 0 : 1)
    }
  })

  test("has the look of the request, else of the company, else the user's: bold for a new account", async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const company = await user.buildCompany('Glow')
    const cover = async (request: Parameters<typeof generateRequest>[0]) => slidesIn(await generate(user, generateRequest(request)))[0]
    const bold = await cover({})
    expect(bold?.textBoxes[0]).toMatchObject({ fontWeight: 800, noOutline: true })
    expect(bold?.textBoxes[0]?.fontSize).toBeGreaterThan(14)
    await user.api('PATCH', '/me/settings', { look: 'classic' })
    expect((await cover({}))?.textBoxes[0]?.fontSize).toBe(10)
    await user.api('PATCH', `/companies/${company.id}`, { look: 'color' })
    const colored = await cover({ companyId: company.id })
    expect(colored).toMatchObject({ backgroundImage: null, layers: ['look-ground'] })
    expect((await cover({ companyId: company.id, look: 'note' }))?.shapeBoxes).toMatchObject([{ id: 'look-card' }])
  })

  test('has the look of the company’s brand, and Bold once there is none', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const { id: companyId } = await user.buildCompany('Glow')
    await user.api('PATCH', `/companies/${companyId}`, { look: 'brand' })
    const panel = async () =>
      slidesIn(await generate(user, generateRequest({ companyId })))[0]?.shapeBoxes?.find(({ id }) => id === 'look-panel')
    expect(await panel()).toBeUndefined()
    const brand = { ...NEW_BRAND, colors: [{ id: 'a', name: '', hex: '#0b3d2e' }] }
    await user.api('PUT', `/companies/${companyId}/brand`, { version: 0, brand })
    expect(await panel()).toMatchObject({ fill: '#0b3d2e' })
    await user.api('DELETE', `/companies/${companyId}/brand`)
    expect(await panel()).toBeUndefined()
  })

  test('keeps the look of a template unless the request names another', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const slides = [buildSlide('', { id: 'cover', textBoxes: [textBoxSchema.parse({ id: 'hook', text: '5 mornings', x: 31 })] })]
    const { id: templateId } = await user.api<{ id: string }>('POST', '/slideshow-templates', {
      name: 'Plain',
      companyId: null,
      contentType: 'numbered-list',
      slides,
      slots: defaultSlots(slides),
    })
    await user.api('PATCH', '/me/settings', { look: 'note' })
    const [own] = slidesIn(await generate(user, generateRequest({ templateId })))
    expect([own?.textBoxes[0]?.x, own?.shapeBoxes]).toEqual([31, undefined])
    const [worn] = slidesIn(await generate(user, generateRequest({ templateId, look: 'ticket' })))
    expect(worn?.shapeBoxes?.find(({ id }) => id === 'look-card')).toMatchObject({ radius: 3 })
  })

  test('begins in a look that the company allows', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const company = await user.buildCompany('Glow')
    const change = (allowedLooks: string[]) => user.call<Company>('PATCH', `/api/v1/companies/${company.id}`, { allowedLooks })
    expect((await change(['loud'])).status).toBe(400)
    expect((await change(['ticket', 'note', 'ticket'])).body.allowedLooks).toEqual(['note', 'ticket'])
    const [cover] = slidesIn(await generate(user, generateRequest({ companyId: company.id })))
    expect(cover?.shapeBoxes).toMatchObject([{ id: 'look-card', radius: 12 }])
  })

  test("has the text size of the request, else the user's setting, and a custom slide with its own layout keeps its size", async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const coverSize = async (request: Parameters<typeof generateRequest>[0]) =>
      slidesIn(await generate(user, generateRequest(request)))[0]?.textBoxes[0]?.fontSize
    await user.api('PATCH', '/me/settings', { look: 'classic' })
    expect(await coverSize({})).toBe(10)
    await user.api('PATCH', '/me/settings', { textSize: 'largest' })
    expect(await coverSize({})).toBe(15)
    expect(await coverSize({ textSize: 'larger' })).toBe(12.5)
    const laidOut = slideSchema.parse({ id: 'mine', textBoxes: [{ id: 'box', text: 'x', fontSize: 7 }], useAiGeneration: true })
    const empty = slideSchema.parse({ id: 'empty', useAiGeneration: true, useRandomPhoto: true, instructions: {} })
    const custom = slidesIn(await generate(user, generateRequest({ contentType: 'custom', topic: 'tea', customSlides: [laidOut, empty] })))
    expect(custom.map((slide) => slide.textBoxes[0]?.fontSize)).toEqual([7, 12])
  })

  test('with a company works it in, closes with "like & follow", and sends no other company to the model', async () => {
    const app = await startGeneratingApp(sandbox)
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    await other.buildCompany('Secret Rival')
    const [logo, product, ...photos] = await Promise.all([
      user.buildPhoto('logo'),
      user.buildPhoto('product-photo'),
      user.buildPhoto(),
      user.buildPhoto(),
      user.buildPhoto(),
    ])
    const company = await user.api<{ id: string }>('POST', '/companies', {
      name: 'Glow',
      description: 'Candles poured in Porto.',
      logoPath: logo.filePath,
      productPhotoPath: product.filePath,
    })
    const events = await generate(user, generateRequest({ companyId: company.id, softSell: true, look: 'classic' }))
    const slides = slidesIn(events)
    expect(slides).toHaveLength(7)
    expect(slides[3]?.imageBoxes).toMatchObject([{ imageUrl: product.filePath, x: 65, y: 200 }])
    expect(slides[3]?.textBoxes[0]?.text).toContain('glow')
    expect(slides.at(-1)).toMatchObject({
      title: 'like & follow',
      logoImage: logo.filePath,
      logoPosition: { x: 108, y: 220, width: 40, height: 40 },
    })
    const own = new Set(photos.map((photo) => photo.filePath))
    slides.forEach((slide, index) => {
      const path = slide.backgroundImage ?? ''
      expect(index < own.size ? own.has(path) : isStarterPath(path)).toBe(true)
      if (index > 0) expect(slide.backgroundImage).not.toBe(slides[index - 1]?.backgroundImage)
    })
    const providerRequest = JSON.stringify((await sandbox.requests())[0]?.body)
    expect(providerRequest).toContain('Glow')
    expect(providerRequest).not.toMatch(/Secret Rival|sk-test|@example/)
    expect(providerRequest).not.toContain(user.id)
  })
})

describe('refusals', () => {
  const refusals: [Record<string, unknown>, number, string, string][] = [
    [{ topic: '   ' }, 400, 'TOPIC_REQUIRED', 'Please enter a topic for your slideshow'],
    [{ topic: 'x'.repeat(10_000) }, 400, 'TOPIC_TOO_LONG', 'The topic is too long: 10000 of at most 2000 characters.'],
    [{ slideCount: 11 }, 400, 'INVALID_INPUT', 'Some fields are not valid: slideCount'],
    [{ contentType: 'poem' }, 400, 'INVALID_INPUT', 'Some fields are not valid: contentType'],
    [{ model: 'gpt-9' }, 400, 'INVALID_INPUT', 'Some fields are not valid: model'],
    [{ companyId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }, 404, 'NOT_FOUND', 'Not found'],
  ]
  test('have their status and their text, and nothing is written or asked', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    for (const [over, status, code, message] of refusals) {
      const answer = await user.call<ErrorBody>('POST', '/api/generate', { ...generateRequest(), ...over })
      expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([status, code, message])
    }
    expect((await stored(app, user)).projects).toEqual([])
    expect(await sandbox.requests()).toEqual([])
  })

  test('without session, without Pro, with a body that is no JSON, for a company of another user', async () => {
    const app = await startGeneratingApp(sandbox)
    const [user, free] = [await app.buildUser(), await app.buildUser({ pro: false })]
    expect((await app.anonymous.call('POST', '/api/generate', generateRequest())).status).toBe(401)
    expect((await free.call('POST', '/api/generate', generateRequest())).status).toBe(403)
    expect((await user.fetch('/api/generate', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })).status).toBe(
      400,
    )
    const company = await (await app.buildUser()).buildCompany('Theirs')
    expect((await user.call('POST', '/api/generate', generateRequest({ companyId: company.id }))).status).toBe(404)
  })
})

describe('limits', () => {
  const isAllowed = (result: PromiseSettledResult<unknown>) => result.status === 'fulfilled'

  test('three at once, exact under race', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail(...Array.from({ length: 3 }, () => ({ kind: 'timeout' })))
    const generations = createGenerations({ ...app.services, ...app.services.connections })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => generations.start(user.id, generateRequestSchema.parse(generateRequest()))),
    )
    expect(results.filter(isAllowed)).toHaveLength(3)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'RATE_LIMITED', details: { seconds: 5 } })
    await generations.close()
    expect((await stored(app, user)).projects).toEqual([])
    expect(await sandbox.requests()).toHaveLength(3)
  })

  test.each([
    ['ai.calls.minute', 60, 10, 'RATE_LIMITED'],
    ['ai.calls.day', 86_400, 200, 'AI_BUDGET'],
    ['ai.tokens.day', 86_400, 99_000, 'AI_BUDGET'],
  ])('of %s: 429 with Retry-After, and nothing is written or asked', async (kind, windowSeconds, used, code) => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    // This window and the next, in case it turns before the request.
    for (const windows of [0, 1]) {
      const windowStart = sql<Date>`to_timestamp((floor(extract(epoch from now()) / ${windowSeconds}::integer) + ${windows}::integer) * ${windowSeconds}::integer)`
      await app.services.db.asUser(user.id, (tx) => tx.insert(usageCounters).values({ userId: user.id, kind, amount: used, windowStart }))
    }
    const { status, body, headers } = await user.call<ErrorBody>('POST', '/api/generate', generateRequest())
    expect([status, body.error.code]).toEqual([429, code])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(windowSeconds)
    expect(await stored(app, user)).toEqual({ projects: [], slides: [] })
    expect(await sandbox.requests()).toEqual([])
    const rows = await app.services.db.asUser(user.id, (tx) => tx.select().from(usageCounters))
    expect(rows.map((row) => [row.kind, row.amount])).toEqual([
      [kind, used],
      [kind, used],
    ])
  })

  test('a call that failed costs no tokens', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'quota' })
    await generate(user, generateRequest())
    expect(await tokensUsed(app, user)).toBe(0)
  })
})
