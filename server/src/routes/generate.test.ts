import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { generateEventSchema, type GenerateEvent, type GenerateRequest } from '@ninesixteen/shared/api/generate'
import { CONTENT_TYPE_IDS } from '@ninesixteen/shared/content-types/ids'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { Project } from '@ninesixteen/shared/api/projects'
import { projects, slides, usageCounters } from '../db/schema.ts'
import { createGenerations } from '../generator/generations.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

const DAILY_TOKENS = 100_000

async function startApp(given: { dailyTokens?: number } = {}): Promise<TestApp> {
  const model = 'gpt-4.1-mini'
  const ai = { baseUrl: sandbox.openai, apiKey: 'sk-test', model, ideaModel: model, allowedModels: [model], sandbox: true, dailyTokens: given.dailyTokens ?? DAILY_TOKENS }
  return startTestApp({ ai })
}

const order = (over: Partial<GenerateRequest> = {}) => ({ topic: '5 morning habits', contentType: 'numbered-list', ...over })

function post(user: TestUser, body: unknown, signal?: AbortSignal): Promise<Response> {
  return user.fetch('/api/generate', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, ...(signal && { signal }) })
}

async function* eventsOf(response: Response): AsyncGenerator<GenerateEvent> {
  if (response.status !== 200 || !response.body) throw new Error(`${response.status}: ${await response.text()}`)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    rest += text
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1]
      rest = rest.slice(end + 2)
      if (data) yield generateEventSchema.parse(JSON.parse(data))
    }
  }
}

