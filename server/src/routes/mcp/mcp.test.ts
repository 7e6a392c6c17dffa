import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { NewApiKey } from '@ninesixteen/shared/api/api-keys'
import { API_SCOPES } from '@ninesixteen/shared/public-api/scopes'
import { connectAgent, type ToolResult } from '../../testing/agent.ts'
import { buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide, photo, type TestApp, type TestUser } from '../../testing/app.ts'
import { buildResources } from '../../testing/public-resources.ts'
import { connectAccount, inHours, postRequest, startScheduler, targetOf } from '../../testing/scheduler.ts'
import { TOOLS } from './tools.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
})

const withScopes = (scopes: NewApiKey['scopes']) => buildApiKey(user, { scopes })
const keyed = (args: Record<string, unknown>) => ({ ...args, idempotency_key: randomUUID() })
const problemOf = ({ isError, content }: ToolResult) => [isError, (JSON.parse(content[0]?.text ?? '{}') as { code?: string }).code]

describe.each(['current', 'older'] as const)('an agent with the %s protocol', (protocol) => {
  test('reads and changes a text, and sees the change in another format', async () => {
    const project = await user.buildProject({ slides: [buildSlide('one'), buildSlide('two')] })
    const agent = await connectAgent(await buildApiKey(user), protocol)
    const listed = await agent.call('list_slideshows')
    expect(listed.structuredContent).toMatchObject({ slideshows: [{ id: project.id, slide_count: 2 }] })
    const read = await agent.call('get_slideshow', { id: project.id })
    const { slides = [] } = read.structuredContent as { slides?: Project['slides'] }
    expect(slides.map(({ id }) => id)).toEqual(project.slides.map(({ id }) => id))

    const render = await agent.call('render_slide', { id: project.id, index: 0, format: '4:5', type: 'jpeg' })
    const [image] = render.content
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/jpeg' })
    const [slide] = slides
    const [box] = slide?.textBoxes ?? []
    const edit = keyed({ id: project.id, texts: [{ slide_id: slide?.id, box_id: box?.id, text: 'changed by an agent' }] })
    const edited = await agent.call('edit_texts', edit)
    expect(edited.structuredContent).toMatchObject({ version: 2 })
    expect((await user.api<Project>('GET', `/projects/${project.id}`)).slides[0]?.textBoxes[0]?.text).toBe('changed by an agent')
    const again = await agent.call('render_slide', { id: project.id, index: 0, format: '4:5', type: 'jpeg' })
    expect(again.content[0]?.data).not.toBe(image?.data)
  })

  test('reads slideshows and the calendar as resources, within its company and scopes', async () => {
    const company = await user.buildCompany()
    const project = await user.buildProject({ title: 'attached', slides: [buildSlide('one')] })
    const account = await connectAccount(app, user, { platform: 'tumblr' })
    const targets = [targetOf('tumblr', account)]
    await user.api('POST', '/scheduled-posts', postRequest(project, { targets, scheduledTime: inHours(48), caption: 'later' }))
    await user.api('POST', '/scheduled-posts', postRequest(project, { targets, scheduledTime: inHours(24), caption: 'sooner' }))
    const agent = await connectAgent(await buildApiKey(user), protocol)
    const uri = `ninesixteen://slideshows/${project.id}`
    expect(await agent.resources()).toMatchObject([{ uri: 'ninesixteen://calendar' }, { uri, title: 'attached' }])
    expect(await agent.read(uri)).toMatchObject({ id: project.id, slides: [{ id: project.slides[0]?.id }] })
    expect(await agent.read('ninesixteen://calendar')).toMatchObject({ posts: [{ caption: 'sooner' }, { caption: 'later' }] })

    const ofCompany = await connectAgent(await buildApiKey(user, { companyId: company.id }), protocol)
    expect((await ofCompany.resources()).map((one) => one.uri)).toEqual(['ninesixteen://calendar'])
    expect(await ofCompany.read('ninesixteen://calendar')).toEqual({ posts: [] })
    await expect(ofCompany.read(uri)).rejects.toThrow(/not found/i)
    const outsider = await connectAgent(await buildApiKey(await app.buildUser()), protocol)
    await expect(outsider.read(uri)).rejects.toThrow(/not found/i)
    const reader = await connectAgent(await withScopes(['slideshows:read']), protocol)
    expect((await reader.resources()).map((one) => one.uri)).toEqual([uri])
    await expect(reader.read('ninesixteen://calendar')).rejects.toThrow(/not found/i)
    const drafter = await connectAgent(await withScopes(['posts:draft']), protocol)
    await expect(drafter.read(uri)).rejects.toThrow(/method not found/i)
  })

  test('adds a photo, renders a file and returns its URL', async () => {
    const project = await user.buildProject({ slides: [buildSlide('one')] })
    const agent = await connectAgent(await buildApiKey(user), protocol)
    const added = await agent.call('add_photo', keyed({ data: Buffer.from(await photo()).toString('base64'), filename: 'cup.jpg' }))
    expect(added.structuredContent).toMatchObject({ photo: { filename: 'cup.jpg' }, is_duplicate: false })
    const rendering = agent.call('render_slideshow', keyed({ id: project.id, type: 'pdf', format: '4:5' }))
    await expect.poll(() => app.services.runs.runDue()).toContain('slideshow-render: done')
    const { structuredContent: render } = await rendering
    expect(render).toMatchObject({ status: 'done', type: 'pdf', url: expect.stringContaining('/files/renders/') })
    expect((await agent.call('get_render', { id: render?.['id'] })).structuredContent).toMatchObject({ status: 'done' })
    const run = { id: render?.['id'], kind: 'slideshow-render', state: 'done' }
    expect((await agent.call('get_run', { id: run.id })).structuredContent).toMatchObject(run)
    expect((await agent.call('list_runs', { state: 'done' })).structuredContent).toMatchObject({ runs: [run], next: null })
    const cancelled = await agent.call('cancel_render', keyed({ id: render?.['id'] }))
    expect(cancelled.structuredContent).toMatchObject({ status: 'cancelled', url: null })
  })

  test('gets errors in plain words, with what to do', async () => {
    const agent = await connectAgent(await buildApiKey(user), protocol)
    expect(problemOf(await agent.call('get_slideshow', { id: randomUUID() }))).toEqual([true, 'NOT_FOUND'])
    const otherProject = await (await app.buildUser()).buildProject()
    expect(problemOf(await agent.call('get_slideshow', { id: otherProject.id }))).toEqual([true, 'NOT_FOUND'])
    expect(problemOf(await agent.call('render_slide', { id: otherProject.id, index: 0 }))).toEqual([true, 'NOT_FOUND'])
  })
})

