import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captionEventSchema, type CaptionEvent } from '@ninesixteen/shared/api/captions'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { usageCounters } from '../../db/schema-usage.ts'
import { idempotencyKeys } from '../../db/schema-idempotency.ts'
import { buildSlide, Caller, type TestApp, type TestUser } from '../../testing/app.ts'
import { enterDemo } from '../../testing/demo.ts'
import { streamedData } from '../../testing/event-stream.ts'
import { startGeneratingApp, tokensUsed } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(async () => {
  app = await startGeneratingApp(sandbox)
  user = await app.buildUser()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const SLIDES = ['5 calm mornings', '1. open the window / two minutes of cold air', '2. keep your phone in the kitchen']

function requestCaptions(
  caller: Pick<Caller, 'fetch'>,
  over: Record<string, unknown> = {},
  { key, signal }: { key?: string; signal?: AbortSignal } = {},
) {
  const headers = { 'content-type': 'application/json', ...(key && { [IDEMPOTENCY_HEADER]: key }) }
  const body = JSON.stringify({ slides: SLIDES, platforms: ['tiktok'], ...over })
  return caller.fetch('/api/captions', { method: 'POST', headers, body, ...(signal && { signal }) })
}

async function read(response: Response): Promise<CaptionEvent[]> {
  const events: CaptionEvent[] = []
  for await (const data of streamedData(response)) events.push(captionEventSchema.parse(data))
  return events
}

async function captionsOf(over: Record<string, unknown> = {}) {
  const last = (await read(await requestCaptions(user, over))).at(-1)
  if (last?.type !== 'done') throw new Error(JSON.stringify(last))
  return last.captions
}

const usedCalls = async (id = user.id) =>
  (await app.services.db.asUser(id, (tx) => tx.select().from(usageCounters)))
    .filter(({ kind }) => kind === 'ai.calls.day')
    .reduce((sum, { amount }) => sum + amount, 0)

describe('captions', () => {
  test('are three, shown while they are written, within the platforms\u2019 limits', async () => {
    await sandbox.fail({ kind: 'hold', afterChars: 150 })
    const response = await requestCaptions(user, { platforms: ['tiktok', 'tumblr'], tone: 'playful' })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events: CaptionEvent[] = []
    let isReleased = false
    for await (const data of streamedData(response)) {
      events.push(captionEventSchema.parse(data))
      // The rest is not written yet.
      if (!isReleased) await sandbox.releaseHeld()
      isReleased = true
    }
    expect(events[0]).toMatchObject({ type: 'draft', index: 0, hashtags: [] })
    const whole = events.filter((event) => event.type === 'caption')
    expect(whole.map(({ index }) => index)).toEqual([0, 1, 2])
    const last = events.at(-1)
    expect(last).toEqual({
      type: 'done',
      captions: whole.map(({ caption, description, hashtags }) => ({ caption, description, hashtags })),
    })
    for (const { caption, description, hashtags } of whole) {
      expect(caption.length).toBeLessThanOrEqual(90)
      expect(description).not.toBe('')
      expect(hashtags).toContain('calmmornings')
    }
    expect(await captionsOf({ platforms: ['tiktok', 'tumblr'], tone: 'playful' })).toEqual(last?.type === 'done' && last.captions)
    expect(await tokensUsed(app, user)).toBeGreaterThan(100)
  })

  test('are about the saved slides, the topic and the company of the project', async () => {
    const company = await user.buildCompany('Glow')
    const project = await user.api<{ id: string }>('POST', '/projects', {
      title: 'evenings',
      topic: 'quiet evenings',
      contentType: 'numbered-list',
      contentStyle: 'educational',
      companyId: company.id,
      slides: [buildSlide('3 quiet evenings'), buildSlide('dim the lights')],
    })
    expect(JSON.stringify(await captionsOf({ projectId: project.id, slides: [] }))).toContain('Glow')
    await captionsOf({ projectId: project.id, slides: ['not saved yet'] })
    const [saved, typed] = (await sandbox.requests()).map(({ body }) => JSON.stringify(body))
    for (const part of ['dim the lights', 'quiet evenings', 'Glow']) expect(saved).toContain(part)
    expect([typed?.includes('not saved yet'), typed?.includes('dim the lights')]).toEqual([true, false])
  })

  test('a retry gets the stored ones, and pays once', async () => {
    const key = randomUUID()
    const first = (await read(await requestCaptions(user, {}, { key }))).at(-1)
    const [calls, tokens] = [await usedCalls(), await tokensUsed(app, user)]
    expect(await read(await requestCaptions(user, {}, { key }))).toEqual([first])
    expect([await usedCalls(), await tokensUsed(app, user), (await sandbox.requests()).length]).toEqual([calls, tokens, 1])
    expect((await requestCaptions(user, { tone: 'other' }, { key })).status).toBe(400)
  })
})

describe('a request that the page leaves', () => {
  test('ends at the provider, releases its key, and costs what was written', async () => {
    await sandbox.fail({ kind: 'stall', afterChars: 150 })
    const leaving = new AbortController()
    const response = await requestCaptions(user, {}, { key: randomUUID(), signal: leaving.signal })
    const events = streamedData(response)
    expect((await events.next()).value).toMatchObject({ type: 'draft' })
    const reserved = await tokensUsed(app, user)
    leaving.abort()
    const readOn = async () => {
      while (!(await events.next()).done);
    }
    await expect(readOn()).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)
    await expect.poll(() => tokensUsed(app, user)).toBeLessThan(reserved)
    expect(await tokensUsed(app, user)).toBeGreaterThan(0)
    await expect.poll(() => app.services.db.asUser(user.id, (tx) => tx.select().from(idempotencyKeys))).toEqual([])
  })

  test('before the first word ends at the provider, too', async () => {
    await sandbox.fail({ kind: 'timeout' })
    const leaving = new AbortController()
    const response = requestCaptions(user, {}, { signal: leaving.signal }).catch((error: unknown) => error)
    await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
    leaving.abort()
    expect(await response).toMatchObject({ name: 'AbortError' })
    await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)
    await expect.poll(() => tokensUsed(app, user)).toBe(0)
  })

  test('and takes up again with the same key is superseded', async () => {
    await sandbox.fail({ kind: 'timeout' })
    const key = randomUUID()
    const lost = requestCaptions(user, {}, { key })
    await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
    expect((await read(await requestCaptions(user, {}, { key }))).at(-1)?.type).toBe('done')
    expect((await lost).status).toBe(499)
    expect(await usedCalls()).toBe(1)
  })
})

