import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { generate, generateRequest, startGeneratingApp } from '../testing/generation.ts'
import { freePort, runProgram } from '../testing/program.ts'
import { withSpan } from './spans.ts'
import { startTestSandbox } from '../testing/sandbox.ts'
import { connectAccounts, seedPost } from '../testing/scheduled.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { processPost } from '../testing/process-posts.ts'
import { openTracing } from './open-tracing.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Record<string, string | number> }[]
}

interface Traces {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { scope: { name: string }; spans: Span[] }[] }[]
}

/** A collector that records what it receives. */
async function startCollector() {
  const [bodies, tenants] = [[] as string[], [] as unknown[]]
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        if (request.url === '/v1/traces') bodies.push(body)
        tenants.push(request.headers['x-tenant'])
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const spans = () =>
    bodies
      .flatMap((body) => (JSON.parse(body) as Traces).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.filter(({ scope }) => scope.name === 'ninesixteen').flatMap((one) => one.spans))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, bodies, tenants }
}

const attribute = (span: Span | undefined, key: string) => Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a trace contains all work of a request but no user text', async () => {
  const [collector, sandbox] = [await startCollector(), await startTestSandbox()]
  onTestFinished(() => sandbox.release())
  const platforms = sandboxPlatforms(sandbox.url)
  const app = await startGeneratingApp(sandbox, { platforms, publishing: { waits: 0.05 } })
  const tracing = openTracing(collector.url, app.services.log, 60_000)
  onTestFinished(() => tracing.stop())
  const user = await app.buildUser({ email: 'canary@example.org' })
  const { id } = await user.buildProject({ title: 'a canary in the title' })
  await user.api('GET', `/projects/${id}`)
  await generate(user, generateRequest({ topic: '5 canary habits' }))
  const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  const postId = await seedPost(app.services, { userId: user.id, account, caption: 'a canary in the caption' })
  await processPost(app.services, user.id, postId)
  await tracing.stop()

  const spans = collector.spans()
  const spansNamed = (name: string) => spans.filter((span) => span.name === name)
  const [read] = spansNamed('GET /api/v1/projects/{id}')
  expect(read?.kind).toBe(2)
  expect(attribute(read, 'http.response.status_code')).toBe(200)
  expect(attribute(read, 'http.route')).toBe('/api/v1/projects/{id}')
  expect(attribute(read, 'ninesixteen.request_id')).toMatch(/^[0-9a-f]{20}$/)
  const within = spansNamed('transaction').filter(({ traceId }) => traceId === read?.traceId)
  expect(within.length).toBeGreaterThan(0)
  expect(attribute(within[0], 'db.system.name')).toBe('postgresql')

  const [writing] = spansNamed('write slideshow')
  expect(attribute(writing, 'ninesixteen.outcome')).toBe('done')
  expect(writing?.traceId).toBe(spansNamed('POST /api/generate')[0]?.traceId)
  const [request] = spansNamed('POST').filter(({ parentSpanId }) => parentSpanId === writing?.spanId)
  expect([attribute(request, 'server.address'), attribute(request, 'http.response.status_code')]).toEqual(['127.0.0.1', 200])

  const [published] = spansNamed('publish post')
  expect(attribute(published, 'ninesixteen.platform')).toBe('tiktok')
  expect(spansNamed('POST').some(({ traceId }) => traceId === published?.traceId)).toBe(true)
  for (const secret of ['canary', user.password, user.id, id, postId, 'sk-test', ...user.cookies.values()])
    expect(collector.bodies.join('')).not.toContain(secret)
})

/** Prints which modules a program loads. */
const REPORTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context)
    if (found.url.includes('/@opentelemetry/')) process.stderr.write('loaded ' + found.url + '\\n')
    return found
  } })`)}`

test('without a collector, no tracing code is loaded', { tags: ['long'] }, async () => {
  const env = {
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    DEMO: 'off',
    TRY: 'off',
    NODE_OPTIONS: `--import=${REPORTING}`,
  }
  const collector = await startCollector()
  const loaded = async (more: Record<string, string>) => {
    const product = runProgram('main.ts', [], { ...env, ...more })
    await product.waitForOutput('is ready at')
    expect((await fetch(`http://localhost:${env.PORT}/api/v1/config`)).status).toBe(200)
    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    // The accounts library imports this one for attribute names, even without tracing.
    return [...product.output().matchAll(/^loaded (.+)$/gm)].filter(([line]) => !line.includes('/semantic-conventions/')).length
  }
  expect(await loaded({})).toBe(0)
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=blue' })).toBeGreaterThan(10)
  expect(collector.tenants[0]).toBe('blue')
  expect(collector.spans().map(({ name }) => name)).toContain('GET /api/v1/config')
})

test('an unreachable collector loses traces and is logged', async () => {
  const messages: unknown[] = []
  const tracing = openTracing('http://127.0.0.1:1', { warn: (...line: unknown[]) => void messages.push(line) }, 200)
  expect(await withSpan({ name: 'work', kind: 'internal' }, async () => 'done')).toBe('done')
  await tracing.stop()
  expect(JSON.stringify(messages)).toContain('Trace export failed')
})
