import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rewriteReplySchema, type RewriteReply } from '@ninesixteen/shared/api/rewrite'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { usageCounters } from '../../db/schema-usage.ts'
import type { TestApp, TestUser } from '../../testing/app.ts'
import { startGeneratingApp, stored, tokensUsed } from '../../testing/generation.ts'
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

const [TITLE, BODY] = [
  '2. keep your phone in the kitchen',
  'a real alarm clock costs less than one bad week of sleep, and it never shows you the news.',
]
const slide = slideSchema.parse({
  id: 's',
  title: TITLE,
  textBoxes: [
    { id: 'title', text: TITLE },
    { id: 'body', text: BODY },
  ],
})
const order = (over: Record<string, unknown>) => ({
  projectTopic: '5 calm mornings',
  contentType: 'numbered-list',
  slide,
  target: { kind: 'slide' },
  how: 'again',
  neighbours: ['1. open the window'],
  ...over,
})

async function rewrite(over: Record<string, unknown>): Promise<RewriteReply> {
  const { status, body } = await user.call('POST', '/api/rewrite', order(over))
  expect(status, JSON.stringify(body)).toBe(200)
  return rewriteReplySchema.parse(body)
}

const box = { kind: 'box', boxId: 'body' }
const length = (text: string | undefined) => (text ?? '').split(' ').length

describe('a rewrite', () => {
  test('of a slide gives each of its boxes another text, the number of the point kept', async () => {
    const seen = new Set<string>([TITLE, BODY])
    for (const [how, tone] of [['again'], ['shorter'], ['punchier'], ['tone', 'playful']]) {
      const { texts, alternatives } = await rewrite({ how, tone })
      expect(alternatives).toEqual([])
      expect(texts.map((text) => text.boxId)).toEqual(['title', 'body'])
      expect(texts[0]?.text).toMatch(/^2\. \S/)
      for (const { text } of texts) {
        expect(text).toBe(text.toLowerCase())
        expect(seen.has(text), `${how}: ${text}`).toBe(false)
        seen.add(text)
      }
      if (how === 'shorter') expect(length(texts[1]?.text)).toBeLessThan(length(BODY))
    }
    const [call] = await sandbox.requests()
    expect(call?.body).toMatchObject({ model: 'gpt-4.1-mini', max_tokens: 600 })
    expect(JSON.stringify(call?.body)).toContain('1. open the window')
    expect(await tokensUsed(app, user)).toBeGreaterThan(100)
    expect((await stored(app, user)).projects).toEqual([])
  })

  test('of a box gives its text alone, and the same for the same request', async () => {
    const first = await rewrite({ target: box })
    expect(first.texts.map((text) => text.boxId)).toEqual(['body'])
    expect(await rewrite({ target: box })).toEqual(first)
  })

  test('in alternatives gives five different hooks', async () => {
    const { texts, alternatives } = await rewrite({ target: { kind: 'box', boxId: 'title' }, how: 'alternatives' })
    expect(texts).toEqual([])
    expect(new Set(alternatives).size).toBe(5)
    expect(alternatives).not.toContain(TITLE)
  })

  test('works the company in as data, and no other company', async () => {
    await (await app.buildUser()).buildCompany('Secret Rival')
    const company = await user.buildCompany('Glow')
    await rewrite({ companyId: company.id })
    const providerRequest = JSON.stringify((await sandbox.requests())[0]?.body)
    expect(providerRequest).toContain('Glow')
    expect(providerRequest).not.toMatch(/Secret Rival|@example|sk-test/)
  })
})

describe('a rewrite in another way', () => {
  const texts = async (over: Record<string, unknown>) => (await rewrite(over)).texts.map(({ text }) => text)

  test('puts it into plainer words, corrects it, or translates it', async () => {
    const faulty = slideSchema.parse({
      id: 'f',
      textBoxes: [
        { id: 'a', text: '1. You definately need teh light' },
        { id: 'b', text: 'utilize a timer, and purchase candles' },
        { id: 'c', text: ' ' },
      ],
    })
    expect(await texts({ slide: faulty, how: 'spelling' })).toEqual([
      '1. You definitely need the light',
      'utilize a timer, and purchase candles',
    ])
    expect((await texts({ slide: faulty, how: 'simpler' }))[1]).toBe('use a timer. buy candles')
    const [german = '', body = ''] = await texts({ how: 'translate', language: 'German' })
    expect(german).toMatch(/^2\. \S/)
    expect(body).toMatch(/\b(der|die|das|und|ein|nicht|ist|du|dem|im|auf|am)\b/)
  })

  test('changes all slides in one request', async () => {
    const other = slideSchema.parse({ id: 't', textBoxes: [{ id: 'title', text: '3. open the window' }] })
    const { texts: changed } = await rewrite({ target: { kind: 'slides' }, further: [other], how: 'translate', language: 'French' })
    expect(changed.map(({ slideId, boxId }) => [slideId, boxId])).toEqual([
      ['s', 'title'],
      ['s', 'body'],
      ['t', 'title'],
    ])
    expect(new Set(changed.map(({ text }) => text)).size).toBe(3)
    expect(await sandbox.requests()).toHaveLength(1)
  })
})

