import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { expect, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { apiHeaders, productOrigin } from './driving/product.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { addCompany, openStudio } from './driving/studio.ts'
import { startReceiver } from './driving/webhook-receiver.ts'

const sandbox = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`

test.beforeEach(() => resetSandbox())
test.afterEach(() => resetSandbox())

interface ToolResult {
  isError?: boolean
  content: { type: string; text?: string; mimeType?: string; data?: string }[]
  structuredContent?: unknown
}

type Call = <T = unknown>(name: string, args?: Record<string, unknown>) => Promise<T>

/** An agent with a key that may draft but not schedule. */
async function startAgent(
  page: Page,
): Promise<{ call: Call; look(args: Record<string, unknown>): Promise<ToolResult>; close(): Promise<void> }> {
  const { request } = page.context()
  const scopes = ['slideshows:read', 'slideshows:write', 'accounts:read', 'posts:read', 'posts:draft']
  const reply = await request.post('/api/v1/api-keys', {
    headers: await apiHeaders(request),
    data: { name: 'Agent', scopes, companyId: null, days: 7 },
  })
  expect(reply.status(), await reply.text()).toBeLessThan(300)
  const { secret } = (await reply.json()) as { secret: string }
  const client = new Client({ name: 'journey', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', productOrigin()), { requestInit: { headers } }))
  const use = async (name: string, args: Record<string, unknown>) => (await client.callTool({ name, arguments: args })) as ToolResult
  return {
    async call<T>(name: string, args = {}) {
      const result = await use(name, args)
      expect(result.isError, `${name}: ${result.content[0]?.text}`).not.toBe(true)
      return result.structuredContent as T
    },
    look: (args) => use('render_slide', args),
    close: () => client.close(),
  }
}

/** Returns the secret with which its calls are signed. */
async function addWebhook(page: Page, url: string): Promise<string> {
  const { request } = page.context()
  const data = { name: 'Agent', url, events: ['post.published', 'post.failed'] }
  const reply = await request.post('/api/v1/webhooks', { headers: await apiHeaders(request), data })
  expect(reply.status(), await reply.text()).toBe(201)
  return ((await reply.json()) as { secret: string }).secret
}

test(
  'an agent creates a slideshow and drafts it to three networks, and its user publishes it',
  { tag: '@long' },
  async ({ member: page }) => {
    test.setTimeout(180_000)
    await openStudio(page)
    await addCompany(page, { name: 'Dawn Roast', description: 'A small coffee roaster.' })
    for (const network of ['tumblr', 'instagram', 'threads'] as const) await connectAccount(page, network, 'sandy')
    const receiver = await startReceiver()
    const secret = await addWebhook(page, receiver.url)
    const events = () => receiver.calls.map(({ body, headers }) => new Webhook(secret).verify(body, headers))
    const agent = await startAgent(page)

    const slideshow = await test.step('generates, looks and corrects a text', async () => {
      const { companies } = await agent.call<{ companies: { id: string; name: string }[] }>('list_companies')
      const company = companies.find(({ name }) => name === 'Dawn Roast')
      const order = { topic: '3 things to do before breakfast', slide_count: 3, company_id: company?.id, idempotency_key: randomUUID() }
      const { slideshow_id: id } = await agent.call<{ slideshow_id: string }>('generate_slideshow', order)
      await expect
        .poll(async () => (await agent.call<{ status: string }>('get_generation', { id })).status, { timeout: 60_000 })
        .toBe('done')
      const read = await agent.call<{ slides: { id: string; textBoxes: { id: string }[] }[] }>('get_slideshow', { id })
      const [slide] = read.slides
      const before = await agent.look({ id, index: 0, format: '4:5', type: 'jpeg' })
      expect(before.content[0]).toMatchObject({ type: 'image', mimeType: 'image/jpeg' })
      const texts = [{ slide_id: slide?.id, box_id: slide?.textBoxes[0]?.id, text: 'before the first cup' }]
      await agent.call('edit_texts', { id, texts, idempotency_key: randomUUID() })
      const after = await agent.look({ id, index: 0, format: '4:5', type: 'jpeg' })
      expect(after.content[0]?.data).not.toBe(before.content[0]?.data)
      return id
    })

    await test.step('drafts to three accounts, each call repeated as after a lost answer', async () => {
      const { accounts } = await agent.call<{ accounts: { id: string; platform: string; username: string }[] }>('list_accounts')
      const targets = accounts.map(({ id, platform, username }) => ({
        account_id: id,
        options: { ...(platform === 'instagram' && { format: '4:5' }), ...(platform === 'tumblr' && { blog: username }) },
      }))
      const order = { slideshow_id: slideshow, targets, caption: 'made by an agent', idempotency_key: randomUUID() }
      const first = await agent.call<{ posts: { id: string; scheduled_at: string | null }[] }>('create_posts', order)
      for (let again = 0; again < 2; again += 1) expect(await agent.call('create_posts', order)).toEqual(first)
      expect(first.posts.map(({ scheduled_at: at }) => at)).toEqual([null, null, null])
      const live: { posts: unknown[] } = await (await fetch(`${sandbox}/_control/live`)).json()
      expect(live.posts).toEqual([])
    })
    await agent.close()

    await test.step('the user publishes them', async () => {
      const { request } = page.context()
      const { posts }: { posts: { id: string; status: string }[] } = await (await request.get('/api/v1/scheduled-posts')).json()
      expect(posts).toHaveLength(3)
      for (const { id } of posts) {
        await page.goto(`/post_scheduler?post=${id}`)
        await page.getByRole('button', { name: 'Post now' }).click()
        await page.getByRole('dialog', { name: 'Post now?' }).getByRole('button', { name: 'Post now' }).click()
        await expect(page.getByRole('dialog', { name: 'Post now?' })).toBeHidden()
      }
      await expect.poll(() => events().length, { timeout: 120_000 }).toBe(3)
    })
    expect(events()).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ type: 'post.published' })))
    receiver.close()
    const { posts: live }: { posts: { platform: string }[] } = await (await fetch(`${sandbox}/_control/live`)).json()
    expect(live.map(({ platform }) => platform).toSorted()).toEqual(['instagram', 'threads', 'tumblr'])
  },
)