async function collect(events: AsyncIterable<GenerateEvent>): Promise<GenerateEvent[]> {
  const all: GenerateEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function generate(user: TestUser, body: unknown): Promise<GenerateEvent[]> {
  return collect(eventsOf(await post(user, body)))
}

const slidesIn = (events: GenerateEvent[]) => events.flatMap((event) => (event.type === 'slide' ? [event.slide] : []))

async function stored(app: TestApp, user: TestUser) {
  return app.services.db.asUser(user.id, async (tx) => ({
    projects: await tx.select().from(projects),
    slides: (await tx.select().from(slides)).toSorted((a, b) => a.number - b.number),
  }))
}

async function tokensUsed(app: TestApp, user: TestUser): Promise<number> {
  const rows = await app.services.db.asUser(user.id, (tx) => tx.select().from(usageCounters).where(eq(usageCounters.kind, 'ai.tokens.day')))
  return rows.reduce((sum, row) => sum + row.amount, 0)
}

describe('a slideshow', () => {
  test('streams its slides, each saved before it is shown, and ends as a draft', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    const events = await generate(user, order())
    const [first, ...rest] = events
    expect(first).toMatchObject({ type: 'project', title: '5 morning habits', wanted: 6, model: 'gpt-4.1-mini' })
    expect(rest.map((event) => event.type)).toEqual([...Array.from({ length: 6 }, () => 'slide'), 'done'])
    expect(events.at(-1)).toMatchObject({ kept: 6, notice: null, version: 2 })
    const shown = slidesIn(events)
    for (const slide of shown) for (const box of slide.textBoxes) expect(box.text).toBe(box.text.toLowerCase())
    const { body: project } = await user.call<Project>('GET', `/api/v1/projects/${first?.type === 'project' ? first.projectId : ''}`)
    expect(project).toMatchObject({ status: 'draft', version: 2, slideCount: 6, topic: '5 morning habits', contentType: 'numbered-list', contentStyle: 'educational' })
    expect(project.slides).toEqual(shown)
    const [call] = await sandbox.requests()
    expect(await tokensUsed(app, user)).toBeGreaterThan(100)
    expect(call?.body).toMatchObject({ model: 'gpt-4.1-mini', max_tokens: 1500, temperature: 0.7 })
  })

  test('of each type', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    for (const contentType of CONTENT_TYPE_IDS) {
      await sandbox.reset()
      const events = await generate(user, order({ contentType, topic: contentType === 'custom' ? '' : '4 calm evenings' }))
      const wanted = { 'numbered-list': 5, 'directly-personal': 5, 'question-users': 2, 'multi-photo-video': 1, custom: 5 }[contentType]
      expect(slidesIn(events)).toHaveLength(wanted)
      expect(events.at(-1)).toMatchObject({ type: 'done', kept: wanted, notice: null })
      expect(await sandbox.requests()).toHaveLength(contentType === 'custom' ? 0 : 1)
    }
  })

  test('with a company works it in, closes with "like & follow", and sends nobody else to the model', async () => {
    const app = await startApp()
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    await other.buildCompany('Secret Rival')
    const [logo, product, ...photos] = await Promise.all([user.buildPicture('logo'), user.buildPicture('product-photo'), user.buildPicture(), user.buildPicture(), user.buildPicture()])
    const company = await user.api<{ id: string }>('POST', '/companies', { name: 'Glow', description: 'Candles poured in Porto.', logoPath: logo.filePath, productPhotoPath: product.filePath })
    const events = await generate(user, order({ companyId: company.id, softSell: true }))
    const made = slidesIn(events)
    expect(made).toHaveLength(7)
    expect(made[3]?.imageBoxes).toMatchObject([{ imageUrl: product.filePath, x: 65, y: 200 }])
    expect(made[3]?.textBoxes[0]?.text).toContain('glow')
    expect(made.at(-1)).toMatchObject({ title: 'like & follow', logoImage: logo.filePath, logoPosition: { x: 108, y: 220, width: 40, height: 40 } })
    const own = new Set(photos.map((photo) => photo.filePath))
    made.forEach((slide, index) => {
      expect(own.has(slide.backgroundImage ?? '')).toBe(true)
      if (index > 0) expect(slide.backgroundImage).not.toBe(made[index - 1]?.backgroundImage)
    })
    const asked = JSON.stringify((await sandbox.requests())[0]?.body)
    expect(asked).toContain('Glow')
    expect(asked).not.toMatch(/Secret Rival|sk-test|@example/)
    expect(asked).not.toContain(user.id)
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
    const app = await startApp()
    const user = await app.buildUser()
    for (const [over, status, code, message] of refusals) {
      const answer = await user.call<ErrorBody>('POST', '/api/generate', { ...order(), ...over })
      expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([status, code, message])
    }
    expect((await stored(app, user)).projects).toEqual([])
    expect(await sandbox.requests()).toEqual([])
  })

  test('without session, without Pro, with a body that is no JSON, for a company of somebody else', async () => {
    const app = await startApp()
    const [user, free] = [await app.buildUser(), await app.buildUser({ pro: false })]
    expect((await app.nobody.call('POST', '/api/generate', order())).status).toBe(401)
    expect((await free.call('POST', '/api/generate', order())).status).toBe(403)
    expect((await user.fetch('/api/generate', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })).status).toBe(400)
    const company = await (await app.buildUser()).buildCompany('Theirs')
    expect((await user.call('POST', '/api/generate', order({ companyId: company.id }))).status).toBe(404)
  })
})