describe('an answer', () => {
  const answer = (...texts: unknown[]) => ({ kind: 'content', content: JSON.stringify({ texts: texts.map((text) => ({ text })) }) })

  test('is cleaned, cut and put into the house voice', async () => {
    await sandbox.fail(answer("<b>U're</b> HERE 'cause **yes** https://evil.example", 'x'.repeat(900)))
    const { texts } = await rewrite({})
    expect(texts[0]?.text).toBe('2. ur here bc yes')
    expect(texts[1]?.text).toHaveLength(200)
  })

  test.each([
    ['too few texts', answer('one')],
    ['too many texts', answer('one', 'two', 'three')],
    ['an empty text', answer('one', ' ')],
    ['no text', answer('one', 5)],
    ['prose', { kind: 'invalid-json' }],
  ])('with %s is asked for once more, and no third time', async (_, fault) => {
    await sandbox.fail(fault)
    expect((await rewrite({})).texts).toHaveLength(2)
    expect(await sandbox.requests()).toHaveLength(2)
    await sandbox.fail(fault, fault)
    const { status, body } = await user.call<ErrorBody>('POST', '/api/rewrite', order({}))
    expect([status, body.error.message]).toEqual([502, 'Failed to parse slideshow content from OpenAI'])
    expect(await sandbox.requests()).toHaveLength(4)
  })

  test('with the same hook five times is none', async () => {
    await sandbox.fail(answer('a', 'a', 'a', 'a', 'A'))
    expect((await rewrite({ target: box, how: 'alternatives' })).alternatives).toHaveLength(5)
  })
})

describe('refusals', () => {
  const cases: [Record<string, unknown>, Record<string, unknown> | null, number, string, string][] = [
    [{ how: 'tone' }, null, 400, 'INVALID_INPUT', 'Some fields are not valid: tone'],
    [{ how: 'alternatives' }, null, 400, 'INVALID_INPUT', 'Some fields are not valid: how'],
    [{ how: 'translate', language: ' ' }, null, 400, 'INVALID_INPUT', 'Some fields are not valid: language'],
    [{ how: 'translate', language: 'x'.repeat(61) }, null, 400, 'INVALID_INPUT', 'Some fields are not valid: language'],
    [{ target: { kind: 'box', boxId: 'gone' } }, null, 400, 'INVALID_INPUT', 'Some fields are not valid: target.boxId'],
    [{ slide: { id: 's' } }, null, 400, 'NOTHING_TO_REWRITE', 'There is no text on this slide to rewrite.'],
    [{ projectTopic: 'x'.repeat(2001) }, null, 400, 'TOPIC_TOO_LONG', 'The topic is too long: 2001 of at most 2000 characters.'],
    [{ model: 'gpt-9' }, null, 400, 'INVALID_INPUT', 'Some fields are not valid: model'],
    [{ companyId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }, null, 404, 'NOT_FOUND', 'Not found'],
    [{}, { kind: 'quota' }, 502, 'AI_QUOTA', 'The AI account is out of credit. Its owner has to add some.'],
    [{}, { kind: 'refusal' }, 502, 'AI_REFUSED', 'The AI declined to write about this topic. Try different words.'],
    [{}, { kind: 'null-content' }, 502, 'AI_NO_CONTENT', 'No content received from OpenAI API'],
  ]

  test('have their status and their text, and cost no tokens', async () => {
    for (const [over, fault, status, code, message] of cases) {
      if (fault) await sandbox.fail(fault)
      const answer = await user.call<ErrorBody>('POST', '/api/rewrite', order(over))
      expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([status, code, message])
    }
    expect(await tokensUsed(app, user)).toBe(0)
  })

  test('ten calls a minute, shared with the other calls to the model', async () => {
    // This window and the next, in case it turns before the requests.
    for (const windows of [0, 1]) {
      const windowStart = sql<Date>`to_timestamp((floor(extract(epoch from now()) / 60) + ${windows}::integer) * 60)`
      const row = { userId: user.id, kind: 'ai.calls.minute', amount: 10, windowStart }
      await app.services.db.asUser(user.id, (tx) => tx.insert(usageCounters).values(row))
    }
    const answers = await Promise.all([order({}), order({})].map((body) => user.call<ErrorBody>('POST', '/api/rewrite', body)))
    for (const { status, body, headers } of answers) {
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})
