// Receives webhooks, and refuses what Ninesixteen didn't sign. Needs Node 24.
// WEBHOOK_SECRET=whsec_... PORT=8080 node webhook.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env
const TOLERANCE_SECONDS = 300

/** Whether the body is signed with the secret, and the attempt is recent. `body` is what arrived: parsing it first changes its bytes. */
function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE_SECONDS)) return false
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.`)
    .update(body)
    .digest()
  // Two during a rotation of the secret.
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (!isSigned(request.headers, body)) return response.writeHead(401).end()
    response.writeHead(204).end()
    // An event can arrive twice. Store its id, and ignore one that you know.
    const { type } = JSON.parse(body.toString()) as { type: string }
    console.log(`${type} ${String(request.headers['webhook-id'])}`)
  })
}).listen(Number(PORT), () => console.log('Waiting for webhooks'))
