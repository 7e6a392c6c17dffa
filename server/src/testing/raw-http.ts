import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawRequest {
  socket: Socket
  /** The response so far. */
  text(): string
  /** Resolves with the status once the response begins; rejects if the connection ends first. */
  status: Promise<number>
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>
}

/** Sends exactly these lines, for requests that no HTTP client would send. */
export function sendRaw(url: string, lines: readonly string[], body: string | Buffer = ''): RawRequest {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let received = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const status = new Promise<number>((resolve, reject) => {
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1')
      const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? []
      if (code !== undefined) resolve(Number(code))
    })
    // A reset connection counts as closed.
    socket.on('error', () => undefined)
    void closed.then(() => reject(new Error(`The connection was closed after: ${received}`)))
  })
  status.catch(() => undefined)
  onTestFinished(() => void socket.destroy())
  const [first = '', ...headers] = lines
  const named = headers.some((line) => /^host:/i.test(line)) ? headers : [`host: ${host}`, ...headers]
  socket.write(`${[first, ...named].join('\r\n')}\r\n\r\n`)
  if (body.length > 0) socket.write(body)
  return { socket, text: () => received, status, closed }
}