describe('the tools', () => {
  test('have descriptions, annotations and a fixed order, and require an idempotency key for writes', async () => {
    const agent = await connectAgent(await buildApiKey(user))
    const { tools } = await agent.list()
    expect(tools.map(({ name }) => name)).toEqual([...Object.keys(TOOLS), 'edit_texts'])
    for (const { name, annotations, inputSchema } of tools) {
      const isWrite = annotations?.['readOnlyHint'] === false
      expect([name, JSON.stringify(inputSchema).includes('idempotency_key')]).toEqual([name, isWrite])
    }
    const reading = tools.filter(({ annotations }) => annotations?.['readOnlyHint'] === true).map(({ name }) => name)
    expect(reading).toEqual(expect.arrayContaining(['list_companies', 'check_posts', 'render_slide']))
    expect(reading).not.toContain('create_posts')
  })

  test('match the scopes of the key', async () => {
    const agent = await connectAgent(await withScopes(['posts:draft']))
    const names = (await agent.list()).tools.map(({ name }) => name)
    expect(names).toEqual(['check_posts', 'create_posts'])
    await expect(agent.call('list_slideshows')).rejects.toThrow(/list_slideshows/)
  })

  test('a key for drafts cannot schedule', async () => {
    const project = await user.buildProject()
    await connectAccount(app, user, { platform: 'tumblr' })
    const fullAgent = await connectAgent(await buildApiKey(user))
    const { accounts = [] } = (await fullAgent.call('list_accounts')).structuredContent as { accounts?: { id: string }[] }
    const target = { account_id: accounts[0]?.id, options: { blog: 'moss' } }
    const agent = await connectAgent(await withScopes(['posts:draft']))
    const request = { slideshow_id: project.id, targets: [target], scheduled_at: 'now' }
    const rejected = await agent.call('create_posts', keyed(request))
    expect(problemOf(rejected)).toEqual([true, 'API_KEY_SCOPE'])
    const draft = await agent.call('create_posts', keyed({ ...request, scheduled_at: null }))
    expect(draft.structuredContent).toMatchObject({ posts: [{ scheduled_at: null, status: 'pending' }] })
  })

  test('a write repeated with its idempotency key happens once', async () => {
    const agent = await connectAgent(await buildApiKey(user))
    const input = keyed({ title: 'made by an agent', slides: [buildSlide('one')] })
    const results = [await agent.call('create_slideshow', input), await agent.call('create_slideshow', input)]
    expect(new Set(results.map(({ structuredContent }) => structuredContent?.['id'])).size).toBe(1)
    const other = await agent.call('create_slideshow', { ...input, title: 'something else' })
    expect(problemOf(other)).toEqual([true, 'IDEMPOTENCY_KEY_REUSED'])
  })
})

