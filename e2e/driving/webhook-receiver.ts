import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of a webhook. */
interface Call {
  headers: Record<string, string>
  body: string
}

/** A program that waits for webhooks. */
export async function startReceiver() {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      calls.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() })
      response.end('thanks')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls, close: () => server.close() }
}