describe('faults of the provider', () => {
  const total: [Record<string, unknown>, string, string][] = [
    [{ kind: '401' }, 'AI_KEY_REFUSED', 'The AI provider refused the key. Check it in the settings.'],
    [{ kind: 'quota' }, 'AI_QUOTA', 'The AI account has no credit left. Its owner has to add some.'],
    [{ kind: '429', retryAfter: 30 }, 'AI_BUSY', 'The AI provider is busy. Please try again in 30 seconds.'],
    [{ kind: 'refusal' }, 'AI_REFUSED', 'The AI declined to write about this topic. Try other words.'],
    [{ kind: 'invalid-json' }, 'AI_UNPARSABLE', 'Failed to parse slideshow content from OpenAI'],
    [{ kind: 'null-content' }, 'AI_NO_CONTENT', 'No content received from OpenAI API'],
    [{ kind: 'no-choices' }, 'AI_NO_DATA', 'No data received from Supabase Function'],
    [{ kind: 'timeout' }, 'AI_TIMEOUT', 'The AI provider took too long to answer. Please try again.'],
    [{ kind: 'content', content: '{"title":"no array"}' }, 'AI_UNPARSABLE', 'Failed to parse slideshow content from OpenAI'],
    [{ kind: 'cut', afterChars: 5 }, 'AI_DOWN', 'The AI provider has a problem of its own. Please try again in a moment.'],
  ]
  test('have their texts, and no project is left', async () => {
    const app = await startApp()
    const users = [await app.buildUser(), await app.buildUser()] as const
    for (const [index, [fault, code, message]] of total.entries()) {
      const user = users[index % 2 ? 1 : 0]
      await sandbox.fail(fault)
      const events = await generate(user, order())
      expect(events).toEqual([expect.objectContaining({ type: 'project' }), { type: 'error', code, message, kept: 0 }])
      expect(await stored(app, user)).toEqual({ projects: [], slides: [] })
    }
  })

  test('in the middle: whole slides are kept, and it is said', async () => {
    const app = await startApp()
    for (const fault of [{ kind: 'cut', afterChars: 330 }, { kind: 'stall', afterChars: 330 }, { kind: 'mid-stream-error', afterChars: 330 }, { kind: 'length' }]) {
      const user = await app.buildUser()
      await sandbox.fail(fault)
      const events = await generate(user, order({ topic: '9 morning habits' }))
      const made = slidesIn(events)
      expect(made.length).toBeGreaterThan(0)
      expect(made.length).toBeLessThan(10)
      expect(events.at(-1)).toMatchObject({ type: 'done', kept: made.length, notice: `The answer ended early: ${made.length} of 10 slides were written and are kept.` })
      const saved = await stored(app, user)
      expect(saved.projects).toMatchObject([{ status: 'draft', slideCount: made.length, version: 2 }])
      expect(saved.slides.map((row) => row.data)).toEqual(made)
    }
  })

  test('that can be got over change nothing', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    const texts = async () => slidesIn(await generate(user, order())).map((slide) => slide.textBoxes.map((box) => box.text))
    const usual = await texts()
    expect(usual).toHaveLength(6)
    for (const fault of [{ kind: 'fenced' }, { kind: 'bare-array' }, { kind: '500' }, { kind: '400', param: 'response_format' }]) {
      await sandbox.fail(fault)
      expect(await texts()).toEqual(usual)
    }
  })
})

describe('hostile answers', () => {
  const hostile: [string, unknown, number][] = [
    ['a thousand slides', Array.from({ length: 1000 }, (_, index) => ({ title: `slide ${index}` })), 6],
    ['prototype keys', JSON.parse('[{"title":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]'), 1],
    ['markup', [{ title: '<img src=x onerror=alert(1)>hello <b>you</b>', description: 'see https://evil.example/x' }], 1],
    ['wrong types', [{ title: 5 }, { title: ['x'] }, { title: { a: 1 } }, null, 'text', { title: 'good' }], 1],
    ['endless texts', [{ title: 'x'.repeat(5000) }, { title: 'word '.repeat(150) }], 1],
    ['positions and paths', [{ title: 'a', backgroundImage: '../../etc/passwd', textBoxes: [{ x: 99999 }], imageBoxes: [{ imageUrl: 'http://x' }] }], 1],
    ['deep nesting', [{ title: 'a', extra: JSON.parse(`${'[['.repeat(12)}1${']]'.repeat(12)}`) }], 1],
  ]
  test('store nothing outside of the schema', async () => {
    const app = await startApp()
    for (const [name, answer, kept] of hostile) {
      const user = await app.buildUser()
      await sandbox.fail({ kind: 'content', content: JSON.stringify({ slides: answer }) })
      const events = await generate(user, order())
      expect(slidesIn(events), name).toHaveLength(kept)
      const { slides: rows } = await stored(app, user)
      expect(rows, name).toHaveLength(kept)
      for (const { data } of rows) {
        expect(slideSchema.strict().parse(data)).toEqual(data)
        expect(JSON.stringify(data)).not.toMatch(/polluted|onerror|evil|passwd|99999/)
      }
    }
    expect(app.logged).toEqual([])
  })

  test('lone surrogates and null characters', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'content', content: String.raw`{"slides":[{"title":"half \ud83d and \u0000 null"},{"title":"good 😀"}]}` })
    const texts = slidesIn(await generate(user, order())).map((slide) => slide.title)
    expect(texts).toEqual(['half and null', 'good 😀'])
    expect(app.logged).toEqual([])
  })
})

