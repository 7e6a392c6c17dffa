import { expect, test } from 'vitest'
import { z } from 'zod'
import type { PlatformError } from '../../providers/platform-error.ts'
import { readEnvelope } from './response.ts'

const HEADERS = { 'x-ratelimit-perhour-remaining': '12', 'x-ratelimit-perhour-reset': '1800' }

const failure = (status: number, headers: Record<string, string>): Promise<PlatformError> =>
  readEnvelope(new Response(JSON.stringify({ meta: { status } }), { status, headers }), z.unknown()).then(
    () => Promise.reject(new Error('It was accepted')),
    (error: PlatformError) => error,
  )

test.each([
  { status: 429, headers: HEADERS, seconds: 1800 },
  { status: 503, headers: HEADERS, seconds: null },
  { status: 503, headers: { ...HEADERS, 'retry-after': '20' }, seconds: 20 },
  { status: 403, headers: HEADERS, seconds: null },
])('the reset of a rate limit is the wait after 429 alone: $status', async ({ status, headers, seconds }) => {
  expect((await failure(status, headers)).retryAfterSeconds).toBe(seconds)
})
