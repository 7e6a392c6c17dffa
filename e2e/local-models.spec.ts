import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { EVERY_VIEWPORT, expect, expectAccessibleIn } from './driving/journey.ts'
import { signInAsOperator } from './driving/operator.ts'
import { testWith } from './driving/own-product.ts'

const MODELS = ['nomic-embed-text', 'llama3.2:3b', 'mistral-small:24b'].map((name) => ({ name }))
const SLIDES = ['why your sourdough is dense', '1. the starter is young', '2. the kitchen is cold'].map((title) => ({
  title,
  description: title.startsWith('1') ? 'wait until it doubles in four hours.' : null,
}))
const ANSWERS: Record<string, object> = {
  '/api/tags': { models: MODELS },
  '/v1/chat/completions': {
    choices: [{ message: { role: 'assistant', content: JSON.stringify({ slides: SLIDES }) }, finish_reason: 'stop' }],
  },
}

/** A port that is free now: Ollama starts there during the journey. */
const port = await (async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  return free
})()

async function startOllama() {
  const server = createHttpServer((incoming, outgoing) => {
    incoming.resume()
    const answer = ANSWERS[incoming.url ?? '']
    outgoing.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}

const test = testWith({ OPERATORS: 'operator@example.org', BILLING: 'off', LOCAL_AI_PORTS: `${port},9,9,9` })

test('the operator finds a model on this machine, and it writes the next slideshow', async ({ page, context, baseURL }) => {
  await signInAsOperator(context.request, baseURL)
  await page.goto('/content_studio')
  await page.getByRole('link', { name: 'Use a model' }).first().click()
  const panel = page.getByRole('region', { name: 'A model on this machine' })
  await expect(panel.getByText('Then run ollama pull llama3.2:3b')).toBeVisible()

  const ollama = await startOllama()
  try {
    await panel.getByRole('button', { name: 'Look again' }).click()
    await expect(panel.getByRole('combobox', { name: 'Model' })).toContainText('llama3.2:3b')
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a model was found')
    await panel.getByRole('button', { name: 'Use this model' }).click()
    await expect(panel.getByText('llama3.2:3b writes, through Ollama.')).toBeVisible()

    await page.goto('/content_studio')
    await expect(page.getByText('The sandbox writes.')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Topic' }).fill('why your sourdough is dense')
    await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    await expect(page.getByRole('button', { name: 'Slide 3: 2. the kitchen is cold' })).toBeVisible()
  } finally {
    ollama.closeAllConnections()
    ollama.close()
  }
})