describe('runs belong to the server', () => {
  test('a page that leaves stops nothing, and one that comes back sees everything', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    const left = new AbortController()
    await sandbox.fail({ kind: 'slow', ms: 150 })
    const reading = eventsOf(await post(user, order(), left.signal))
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
    const app = await startApp()
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'stall', afterChars: 400 })
    const reading = eventsOf(await post(user, order()))
    const seen: GenerateEvent[] = []
    for await (const event of reading) {
      seen.push(event)
      if (event.type === 'slide' && event.index === 1) break
    }
    const projectId = seen[0]?.type === 'project' ? seen[0].projectId : ''
    expect(await user.call('POST', `/api/generate/${projectId}/cancel`)).toMatchObject({ status: 200, body: { cancelled: true } })
    expect(await user.call('POST', `/api/generate/${projectId}/cancel`)).toMatchObject({ status: 200, body: { cancelled: false } })
    const all = await collect(eventsOf(await user.fetch(`/api/generate/${projectId}/events`)))
    expect(all.at(-1)).toMatchObject({ type: 'done', notice: 'Cancelled. The slides written so far are kept.' })
    expect((await stored(app, user)).projects).toMatchObject([{ status: 'draft' }])
    await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)
  })

  test('cancel before the first slide leaves no project', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'timeout' })
    const reading = eventsOf(await post(user, order()))
    const { value: first } = await reading.next()
    await user.call('POST', `/api/generate/${first?.type === 'project' ? first.projectId : ''}/cancel`)
    expect(await collect(reading)).toMatchObject([{ type: 'error', code: 'AI_CANCELLED', kept: 0 }])
    expect((await stored(app, user)).projects).toEqual([])
  })

  test('what a crash left behind is put right: a draft with slides, nothing without', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    const project = await user.buildProject()
    const { config, db, ai, log } = app.services
    await db.asUser(user.id, (tx) => tx.update(projects).set({ status: 'generating' }))
    await db.asUser(user.id, (tx) => tx.insert(projects).values({ userId: user.id, title: 'empty', contentType: 'numbered-list', status: 'generating' }))
    const restarted = createGenerations({ config, db, chat: ai, log })
    expect(await restarted.recover()).toBe(2)
    await restarted.close()
    expect((await stored(app, user)).projects).toMatchObject([{ id: project.id, status: 'draft', version: project.version + 1, slideCount: 2 }])
    const events = await collect(eventsOf(await user.fetch(`/api/generate/${project.id}/events`)))
    expect(events.map((event) => event.type)).toEqual(['project', 'slide', 'slide', 'done'])
  })

  test('stopping the server keeps what is written', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'stall', afterChars: 400 })
    const reading = eventsOf(await post(user, order()))
    for await (const event of reading) if (event.type === 'slide') break
    await app.services.generations.close()
    expect((await stored(app, user)).projects).toMatchObject([{ status: 'draft' }])
    expect((await user.call('POST', '/api/generate', order())).status).toBe(503)
  })
})

describe('limits', () => {
  test('three at once, exact under race', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    await sandbox.fail(...Array.from({ length: 8 }, () => ({ kind: 'timeout' })))
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(user, order())))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.headers.get('retry-after')).toBe('5')
    await Promise.all(answers.map((answer) => answer.body?.cancel()))
  })

  test('ten a minute, then 429 with Retry-After', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    const statuses: number[] = []
    let last: Response | undefined
    for (let call = 0; call < 11; call += 1) {
      last = await post(user, order({ contentType: 'multi-photo-video' }))
      statuses.push(last.status)
      if (last.status === 200) await last.text()
    }
    // The minute may turn in between: then the count begins anew.
    if (last?.status === 200) return
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(((await last?.json()) as ErrorBody).error.code).toBe('RATE_LIMITED')
  })

  test('tokens a day', async () => {
    const app = await startApp({ dailyTokens: 1000 })
    const user = await app.buildUser()
    const { status, body, headers } = await user.call<ErrorBody>('POST', '/api/generate', order())
    expect([status, body.error.code, body.error.message]).toEqual([429, 'AI_BUDGET', 'Your AI budget for today is used up. It starts anew at midnight UTC.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await tokensUsed(app, user)).toBe(0)
  })

  test('a call that failed costs no tokens', async () => {
    const app = await startApp()
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'quota' })
    await generate(user, order())
    expect(await tokensUsed(app, user)).toBe(0)
  })
})
