import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'

/** A small image of one color. */
export const drawn = (color = '#369', format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 108, height: 192, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer()

/** A host that serves what is laid under a name; a number is a status without a body. */
export async function startImageHost(): Promise<{ url: string; files: Map<string, Buffer | number>; requested: string[] }> {
  const files = new Map<string, Buffer | number>()
  const requested: string[] = []
  const server = createServer((incoming, outgoing) => {
    const name = (incoming.url ?? '').slice(1)
    requested.push(name)
    const content = files.get(name) ?? 404
    if (typeof content === 'number') outgoing.writeHead(content, { location: '/a.jpg' }).end()
    else outgoing.end(content)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, files, requested }
}
