import { expect, test } from 'vitest'
import { startMisbehavingServer, type Send } from '../testing/misbehaving-server.ts'
import { createChat } from '../providers/openai/chat.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }], maxTokens: 10, temperature: 0 }
const responseBody = JSON.stringify({ choices: [{ message: { content: 'ready' }, finish_reason: 'stop' }] })

test('concurrency is limited per user', async () => {
  const waiting: Send[] = []
  const received = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { url } = await startMisbehavingServer(async (outgoing, send) => {
    outgoing.setHeader('content-type', 'application/json')
    const isPast = received.length === waiting.length
    waiting.push(async (bytes) => {
      await send(bytes)
      outgoing.end()
      return true
    })
    received[waiting.length - 1]?.resolve()
    if (isPast) outgoing.end(responseBody)
  })
  const quiet = () => undefined
  const timeouts = { answerMs: 20_000, silenceMs: 20_000 }
  const chat = createChat({ baseUrl: url, apiKey: null }, { log: { info: quiet, warn: quiet }, timeouts })
  const callsOf = createConcurrencyLimit(2)
  const call = (userId: string) => callsOf(userId, chat).complete(request, new AbortController().signal)
  const stream = (userId: string) => callsOf(userId, chat).stream(request, new AbortController().signal).next()

  const first = [call('anna'), call('anna')]
  await Promise.all([received[0]?.promise, received[1]?.promise])
  await expect(call('anna')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(stream('anna')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const others = call('bert')
  await received[2]?.promise
  await Promise.all(waiting.map((send) => send(responseBody)))
  await expect(Promise.all([...first, others])).resolves.toHaveLength(3)
  await expect(call('anna')).resolves.toMatchObject({ content: 'ready' })
})
