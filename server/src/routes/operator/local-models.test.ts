import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { LocalAi } from '@ninesixteen/shared/api/local-models'
import { startTestApp, type TestSettings } from '../../testing/app.ts'
import { enterDemo } from '../../testing/demo.ts'
import { collect, eventsOf, generate, generateRequest, post, slidesIn } from '../../testing/generation.ts'

type Answers = Record<string, object | ((outgoing: ServerResponse) => void)>

/** A server on this machine that answers by path, and notes the requests. */
async function startServer(answers: Answers): Promise<{ port: number; requests: string[]; bodies: unknown[] }> {
  const requests: string[] = []
  const bodies: unknown[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    requests.push(`${incoming.method} ${path}`)
    let body = ''
    incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      if (body !== '') bodies.push(JSON.parse(body))
      const answer = answers[path]
      if (typeof answer === 'function') return void answer(outgoing)
      outgoing.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(answer ?? { error: 'not found' }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests, bodies }
}

const tag = (name: string, parameters?: string) => ({ name, model: name, size: 1, details: { parameter_size: parameters } })
const completion = (content: string) => ({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] })
const slides = JSON.stringify({ slides: ['calm mornings', '1. get up', '2. drink water'].map((title) => ({ title, description: null })) })

const TAGS = {
  models: [
    tag('nomic-embed-text:latest', '137M'),
    tag('mistral-small:24b', '23.6B'),
    tag('qwen2.5-coder:3b', '3.1B'),
    tag('gemma3:270m', '268.10M'),
    tag('llava:7b', '7B'),
    tag('gpt-oss:120b-cloud', ''),
    tag('llama3.2:3b', '3.2B'),
  ],
}
const OLLAMA = { '/api/tags': TAGS, '/v1/chat/completions': completion(slides) }

/** The instance with a sandbox of its own, and the given servers on the ports where models are looked for. */
async function startApp(servers: Partial<Record<'ollama' | 'lm-studio' | 'llama-cpp' | 'vllm', Answers>>, given: TestSettings = {}) {
  const sandbox = await startServer({ '/v1/chat/completions': completion(slides) })
  const started = await Promise.all(Object.entries(servers).map(async ([name, answers]) => [name, await startServer(answers)] as const))
  const nobody = await startServer({})
  const ports = { ollama: nobody.port, 'lm-studio': nobody.port, 'llama-cpp': nobody.port, vllm: nobody.port }
  const app = await startTestApp({
    operators: ['boss@example.org'],
    localAiPorts: { ...ports, ...Object.fromEntries(started.map(([name, { port }]) => [name, port])) },
    ai: {
      baseUrl: `http://127.0.0.1:${sandbox.port}/v1`,
      apiKey: null,
      model: 'sandbox',
      ideaModel: 'sandbox',
      allowedModels: ['sandbox'],
      sandbox: true,
      dailyTokens: 100_000,
    },
    ...given,
  })
  const boss = await app.buildUser({ email: 'boss@example.org' })
  return { app, boss, sandbox, servers: Object.fromEntries(started) }
}

const PATH = '/api/v1/operator/local-model'

test('the operator finds the servers on this machine, with the models that write and the smallest sensible one', async () => {
  const { boss } = await startApp({
    ollama: OLLAMA,
    'lm-studio': { '/v1/models': { data: [{ id: 'text-embedding-nomic-embed-text-v1.5' }, { id: 'qwen2.5-7b-instruct' }] } },
    'llama-cpp': { '/v1/models': { data: [{ id: '/models/local.gguf', meta: { n_params: 3_212_749_888 } }] } },
    vllm: { '/v1/models': { object: 'list', data: [{ id: 'some/unsized-model', owned_by: 'vllm' }] } },
  })
  const found = await boss.call<LocalAi>('GET', '/api/v1/operator/local-models')
  expect(found.body).toEqual({
    isOffered: true,
    current: null,
    servers: [
      {
        server: 'ollama',
        models: [
          { name: 'llama3.2:3b', billions: 3.2 },
          { name: 'mistral-small:24b', billions: 23.6 },
          { name: 'gemma3:270m', billions: 0.2681 },
        ],
      },
      { server: 'lm-studio', models: [{ name: 'qwen2.5-7b-instruct', billions: 7 }] },
      { server: 'llama-cpp', models: [{ name: '/models/local.gguf', billions: 3.2 }] },
      { server: 'vllm', models: [{ name: 'some/unsized-model', billions: null }] },
    ],
    proposed: { server: 'ollama', model: 'llama3.2:3b' },
  })
})

