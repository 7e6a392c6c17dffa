import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ideasReplySchema, type Idea } from '@ninesixteen/shared/api/ideas'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { startTestApp } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

interface IdeaPage {
  ideas: Idea[]
  next: string | null
}

async function startApp() {
  const ai = {
    baseUrl: sandbox.openai,
    apiKey: 'sk-test',
    model: 'gpt-4.1-mini',
    ideaModel: 'gpt-4o-mini',
    allowedModels: ['gpt-4.1-mini'],
    sandbox: true,
    dailyTokens: 100_000,
  }
  const app = await startTestApp({ ai })
  return { app, user: await app.buildUser() }
}

test('25 ideas, 3 or 4 of them numbered, stored on top of the older ones', async () => {
  const { user } = await startApp()
  const company = await user.buildCompany('Glow')
  const first = ideasReplySchema.parse((await user.call('POST', '/api/ideas', { topic: 'Calm mornings' })).body).ideas
  const second = ideasReplySchema.parse((await user.call('POST', '/api/ideas', { topic: 'houseplants', companyId: company.id })).body).ideas
  for (const ideas of [first, second]) {
    expect(ideas).toHaveLength(25)
    expect(new Set(ideas.map((idea) => idea.title)).size).toBe(25)
    const numbered = ideas.filter((idea) => /^\d/.test(idea.title))
    expect([3, 4]).toContain(numbered.length)
    expect(new Set(ideas.map((idea) => idea.category))).toEqual(new Set(['tips', 'traits', 'reasons']))
    for (const idea of ideas) expect(idea.title).toBe(idea.title.toLowerCase())
  }
  expect(await user.api('GET', '/ideas')).toEqual([...second, ...first])
  expect(await user.api('GET', `/ideas?companyId=${company.id}`)).toEqual(second)
  expect((await sandbox.requests())[1]?.body).toMatchObject({ model: 'gpt-4o-mini', max_tokens: 1000, temperature: 0.8 })
})

test('come in pages, the newest first, narrowed on the server', async () => {
  const { user } = await startApp()
  const company = await user.buildCompany('Glow')
  await user.call('POST', '/api/ideas', { topic: 'tea' })
  await user.call('POST', '/api/ideas', { topic: 'coffee', companyId: company.id })
  const all = await user.api<Idea[]>('GET', '/ideas')
  await user.api('PATCH', `/ideas/${all[30]?.id}`, { isFavorite: true })
  const pagesOf = async (filter: string) => {
    const found: Idea[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: IdeaPage = await user.api('GET', `/ideas/page?limit=7${filter}${after && `&after=${after}`}`)
      expect(page.ideas.length).toBeLessThanOrEqual(7)
      found.push(...page.ideas)
      after = page.next
    }
    return found.map(({ id }) => id)
  }
  const ids = (wanted: (idea: Idea) => boolean) => all.filter(wanted).map(({ id }) => id)
  expect(await pagesOf('')).toEqual(ids(() => true))
  expect(await pagesOf('&category=tips')).toEqual(ids(({ category }) => category === 'tips'))
  expect(await pagesOf(`&companyId=${company.id}`)).toEqual(ids(({ companyId }) => companyId === company.id))
  expect(await pagesOf('&favorites=true')).toEqual([all[30]?.id])
  expect((await user.call('GET', '/api/v1/ideas/page?after=7')).status).toBe(400)
})

test('are marked, removed and cleared', async () => {
  const { user } = await startApp()
  const company = await user.buildCompany('Glow')
  await user.call('POST', '/api/ideas', { topic: 'tea' })
  await user.call('POST', '/api/ideas', { topic: 'coffee', companyId: company.id })
  const [idea] = await user.api<Idea[]>('GET', '/ideas')
  const path = `/ideas/${idea?.id}`
  expect(await user.api('PATCH', path, { isFavorite: true })).toEqual({ ...idea, isFavorite: true })
  expect(await user.api('PATCH', path, { isUsed: true })).toEqual({ ...idea, isFavorite: true, isUsed: true })
  expect(await user.api('PATCH', path, {})).toMatchObject({ isUsed: true })
  await user.api('DELETE', path)
  expect((await user.call('DELETE', `/api/v1${path}`)).status).toBe(404)
  expect(await user.api('POST', '/ideas/clear', { companyId: company.id })).toEqual({ removed: 24 })
  expect(await user.api('POST', '/ideas/clear', {})).toEqual({ removed: 25 })
  expect(await user.api('GET', '/ideas')).toEqual([])
})