test('every tool that writes answers a repeated call as the first one, whatever changed in between', async () => {
  const key = await buildApiKey(user)
  const agent = await connectAgent(key)
  const mine = await buildResources(app, user, 'mine')
  const { body } = await key.call<{ slides: Project['slides'] }>('GET', `/slideshows/${mine.slideshow}`)
  const [slide] = body.slides
  const texts = [{ slide_id: slide?.id, box_id: slide?.textBoxes[0]?.id, text: 'changed by an agent' }]
  const inputs: Record<string, Record<string, unknown>> = {
    create_slideshow: { title: 'made by an agent', slides: [buildSlide('one')] },
    edit_texts: { id: mine.slideshow, texts },
    update_slideshow: { id: mine.slideshow, etag: '"2"', title: 'renamed', slides: body.slides },
    create_posts: { slideshow_id: mine.slideshow, targets: [{ account_id: mine.account, options: { blog: 'moss' } }] },
    move_post: { id: mine.post, scheduled_at: inHours(24) },
    cancel_post: { id: mine.post },
    retry_post: { id: mine.post, scheduled_at: inHours(48) },
    cancel_render: { id: mine.render },
    cancel_run: { id: mine.render },
    add_photo: { data: Buffer.from(await photo()).toString('base64'), filename: 'cup.jpg' },
  }
  const writing = (await agent.list()).tools.flatMap(({ name, annotations }) => (annotations?.['readOnlyHint'] === false ? [name] : []))
  // These two wait for a job or a model, and have tests of their own.
  expect(writing.filter((name) => inputs[name] === undefined).toSorted()).toEqual(['generate_slideshow', 'render_slideshow'])
  for (const name of writing.filter((tool) => inputs[tool] !== undefined)) inputs[name] = keyed(inputs[name] ?? {})
  const first = new Map<string, ToolResult>()
  for (const [name, input] of Object.entries(inputs)) {
    const result = await agent.call(name, input)
    expect([name, result.isError ?? false, result.content[0]?.text]).toEqual([name, false, expect.any(String)])
    first.set(name, result)
  }
  for (const [name, input] of Object.entries(inputs)) expect([name, await agent.call(name, input)]).toEqual([name, first.get(name)])
})

