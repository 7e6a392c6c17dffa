import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { generate, generateRequest, slidesIn, stored } from '../../testing/generation.ts'
import { startMisbehavingServer } from '../../testing/misbehaving-server.ts'

/** A user whose AI gives one answer in plain text, as servers without a JSON mode do. */
async function userOfModel(answer: string, finish: 'stop' | 'length' = 'stop') {
  const { url } = await startMisbehavingServer(async (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer }, finish_reason: finish }] }))
  })
  const ai = { baseUrl: url, apiKey: null, model: 'm', ideaModel: 'm', allowedModels: ['m'], sandbox: false, dailyTokens: 100_000 }
  const app = await startTestApp({ ai })
  return { app, user: await app.buildUser() }
}

const request = generateRequest({ topic: 'why your sourdough is dense', slideCount: 3, likeAndFollow: false })

test('a list in Markdown becomes a slideshow', async () => {
  const { user } = await userOfModel(
    '# Why your sourdough is dense\n\n1. **The starter is young**: Wait until it doubles.\n2. **The kitchen is cold**: Give it ten hours.\n\nEnjoy!',
  )
  const events = await generate(user, request)
  expect(slidesIn(events).map(({ title, description }) => [title, description])).toEqual([
    ['why your sourdough is dense', ''],
    ['1. the starter is young', 'wait until it doubles.'],
    ['2. the kitchen is cold', 'give it ten hours.'],
  ])
  expect(events.at(-1)).toMatchObject({ type: 'done', kept: 3, notice: null })
})

test('an answer that is cut off keeps its complete slides and says so', async () => {
  const { app, user } = await userOfModel("{'slides': [{'title': 'don't rush', 'description': None}, {'title': '1. the starter", 'length')
  const events = await generate(user, request)
  expect(slidesIn(events).map(({ title }) => title)).toEqual(["don't rush"])
  expect(events.at(-1)).toMatchObject({ type: 'done', kept: 1, notice: 'The response ended early. 1 of 3 slides were saved.' })
  expect((await stored(app, user)).slides).toHaveLength(1)
})

test('an answer without slides ends with a clear error and leaves no slideshow', async () => {
  const { app, user } = await userOfModel("I'm sorry, but I can't help with that.")
  expect((await generate(user, request)).at(-1)).toEqual({
    type: 'error',
    code: 'AI_UNPARSABLE',
    message: 'Failed to parse slideshow content from OpenAI',
    kept: 0,
  })
  expect(await stored(app, user)).toEqual({ projects: [], slides: [] })
})
