import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** How one SMTP conversation goes; `well` accepts the mail. */
export type SmtpBehavior =
  | 'away'
  | 'busy'
  | 'silent from the start'
  | 'sender unwelcome for now'
  | 'address unwelcome for now'
  | 'dies in the middle of the mail'
  | 'takes the mail and dies'
  | 'takes the mail and falls silent'
  | 'well'

export interface FaultyMailServer {
  url: string
  /** Subjects of accepted mails, including those whose acceptance was never reported. */
  taken: string[]
  /** Behaviors of the next conversations, in order. */
  behaviors: SmtpBehavior[]
}

const later = (responseCode: number): Error => Object.assign(new Error('Try again later'), { responseCode })

/** A real mail server whose conversations fail in the given order, and succeed afterwards. */
export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  const state: Omit<FaultyMailServer, 'url'> = { taken: [], behaviors: [] }
  const behaviors = new Map<string, SmtpBehavior>()
  const sockets = new Set<Socket>()
  const cut = (): void => sockets.forEach((socket) => socket.destroy())
  const take = (stream: SMTPServerDataStream, taken: () => void): void => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      state.taken.push(/^Subject: (.*)$/m.exec(Buffer.concat(pieces).toString('utf8'))?.[1]?.trim() ?? '')
      taken()
    })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect({ id }, done) {
      const behavior = state.behaviors.shift() ?? 'well'
      behaviors.set(id, behavior)
      if (behavior === 'away') cut()
      else if (behavior === 'busy') done(later(421))
      else if (behavior !== 'silent from the start') done()
    },
    onMailFrom: (_address, { id }, done) => done(behaviors.get(id) === 'sender unwelcome for now' ? later(451) : null),
    onRcptTo: (_address, { id }, done) => done(behaviors.get(id) === 'address unwelcome for now' ? later(450) : null),
    onData(stream, { id }, done) {
      const behavior = behaviors.get(id)
      if (behavior === 'dies in the middle of the mail') return void stream.once('data', cut)
      take(stream, () => {
        if (behavior === 'takes the mail and dies') cut()
        else if (behavior !== 'takes the mail and falls silent') done()
      })
    },
  })
  // Connections that the server cut itself are expected.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(async () => {
    cut()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return Object.assign(state, { url: `smtp://127.0.0.1:${address.port}` })
}
