import { expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { publicFetches } from '../http.ts'
import type { Resolve } from '../public-address.ts'
import { createChat } from './chat.ts'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }], maxTokens: 10, temperature: 0 }

/** The message for a base URL whose name resolves like this, and how often it was looked up. */
async function told(resolve: Resolve) {
  let lookups = 0
  const counted: Resolve = (hostname) => {
    lookups += 1
    return resolve(hostname)
  }
  const quiet = () => undefined
  const timeouts = { answerMs: 20_000, silenceMs: 20_000 }
  const open = publicFetches({ connectMs: 2000, stepMs: 0, resolve: counted })
  const chat = createChat(
    { baseUrl: 'https://ai.example/v1', apiKey: 'k' },
    { log: { info: quiet, warn: quiet }, timeouts, open, random: () => 1 },
  )
  const error: unknown = await chat.complete(request, new AbortController().signal).catch((thrown: unknown) => thrown)
  return error instanceof AppError ? { code: error.code, message: error.message, details: error.details, lookups } : error
}

test('whether a name leads inside or nowhere cannot be told apart', { tags: ['long'] }, async () => {
  const nowhere = await told(() => Promise.reject(new Error('no such name')))
  expect(nowhere).toMatchObject({ code: 'AI_UNREACHABLE', lookups: 3 })
  for (const address of ['10.0.0.7', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1']) {
    expect(await told(async () => [{ address, family: address.includes(':') ? 6 : 4 }])).toEqual(nowhere)
  }
})