test('a model is used only after the operator chose it and it answered one short request', async () => {
  const { app, boss, sandbox, servers } = await startApp({ ollama: OLLAMA })
  const request = generateRequest({ slideCount: 3, likeAndFollow: false })
  await boss.call('GET', '/api/v1/operator/local-models')
  expect(slidesIn(await generate(boss, request))).toHaveLength(3)
  expect([servers['ollama']?.bodies, sandbox.bodies.length]).toEqual([[], 1])

  expect(await boss.call('PUT', PATH, { server: 'ollama', model: 'llama3.2:3b' })).toMatchObject({ status: 200 })
  expect(servers['ollama']?.bodies).toMatchObject([{ model: 'llama3.2:3b', max_tokens: 16 }])
  expect(await boss.call('GET', '/api/v1/me')).toMatchObject({ body: { localModel: 'llama3.2:3b' } })
  const user = await app.buildUser()
  expect(slidesIn(await generate(user, { ...request, model: 'sandbox' }))).toHaveLength(3)
  expect(servers['ollama']?.bodies.at(-1)).toMatchObject({ model: 'llama3.2:3b', stream: true })
  expect(sandbox.bodies).toHaveLength(1)

  expect(await boss.call('DELETE', PATH)).toMatchObject({ status: 204 })
  await generate(user, request)
  expect(sandbox.bodies).toHaveLength(2)
  expect(await boss.call('GET', '/api/v1/operator/log')).toMatchObject({
    body: {
      items: [
        { action: 'change-setting', target: 'localModel', detail: { value: null } },
        { action: 'change-setting', target: 'localModel', detail: { server: 'ollama', model: 'llama3.2:3b' } },
      ],
    },
  })
})

test('users other than the operator make the server ask nobody', async () => {
  const { app, servers } = await startApp({ ollama: OLLAMA })
  const user = await app.buildUser()
  for (const [method, path, body] of [
    ['GET', '/api/v1/operator/local-models', undefined],
    ['PUT', PATH, { server: 'ollama', model: 'llama3.2:3b' }],
    ['DELETE', PATH, undefined],
  ] as const) {
    expect(await user.call(method, path, body)).toMatchObject({ status: 404 })
    expect(await app.anonymous.call(method, path, body)).toMatchObject({ status: 401 })
  }
  expect(servers['ollama']?.requests).toEqual([])
})

test('an address in place of a server is refused', async () => {
  const { boss, servers } = await startApp({ ollama: OLLAMA })
  for (const body of [
    { server: 'http://169.254.169.254', model: 'x' },
    { server: 'ollama', model: '' },
  ])
    expect(await boss.call('PUT', PATH, body)).toMatchObject({ status: 400 })
  expect(servers['ollama']?.requests).toEqual([])
})

test('a model that is missing or does not answer is not used', async () => {
  const { boss } = await startApp({ ollama: { '/api/tags': TAGS } })
  expect(await boss.call('PUT', PATH, { server: 'ollama', model: 'absent:3b' })).toMatchObject({
    status: 502,
    body: { error: { code: 'AI_MODEL' } },
  })
  expect(await boss.call('PUT', PATH, { server: 'ollama', model: 'llama3.2:3b' })).toMatchObject({ status: 502 })
  expect(await boss.call('GET', '/api/v1/operator/local-models')).toMatchObject({ body: { current: null } })
})

test('other programs on the ports are no servers of models', async () => {
  const { boss } = await startApp({
    ollama: { '/api/tags': (outgoing) => outgoing.end('<!doctype html>') },
    'lm-studio': { '/v1/models': (outgoing) => outgoing.end(JSON.stringify({ data: [{ id: 'x' }], padding: 'x'.repeat(600_000) })) },
    'llama-cpp': { '/v1/models': (outgoing) => outgoing.writeHead(302, { location: 'http://127.0.0.1:1/v1/models' }).end() },
    vllm: { '/v1/models': { data: 'none' } },
  })
  expect(await boss.call('GET', '/api/v1/operator/local-models')).toMatchObject({ body: { servers: [], proposed: null } })
})

test('a demo keeps the sandbox', async () => {
  const { app, boss, sandbox, servers } = await startApp({ ollama: OLLAMA })
  await boss.call('PUT', PATH, { server: 'ollama', model: 'llama3.2:3b' })
  const demo = await enterDemo(app)
  const before = servers['ollama']?.bodies.length
  await collect(eventsOf(await post(demo, generateRequest({ slideCount: 3 }))))
  expect([sandbox.bodies.length, servers['ollama']?.bodies.length]).toEqual([1, before])
  expect(await demo.call('GET', '/api/v1/me')).toMatchObject({ body: { localModel: null } })
})

test('an AI server from the environment counts, and nothing is looked for', async () => {
  const { boss, servers } = await startApp(
    { ollama: OLLAMA },
    {
      ai: {
        baseUrl: 'http://127.0.0.1:9/v1',
        apiKey: 'sk-test',
        model: 'm',
        ideaModel: 'm',
        allowedModels: ['m'],
        sandbox: false,
        dailyTokens: 1000,
      },
    },
  )
  expect(await boss.call('GET', '/api/v1/operator/local-models')).toMatchObject({ body: { isOffered: false, servers: [] } })
  expect(await boss.call('PUT', PATH, { server: 'ollama', model: 'llama3.2:3b' })).toMatchObject({ status: 502 })
  expect(servers['ollama']?.requests).toEqual([])
})