describe('errors', () => {
  const refused: [Record<string, unknown>, Record<string, unknown>[], number, string, string][] = [
    [{ slides: [' ', ''] }, [], 400, 'NOTHING_TO_CAPTION', 'These slides have no text to write about. Add some text first.'],
    [{ projectId: randomUUID() }, [], 404, 'NOT_FOUND', 'Not found'],
    [{ model: 'gpt-9' }, [], 400, 'INVALID_INPUT', 'Some fields are not valid: model'],
    [{ platforms: ['myspace'] }, [], 400, 'INVALID_INPUT', 'Some fields are not valid: platforms.0'],
    [{ slides: ['x'.repeat(2001)] }, [], 400, 'INVALID_INPUT', 'Some fields are not valid: slides.0'],
    [{}, [{ kind: '401' }], 502, 'AI_KEY_REFUSED', 'The AI provider refused the key. Check it in the settings.'],
    [{}, [{ kind: '429', retryAfter: 30 }], 503, 'AI_BUSY', 'The AI provider is busy. Please try again in 30 seconds.'],
    [{}, [{ kind: 'invalid-json' }, { kind: 'invalid-json' }], 502, 'AI_NO_CAPTIONS', 'The AI sent no usable captions. Please try again.'],
  ]

  test.each(refused)('%#: have their status and text', async (over, faults, status, code, message) => {
    if (faults.length > 0) await sandbox.fail(...faults)
    const response = await requestCaptions(user, over)
    const { error } = (await response.json()) as ErrorBody
    expect([response.status, error.code, error.message]).toEqual([status, code, message])
  })

  test('an unusable response is requested once more', async () => {
    await sandbox.fail({ kind: 'invalid-json' })
    expect(await captionsOf()).toHaveLength(3)
    expect(await usedCalls()).toBe(2)
  })

  test('in the middle leave the captions written so far', async () => {
    await sandbox.fail({ kind: 'mid-stream-error', afterChars: 420 })
    const events = await read(await requestCaptions(user))
    expect(events.filter(({ type }) => type === 'caption').length).toBeGreaterThan(0)
    expect(events.at(-1)).toEqual({
      type: 'error',
      code: 'AI_DOWN',
      message: 'The AI provider has a problem. Please try again in a moment.',
    })
  })

  test('a response with fewer captions counts', async () => {
    await sandbox.fail({ kind: 'content', content: '{"captions":[{"caption":"One","description":"","hashtags":["a"]}]}' })
    expect(await captionsOf()).toEqual([{ caption: 'One', description: '', hashtags: ['a'] }])
  })

  test('a demo has its limit of requests', async () => {
    const demo = await enterDemo(app)
    const since = new Date()
    for (const days of [0, 1]) {
      const windowStart = new Date((Math.floor(since.getTime() / 86_400_000) + days) * 86_400_000)
      const row = { userId: demo.id, kind: 'ai.calls.day', amount: 39, windowStart }
      await app.services.db.asUser(demo.id, (tx) => tx.insert(usageCounters).values(row))
    }
    expect((await read(await requestCaptions(demo))).at(-1)?.type).toBe('done')
    const refusal = await requestCaptions(demo)
    expect([refusal.status, ((await refusal.json()) as ErrorBody).error.code]).toEqual([429, 'AI_BUDGET'])
  })
})
