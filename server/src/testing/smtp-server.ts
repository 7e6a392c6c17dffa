import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Action at a step: reply with this line, or drop the connection. */
export type SmtpStep = string | 'cut'

/** Faults by step. `DATA` is the command before the mail, `END` the dot after it. */
export type SmtpFaults = Partial<Record<'GREETING' | 'MAIL' | 'RCPT' | 'DATA' | 'END', SmtpStep>>

export interface SmtpServer {
  url: string
  faults: SmtpFaults
  /** Accepted mails as received, including those whose acceptance was never reported. */
  taken: { to: string; text: string }[]
  /** Number of connections so far. */
  connections(): number
}

const ANSWERS = { GREETING: '220 test', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on', END: '250 taken' }

/** A mail server that accepts mails, or fails at the steps a test names. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const state: Omit<SmtpServer, 'url' | 'connections'> = { faults: {}, taken: [] }
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, state)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { url: `smtp://127.0.0.1:${port}`, connections: () => connections })
}

function converse(socket: Socket, state: Pick<SmtpServer, 'faults' | 'taken'>): void {
  let [text, to, isMail] = ['', '', false]
  const say = (step: keyof typeof ANSWERS): boolean => {
    const answer = state.faults[step] ?? ANSWERS[step]
    if (answer === 'cut') socket.destroy()
    else socket.write(`${answer}\r\n`)
    return answer === ANSWERS[step]
  }
  say('GREETING')
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    for (;;) {
      const end = text.indexOf(isMail ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = text.slice(0, end)
      text = text.slice(end + (isMail ? 5 : 2))
      if (isMail) {
        isMail = false
        // A cut here comes after acceptance, which is then never reported.
        if (!state.faults.END || state.faults.END === 'cut') state.taken.push({ to, text: line })
        say('END')
      } else if (/^EHLO/i.test(line)) socket.write('250-test\r\n250 8BITMIME\r\n')
      else if (/^MAIL/i.test(line)) say('MAIL')
      else if (/^RCPT/i.test(line)) {
        to = /<([^>]*)>/.exec(line)?.[1] ?? ''
        say('RCPT')
      } else if (/^DATA/i.test(line)) isMail = say('DATA')
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    }
  })
}