test('refusals and faults have their texts, and nothing is stored', async () => {
  const { user } = await startApp()
  const cases: [Record<string, unknown>, Record<string, unknown> | null, number, string, string][] = [
    [{ topic: ' ' }, null, 400, 'IDEA_TOPIC_REQUIRED', 'Please enter a topic for post idea generation'],
    [{ topic: 'x'.repeat(10_000) }, null, 400, 'TOPIC_TOO_LONG', 'The topic is too long: 10000 of at most 2000 characters.'],
    [{ topic: 'tea', companyId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }, null, 404, 'NOT_FOUND', 'Not found'],
    [{ topic: 'tea' }, { kind: 'quota' }, 502, 'AI_QUOTA', 'The AI account is out of credit. Its owner has to add some.'],
    [{ topic: 'tea' }, { kind: 'invalid-json' }, 502, 'AI_UNPARSABLE', 'Failed to parse slideshow content from OpenAI'],
    [{ topic: 'tea' }, { kind: 'null-content' }, 502, 'AI_NO_CONTENT', 'No content received from OpenAI API'],
  ]
  for (const [body, fault, status, code, message] of cases) {
    if (fault) await sandbox.fail(fault)
    const answer = await user.call<ErrorBody>('POST', '/api/ideas', body)
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([status, code, message])
  }
  expect(await user.api('GET', '/ideas')).toEqual([])
})

test('what does not fit one answer is asked for once more', async () => {
  const { app, user } = await startApp()
  await sandbox.fail({ kind: 'length' })
  const { ideas } = ideasReplySchema.parse((await user.call('POST', '/api/ideas', { topic: 'tea' })).body)
  expect(ideas).toHaveLength(25)
  expect(new Set(ideas.map((idea) => idea.title)).size).toBe(25)
  const [first, second, ...further] = (await sandbox.requests()).map(({ body }) => body)
  expect(further).toEqual([])
  expect(JSON.stringify(first)).toContain('Ideas: 25')
  const missing = Number(/Ideas: (\d+)/.exec(JSON.stringify(second))?.[1])
  expect(missing).toBeLessThan(20)
  const listed = ideas.slice(0, 25 - missing)
  for (const { title } of listed) expect(JSON.stringify(second)).toContain(`Found: ${JSON.stringify(JSON.stringify(title)).slice(1, -1)}`)
  expect(second).toMatchObject({ max_tokens: 1000, temperature: 0.8 })
  expect(app.logged).toEqual([])
})

test('half an answer gives its whole ideas, hostile ones only texts', async () => {
  const { user } = await startApp()
  await sandbox.fail({ kind: 'length' }, { kind: 'quota' })
  const half = ideasReplySchema.parse((await user.call('POST', '/api/ideas', { topic: 'tea' })).body).ideas
  expect(half.length).toBeGreaterThan(5)
  expect(half.length).toBeLessThan(25)
  const hostile = [
    { title: 'Same <b>Idea</b>', description: null },
    { title: 'same idea' },
    { title: 5 },
    { title: 'why \ud83d this', __proto__: null, isUsed: true, category: 'evil' },
  ]
  const answer = { kind: 'content', content: JSON.stringify({ ideas: hostile }) }
  await sandbox.fail(answer, answer)
  const saved = ideasReplySchema.parse((await user.call('POST', '/api/ideas', { topic: 'tea' })).body).ideas
  expect(saved.map(({ title, category, isUsed }) => ({ title, category, isUsed }))).toEqual([
    { title: 'same idea', category: 'tips', isUsed: false },
    { title: 'why this', category: 'reasons', isUsed: false },
  ])
})
