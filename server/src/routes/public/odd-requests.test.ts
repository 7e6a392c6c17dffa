import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, afterAll, afterEach, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { MCP_PATH, PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import { startGeneratingApp } from '../../testing/generation.ts'
import { hardText, oddInput, oddJson, type Known } from '../../testing/fuzz-input.ts'
import { publicEndpoints, type JsonSchema, type PublicEndpoint } from '../../testing/public-contract.ts'
import { insertOwned } from '../../testing/route-matrix/owned.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { sharedRenderer } from '../../testing/scheduler.ts'
import type { TestApp } from '../../testing/app.ts'

/* Requests that no sensible program sends: whatever they are, they are refused with words, and nothing fails. */

/** In npm test, and in the tests that take long. */
const [FEW, MANY] = [200, 5000]

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

interface Target {
  app: TestApp
  key: ApiCaller
  known: Known
}

async function startTarget(): Promise<Target> {
  const app = await startGeneratingApp(sandbox, { renderer: sharedRenderer(), dailyTokens: 100_000_000 })
  const user = await app.buildUser()
  const owned = await insertOwned(app, user)
  const ids = {
    company_id: owned.company,
    slideshow_id: owned.project,
    account_id: owned.account,
    post_id: owned.post,
    render_id: owned.render,
  }
  return { app, key: await buildApiKey(user), known: { ids, files: [owned.file] } }
}

interface OddRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

interface OddAnswer {
  status: number
  type: string
  text: string
}

async function send({ app }: Target, { method, path, headers, body }: OddRequest): Promise<OddAnswer> {
  const answer = await request(app.url + path, { method: method as 'GET', headers, body })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), text: await answer.body.text() }
}

/** Limits would refuse most requests. */
async function forgetLimits({ app }: Target): Promise<void> {
  await app.services.db.asSystem((tx) => tx.execute(sql`delete from rate_limits`))
  await app.services.db.asSystem((tx) => tx.execute(sql`delete from usage_counters`))
}

/** Usual values for each odd one. */
const USUAL = 15
const rarely = <T>(odd: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> => fc.oneof({ weight: USUAL, arbitrary: fc.constant(usual) }, odd)

/** A JSON text as it is, cut off, or with bytes that belong nowhere. */
const brokenJson = (value: unknown): fc.Arbitrary<Buffer> => {
  const text = JSON.stringify(value) ?? ''
  const cut = fc.nat({ max: text.length }).map((end) => Buffer.from(text.slice(0, end)))
  const bytes = fc.constantFrom('\ufeff', '\0', '//', '{', ']', ',', '1e999', '"\\ud800"').map((odd) => Buffer.from(odd + text))
  const invalid = fc.uint8Array({ minLength: 1, maxLength: 8 }).map((odd) => Buffer.concat([Buffer.from(text), odd]))
  const number = fc.constant(Buffer.from(text.replace(/:\d+/, ':1e999')))
  const twice = fc.constant(Buffer.from(text.replace('{', '{"id":1,"id":2,"__proto__":{"a":1},')))
  return fc.oneof({ weight: 4 * USUAL, arbitrary: fc.constant(Buffer.from(text)) }, cut, bytes, invalid, number, twice)
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'APPLICATION/JSON',
  'x',
]
TYPES.push('application/x-www-form-urlencoded', 'application/json+x', 'image/png', '')
const KEYS = ['', ' ', 'same', '"quoted"', 'x'.repeat(255), 'x'.repeat(256), '\u00e9', 'a,b', 'a b']
const ETAGS = ['"1"', '"2"', '*', 'W/"1"', '"-1"', '"99999999999999"', '"1", "2"', '1', '\u00ff', '""']

/** Headers that mean something here, with odd values, and some that mean something elsewhere. */
const ODD_HEADERS: Record<string, readonly string[]> = {
  'if-match': ETAGS,
  prefer: ['wait=0', 'wait=-1', 'wait=abc', 'respond-async', 'wait="1"', 'wait=1e9', ',,;=', 'x'.repeat(200)],
  range: ['bytes=0-1', 'bytes=-1', 'items=1-', 'bytes=9-1'],
  accept: ['*/*', 'text/html', 'image/png;q=x', '', 'text/event-stream', 'application/json'],
  'accept-encoding': ['gzip;q=foo', 'br', '*;q=0', 'x'],
  'content-encoding': ['gzip', 'x'],
  'x-request-id': ['a b', '../x', '\u00ff', 'y'.repeat(500)],
  'x-forwarded-for': ['not an address', '::ffff:127.0.0.1, 1'],
  'x-http-method-override': ['DELETE'],
  traceparent: ['00-0-0-00', 'x'],
  cookie: ['better-auth.session_token=x', '=;=', '\u00ff'],
  'if-none-match': ['*', '"1"'],
}
const oddHeaders = fc
  .array(fc.constantFrom(...Object.entries(ODD_HEADERS).flatMap(([name, values]) => values.map((value) => [name, value] as const))), {
    maxLength: 2,
  })
  .map((entries): Record<string, string> => Object.fromEntries(entries))

const METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST', 'GET', 'QUERY']
const queryValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}
const ODD_QUERIES = [
  'limit=%',
  'limit=%00',
  'limit[]=1',
  'limit=1&limit=2',
  '__proto__=x',
  'after=1_00000000-0000-4000-8000-000000000000',
  'a%ff=b',
]
ODD_QUERIES.push(
  '__proto__[x]=1',
  'constructor.prototype=1',
  'limit[a][b][c]=1',
  '&&=',
  'after=9999999999999999_00000000-0000-4000-8000-000000000000',
)

