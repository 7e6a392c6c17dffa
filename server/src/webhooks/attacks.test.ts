import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import { unusedUrl } from '../testing/raw-server.ts'
import { startWebhookReceiver } from '../testing/webhook-receiver.ts'
import { deliverWebhooks } from './deliver.ts'

const PRIVATE = ['http://example.com/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0177.0.0.1/', 'https://[::ffff:127.0.0.1]/']
PRIVATE.push('https://169.254.169.254/latest/meta-data/', 'https://a:b@example.com/', 'https://localhost:5432/', 'file:///etc/passwd')

test('rejects private URLs for new and existing webhooks', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const content = { name: 'n8n', events: ['post.published'] }
  const { webhook } = await user.api<{ webhook: { id: string } }>('POST', '/webhooks', { ...content, url: 'https://example.com/hook' })
  for (const url of PRIVATE) {
    for (const [method, path] of [
      ['POST', '/api/v1/webhooks'],
      ['PATCH', `/api/v1/webhooks/${webhook.id}`],
    ] as const) {
      const { status, body } = await user.call(method, path, { ...content, url })
      expect([method, url, status, body]).toMatchObject([method, url, 400, { error: { code: 'WEBHOOK_URL_REFUSED' } }])
    }
  }
  expect(await user.api('GET', '/webhooks')).toMatchObject([{ url: 'https://example.com/hook' }])
})

test('never logs secrets, signatures or URLs, whatever the endpoint responds', async () => {
  const app = await startTestApp({ webhooks: { allowPrivate: true }, logLevel: 'debug' })
  const user = await app.buildUser()
  const receiver = await startWebhookReceiver()
  receiver.answerWith((response) => response.writeHead(500).end('canary-of-the-answer'))
  const token = randomUUID()
  const secrets = [token, 'canary-of-the-answer']
  for (const address of [receiver.url, await unusedUrl()]) {
    const url = `${address}/hook?token=${token}`
    const created = await user.api<{ webhook: { id: string }; secret: string }>('POST', '/webhooks', {
      name: 'n8n',
      url,
      events: ['post.published'],
    })
    const rotated = await user.api<{ secret: string }>('POST', `/webhooks/${created.webhook.id}/secret`)
    secrets.push(created.secret.slice(6), rotated.secret.slice(6))
    await user.api('POST', `/webhooks/${created.webhook.id}/test`)
  }
  await deliverWebhooks(app.services, { signal: new AbortController().signal, soonSeconds: 0 })
  const [received] = receiver.received
  secrets.push(
    ...String(received?.headers['webhook-signature'])
      .split(' ')
      .map((signature) => signature.slice(3)),
  )
  expect(secrets).toHaveLength(8)
  expect(app.logged.length).toBeGreaterThan(5)
  expect(secrets.filter((secret) => app.logged.join('\n').includes(secret))).toEqual([])
})
