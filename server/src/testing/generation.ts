import { eq } from 'drizzle-orm'
import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import { projects, slides } from '../db/schema-projects.ts'
import { usageCounters } from '../db/schema-usage.ts'
import { startTestApp, type TestApp, type TestSettings, type TestUser } from './app.ts'
import { eventsOf } from './event-stream.ts'
import type { TestSandbox } from './sandbox.ts'

export { eventsOf }

/** The product with the sandbox as its AI provider. */
export async function startGeneratingApp(
  sandbox: TestSandbox,
  { dailyTokens = 100_000, ...settings }: TestSettings & { dailyTokens?: number } = {},
): Promise<TestApp> {
  const [model, ideaModel] = ['gpt-4.1-mini', 'gpt-4o-mini']
  return startTestApp({
    ...settings,
    ai: { baseUrl: sandbox.openai, apiKey: 'sk-test', model, ideaModel, allowedModels: [model, ideaModel], sandbox: true, dailyTokens },
  })
}

export const generateRequest = (over: Partial<GenerateRequest> = {}) => ({
  topic: '5 morning habits',
  contentType: 'numbered-list',
  ...over,
})

export function post(user: Pick<TestUser, 'fetch'>, body: unknown, signal?: AbortSignal): Promise<Response> {
  return user.fetch('/api/generate', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  })
}

export async function collect(events: AsyncIterable<GenerateEvent>): Promise<GenerateEvent[]> {
  const all: GenerateEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export async function generate(user: TestUser, body: unknown): Promise<GenerateEvent[]> {
  return collect(eventsOf(await post(user, body)))
}

export const slidesIn = (events: GenerateEvent[]) => events.flatMap((event) => (event.type === 'slide' ? [event.slide] : []))

export async function stored(app: TestApp, user: TestUser) {
  return app.services.db.asUser(user.id, async (tx) => ({
    projects: await tx.select().from(projects),
    slides: (await tx.select().from(slides)).toSorted((a, b) => a.number - b.number),
  }))
}

export async function tokensUsed(app: TestApp, user: TestUser): Promise<number> {
  const rows = await app.services.db.asUser(user.id, (tx) => tx.select().from(usageCounters).where(eq(usageCounters.kind, 'ai.tokens.day')))
  return rows.reduce((sum, row) => sum + row.amount, 0)
}
