import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedWebhook {
  path: string
  id: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** How it answers from now on. */
  answerWith(answer: (response: ServerResponse, webhook: ReceivedWebhook) => void): void
}

/** A user's endpoint on this machine; answers 204 at first. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let answer = (response: ServerResponse, _webhook: ReceivedWebhook): unknown => response.writeHead(204).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { headers, url: path = '' } = request
      const webhook = { path, id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) as ReceivedWebhook['event'] }
      received.push(webhook)
      answer(response, webhook)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (wanted) => {
      answer = wanted
    },
  }
}
