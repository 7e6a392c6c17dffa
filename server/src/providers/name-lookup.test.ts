import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createNameLookup } from './name-lookup.ts'

/** A name server that answers each question for an IPv4 address with these, or with silence. */
async function nameServer(addresses: number[][] | null): Promise<string> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  socket.on('message', (question, { port, address }) => {
    if (!addresses) return
    const end = question.indexOf(0, 12) + 5
    const isV4 = question.readUInt16BE(end - 4) === 1
    const known = isV4 ? addresses : []
    const head = Buffer.from(question.subarray(0, end))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(known.length, 6)
    head.writeUInt16BE(0, 10)
    const records = known.map((bytes) => Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...bytes]))
    socket.send(Buffer.concat([head, ...records]), port, address)
  })
  return `127.0.0.1:${socket.address().port}`
}

test('all addresses of a name are given', async () => {
  const server = await nameServer([
    [203, 0, 113, 9],
    [10, 0, 0, 1],
  ])
  expect(await createNameLookup({ servers: [server] })('ai.example')).toEqual([
    { address: '203.0.113.9', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ])
})

test('a name without one, and a name server that never answers, are the same in the end', async () => {
  for (const server of [await nameServer([]), await nameServer(null)]) {
    await expect(createNameLookup({ servers: [server], timeoutMs: 100 })('ai.example')).rejects.toThrow('The name has no address')
  }
})