test('a text edit with a used idempotency key and other texts is refused', async () => {
  const project = await user.buildProject({ slides: [buildSlide('one')] })
  const [slide] = project.slides
  const agent = await connectAgent(await buildApiKey(user))
  const textsOf = (text: string) => [{ slide_id: slide?.id, box_id: slide?.textBoxes[0]?.id, text }]
  const input = keyed({ id: project.id, texts: textsOf('first') })
  await agent.call('edit_texts', input)
  expect(problemOf(await agent.call('edit_texts', { ...input, texts: textsOf('second') }))).toEqual([true, 'IDEMPOTENCY_KEY_REUSED'])
})

describe('the MCP endpoint', () => {
  const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const post = (headers: Record<string, string>, body: unknown = initialize) =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    })

  test('requires a key, and rejects sessions and foreign origins', async () => {
    const key = await buildApiKey(user)
    for (const headers of [{}, { authorization: 'Bearer n16_none' }] as Record<string, string>[]) {
      const response = await post(headers)
      expect([response.status, response.headers.get('www-authenticate')?.startsWith('Bearer')]).toEqual([401, true])
    }
    const foreign = await post({ authorization: `Bearer ${key.secret}`, origin: 'https://evil.example' })
    expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
    await user.api('DELETE', `/api-keys/${key.id}`)
    expect((await post({ authorization: `Bearer ${key.secret}` })).status).toBe(401)
  })

  test.for([undefined, '2025-03-26'])('refuses a batch before it runs a tool (protocol version %s)', async (version) => {
    const key = await buildApiKey(user)
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'create_slideshow', arguments: keyed({ title: `made ${id}`, slides: [buildSlide('one')] }) },
    })
    const headers = { authorization: `Bearer ${key.secret}`, ...(version !== undefined && { 'mcp-protocol-version': version }) }
    for (const batch of [[call(1)], [call(1), call(2)]]) {
      const refused = await post(headers, batch)
      expect([refused.status, await refused.json()]).toMatchObject([400, { id: null, error: { code: -32_600 } }])
    }
    expect((await key.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [] })
  })

  test('says how many requests of the key are left', async () => {
    const key = await buildApiKey(user)
    const left = async () => {
      const { headers } = await post({ authorization: `Bearer ${key.secret}` })
      return ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))
    }
    const [first, second] = [await left(), await left()]
    expect(first).toEqual([120, 119, expect.any(Number)])
    expect(second).toEqual([120, 118, expect.any(Number)])
    expect(first[2]).toBeGreaterThan(0)
  })

  test('handles malformed bodies', async () => {
    const key = await buildApiKey(user)
    const malformed: unknown[] = [null, [], 'x', 7, {}, { jsonrpc: '2.0' }, [initialize, initialize], { ...initialize, method: 'no/such' }]
    malformed.push({ ...initialize, method: 'tools/call', params: { name: 'get_slideshow', arguments: { id: '__proto__' } } })
    malformed.push({ ...initialize, method: 'tools/call', params: { name: '__proto__', arguments: null } })
    for (const body of malformed) expect((await post({ authorization: `Bearer ${key.secret}` }, body)).status).toBeLessThan(500)
  })
})

test('the stdio bridge connects a local program to an instance', async () => {
  const project = await user.buildProject()
  const { secret } = await buildApiKey(user)
  const script = join(import.meta.dirname, '../../../../scripts/mcp.mjs')
  const env = { NINESIXTEEN_URL: app.url, NINESIXTEEN_API_KEY: secret }
  const client = new Client({ name: 'test', version: '1' })
  try {
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], env }))
    const { structuredContent } = (await client.callTool({ name: 'list_slideshows', arguments: {} })) as ToolResult
    expect(structuredContent).toMatchObject({ slideshows: [{ id: project.id }] })
  } finally {
    await client.close()
  }
})

test('every scope has tools', () => {
  const used = Object.values(TOOLS).flatMap(({ endpoint }) => (endpoint['~orpc'].meta as { scopes: string[] }).scopes)
  expect(API_SCOPES.filter((scope) => !used.includes(scope))).toEqual([])
})
