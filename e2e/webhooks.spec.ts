import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { apiHeaders } from './driving/product.ts'
import { openProject } from './driving/projects.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { startReceiver } from './driving/webhook-receiver.ts'

test.afterEach(() => resetSandbox())

test(
  'a webhook reports a published post, signed with the secret that was shown once',
  { tag: '@long' },
  async ({ member: page, watch }) => {
    watch.expectProblem(/^HTTP 400 POST \/api\/v1\/webhooks$/)
    const receiver = await startReceiver()
    await page.goto('/settings?tab=webhooks')
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await form.getByLabel('URL').fill('ftp://example.com')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form.getByText(/^This URL cannot be used here/)).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a refused webhook')
    await form.getByLabel('URL').fill(receiver.url)
    await form.getByLabel('Name (optional)').fill('Automation')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'The signing secret' })
    const secret = (await shown.getByText(/^whsec_/).textContent()) ?? ''
    await shown.getByRole('button', { name: 'I have copied it' }).click()

    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBe(1)
    await page.getByRole('button', { name: 'Deliveries' }).click()
    await expect(page.getByText(/^Delivered .* status 200$/)).toBeVisible()
    await expect(page.getByText('Response: thanks')).toBeVisible()
    // Elsewhere, a bar covers half of some button.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a webhook with a delivery')

    await connectAccount(page, 'tumblr', 'mira')
    const projectId = await openProject(page, { title: '3 plants', slides: [{ textBoxes: [{ text: 'one' }] }] })
    const over = page.context().request
    const headers = await apiHeaders(over)
    const accounts: { accountId: string }[] = await (await over.get('/api/v1/accounts', { headers })).json()
    const reply = await over.post('/api/v1/scheduled-posts', {
      headers,
      data: {
        requestId: randomUUID(),
        targets: [{ platform: 'tumblr', accountId: accounts[0]?.accountId, options: { platform: 'tumblr', blog: 'mira-bakes' } }],
        scheduledTime: 'now',
        projectId,
        projectVersion: null,
        timeZone: 'UTC',
      },
    })
    expect(reply.status(), await reply.text()).toBe(201)
    await expect.poll(() => receiver.calls.length, { timeout: 60_000 }).toBe(2)
    const [, published] = receiver.calls
    const event = new Webhook(secret).verify(published?.body ?? '', published?.headers ?? {})
    expect(event).toMatchObject({
      type: 'post.published',
      data: { slideshowId: projectId, title: '3 plants', platform: 'tumblr', error: null },
    })

    await page.goto('/settings?tab=webhooks')
    await page.getByRole('button', { name: 'Deliveries' }).click()
    await page.getByRole('button', { name: /^Send again: post.published/ }).click()
    await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBe(3)
    expect(receiver.calls[2]?.headers['webhook-id']).toBe(published?.headers['webhook-id'])
    receiver.close()
  },
)