const partOf = (input: JsonSchema, part: string, known: Known): fc.Arbitrary<unknown> => {
  const schema = input.properties?.[part]
  return schema ? oddInput(schema, known) : fc.constant(undefined)
}
const fields = (value: unknown): [string, unknown][] => (typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** An `id` belongs to what the path, or the name of the tool, says. */
const forOne = (known: Known, of: string): Known => {
  const kind = /^\/(renders|runs)\/|_(render|run)$/.test(of) ? 'render_id' : /post/.test(of) ? 'post_id' : 'slideshow_id'
  const id = known.ids[kind] ?? ''
  return { ...known, ids: { ...known.ids, id } }
}

function oddRequest({ method, path, input, isWrite }: PublicEndpoint, { key, known: all }: Target): fc.Arbitrary<OddRequest> {
  const known = forOne(all, path)
  const params = fc.oneof({ weight: USUAL, arbitrary: partOf(input, 'params', known) }, fc.record({ id: hardText, index: hardText }))
  const body = input.properties?.['body'] ? partOf(input, 'body', known) : fc.constantFrom(undefined, {}, 'x')
  return fc
    .record({
      params,
      query: partOf(input, 'query', known),
      oddQuery: rarely(fc.constantFrom(...ODD_QUERIES), null),
      body: body.chain((value) => (value === undefined ? fc.constant(null) : brokenJson(value))),
      headers: oddHeaders,
      type: rarely(fc.constantFrom(...TYPES), 'application/json'),
      idempotencyKey: fc.oneof({ weight: USUAL, arbitrary: fc.uuid() }, fc.constantFrom(...KEYS)),
      method: rarely(fc.constantFrom(...METHODS), method),
    })
    .map((odd) => {
      const values = new Map(fields(odd.params))
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => queryValue(values.get(name) ?? 'x'))
      const query = fields(odd.query).map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${queryValue(value)}`)
      if (odd.oddQuery !== null) query.push(odd.oddQuery)
      const isWithBody = odd.body !== null && !['GET', 'HEAD'].includes(odd.method)
      return {
        method: odd.method,
        path: `${PUBLIC_API_PREFIX}${target}?${query.join('&')}`,
        headers: {
          'if-match': '"1"',
          ...odd.headers,
          authorization: `Bearer ${key.secret}`,
          ...(isWithBody && { 'content-type': odd.type }),
          ...(isWrite && { 'idempotency-key': odd.idempotencyKey }),
        },
        body: isWithBody ? odd.body : null,
      }
    })
}

const problem = expect.objectContaining({
  type: expect.stringMatching(/^urn:ninesixteen:error:/),
  title: expect.any(String),
  status: expect.any(Number),
  detail: expect.any(String),
  code: expect.any(String),
})

const errorsIn = ({ logged }: TestApp): string[] => logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)

async function expectRefusals(
  runs: number,
  target: Target,
  requests: fc.Arbitrary<OddRequest>,
  check: (answer: OddAnswer, request: OddRequest) => void,
) {
  const statuses: Record<number, number> = {}
  let sent = 0
  await fc.assert(
    fc.asyncProperty(requests, async (sentRequest) => {
      if (sent++ % 100 === 0) await forgetLimits(target)
      const answer = await send(target, sentRequest)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      expect([answer.status < 500, answer.text]).toEqual([true, expect.anything()])
      check(answer, sentRequest)
      expect(errorsIn(target.app)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
  return statuses
}

function checkProblem({ status, type, text }: OddAnswer, { method }: OddRequest): void {
  if (status < 400 || method === 'HEAD') return
  expect([type, JSON.parse(text)]).toEqual(['application/problem+json', problem])
}

async function attackApi(runs: number): Promise<void> {
  const target = await startTarget()
  const requests = fc.oneof(...publicEndpoints().map((endpoint) => oddRequest(endpoint, target)))
  const statuses = await expectRefusals(runs, target, requests, checkProblem)
  // Both sides of the check are met.
  expect([statuses[200], statuses[400]].every((count = 0) => count > runs / 20)).toBe(true)
}

interface Tool {
  name: string
  inputSchema: JsonSchema
}

async function listTools(target: Target): Promise<Tool[]> {
  const headers = {
    authorization: `Bearer ${target.key.secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const { text } = await send(target, { method: 'POST', path: MCP_PATH, headers, body: Buffer.from(JSON.stringify(listing)) })
  return (JSON.parse(text.replace(/^[^{]*/, '')) as { result: { tools: Tool[] } }).result.tools
}

const PROTOCOL = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
}

function oddCall(tools: readonly Tool[], { key, known }: Target): fc.Arbitrary<OddRequest> {
  const call = fc.oneof(
    ...tools.map(({ name, inputSchema }) => fc.record({ name: fc.constant(name), arguments: oddInput(inputSchema, forOne(known, name)) })),
    fc.record({ name: hardText, arguments: oddJson }),
  )
  const methods = [
    'tools/call',
    'tools/list',
    'server/discover',
    'initialize',
    'ping',
    'resources/list',
    'prompts/get',
    'notifications/cancelled',
    '__proto__',
  ]
  const message = fc.record(
    {
      jsonrpc: rarely<unknown>(oddJson, '2.0'),
      id: rarely<unknown>(oddJson, 1),
      method: rarely<unknown>(fc.oneof(fc.constantFrom(...methods), oddJson), 'tools/call'),
      params: fc.oneof({ weight: USUAL, arbitrary: call }, oddJson),
    },
    { requiredKeys: ['jsonrpc', 'id', 'method', 'params'] },
  )
  const accepted = 'application/json, text/event-stream'
  return fc
    .record({
      message,
      isBatch: rarely(fc.constant(true), false),
      type: rarely(fc.constantFrom(...TYPES), 'application/json'),
      accept: rarely(fc.constantFrom('*/*', 'text/html', 'application/json'), accepted),
      isCurrent: fc.boolean(),
      version: rarely(fc.constantFrom('2025-06-18', 'x', PROTOCOL), null),
      method: rarely(fc.constantFrom('PUT', 'DELETE', 'OPTIONS'), 'POST'),
      headers: oddHeaders,
    })
    .chain(({ message: { params, ...rest }, isBatch, isCurrent, version, type, accept, method, headers }) => {
      const isObject = typeof params === 'object' && params !== null
      const rpcMessage = { ...rest, params: isCurrent && isObject ? { ...params, _meta: META } : params }
      const name = isObject && 'name' in params ? params.name : undefined
      const named = (value: unknown) => isCurrent && typeof value === 'string' && /^[\w/]+$/.test(value)
      return brokenJson(isBatch ? [rpcMessage, rpcMessage] : rpcMessage).map((body) => {
        return {
          method,
          path: MCP_PATH,
          headers: {
            accept,
            ...headers,
            authorization: `Bearer ${key.secret}`,
            'content-type': type,
            'mcp-protocol-version': version ?? (isCurrent ? PROTOCOL : '2025-11-25'),
            ...(named(rest.method) && { 'mcp-method': String(rest.method) }),
            ...(named(name) && { 'mcp-name': String(name) }),
          },
          body,
        }
      })
    })
}

interface RpcAnswer {
  error?: { code: number; message: string }
  result?: { isError?: boolean; content?: { type: string; text?: string }[] }
}

const INTERNAL_ERROR = -32_603

function checkRpc({ status, type, text }: OddAnswer): void {
  if (status >= 400) expect([status, type, type.includes('json'), text]).toEqual([status, type, true, expect.stringContaining('{')])
  if (text === '') return
  const answers = type.startsWith('text/event-stream') ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data) : [text]
  for (const answer of answers) {
    for (const { error, result } of [JSON.parse(answer) as RpcAnswer | RpcAnswer[]].flat()) {
      // The library answers its own refusals of a message with that code, too.
      const isFailure = error?.code === INTERNAL_ERROR && !error.message.startsWith('[')
      expect([isFailure, error]).toEqual([false, error])
      const said = result?.isError === true ? (result.content?.[0]?.text ?? '') : '{}'
      expect(said).toMatch(/^\{|^Input validation error|^MCP error|not found/)
    }
  }
}

/** A tool waits for its render; with a full queue it is refused at once. */
async function fillRenderQueue({ key, known }: Target): Promise<void> {
  const path = `/slideshows/${known.ids['slideshow_id']}/renders`
  const add = async () => (await key.call('POST', path, { body: { type: 'pdf' } })).status
  while ((await add()) === 202);
}

async function attackMcp(runs: number): Promise<void> {
  const target = await startTarget()
  await fillRenderQueue(target)
  const statuses = await expectRefusals(runs, target, oddCall(await listTools(target), target), checkRpc)
  expect(statuses[200]).toBeGreaterThan(runs / 4)
}

describe('odd requests are refused in words, and nothing fails', () => {
  test(`${FEW} of the public API`, () => attackApi(FEW))
  test(`${FEW} of the MCP server`, () => attackMcp(FEW))
  test(`${MANY} of the public API`, { tags: ['long'], timeout: 300_000 }, () => attackApi(MANY))
  test(`${MANY} of the MCP server`, { tags: ['long'], timeout: 300_000 }, () => attackMcp(MANY))
})
