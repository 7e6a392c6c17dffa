import { describe, expect, test } from 'vitest'
import { PlatformError } from '../../../providers/platform-error.ts'
import { expectPlain } from '../../../testing/publishing-faults.ts'
import { INSTAGRAM } from '../../instagram/instagram.ts'
import { THREADS } from '../../threads/threads.ts'
import { readGraph } from '../response.ts'
import { createMetaWords } from './words.ts'
import { z } from 'zod'

/** Documented errors of publishing: code, subcode, and what each says of what was done. */
const DOCUMENTED: [code: number, subcode: number | undefined, kind: string][] = [
  [-1, 2207001, 'unknown'],
  [-2, 2207003, 'refused'],
  [36000, 2207004, 'refused'],
  [36001, 2207005, 'refused'],
  [24, 2207006, 'refused'],
  [24, 2207008, 'unknown'],
  [36003, 2207009, 'refused'],
  [36004, 2207010, 'refused'],
  [-2, 2207020, 'refused'],
  [352, 2207026, 'refused'],
  [9007, 2207027, 'wait'],
  [100, 2207028, 'refused'],
  [100, 2207040, 'refused'],
  [9, 2207042, 'refused'],
  [25, 2207050, 'refused'],
  [4, 2207051, 'refused'],
  [9004, 2207052, 'refused'],
  [-1, 2207082, 'unknown'],
  [10, undefined, 'refused'],
  [200, undefined, 'refused'],
  [100, undefined, 'refused'],
  [190, 463, 'account'],
  [190, undefined, 'account'],
  [4, undefined, 'wait'],
  [80002, undefined, 'wait'],
  [2, undefined, 'unknown'],
  [12345, undefined, 'unknown'],
]

async function thrownFor(code: number, subcode: number | undefined, status = 400): Promise<unknown> {
  const body = { error: { message: 'no', type: 'OAuthException', code, ...(subcode !== undefined && { error_subcode: subcode }) } }
  return readGraph(Response.json(body, { status }), z.object({})).catch((error: unknown) => error)
}

describe.each([INSTAGRAM, THREADS])('$id', (network) => {
  const words = createMetaWords(network)

  test.each(DOCUMENTED)('classifies error %i.%s as %s', async (code, subcode, kind) => {
    const outcome = words.outcome(await thrownFor(code, subcode), 'sandy')
    expect(outcome.kind).toBe(kind)
    if (outcome.kind !== 'refused') return
    expectPlain(outcome.message)
    expect(outcome.message).not.toMatch(/[{}_]|\d{4}/)
  })

  test.each(['', '2207052', '2207026', 'INVALID_ASPECT_RATIO', 'UNKNOWN'])('explains the container failure "%s" in plain words', (code) => {
    expectPlain(words.failure(code, 'sandy').problem.message)
  })

  test('retries a file that could not be downloaded, and not a rejected one', () => {
    expect(words.failure('2207052', 'sandy').retryReason).toMatch(/\.$/)
    expect(words.failure('2207009', 'sandy').retryReason).toBeNull()
  })
})

test.each([
  ['(#100) Param text must be at most 500 characters long.', '“Param text must be at most 500 characters long.”'],
  ['テキストは500文字以内で入力してください。', '“テキストは500文字以内で入力してください。”'],
])('quotes the reason of a refusal: %s', async (message, quoted) => {
  const response = Response.json({ error: { message, code: 100 } }, { status: 400 })
  const thrown: unknown = await readGraph(response, z.object({})).catch((error: unknown) => error)
  const outcome = createMetaWords(THREADS).outcome(thrown, 'sandy')
  expect(outcome).toMatchObject({
    kind: 'refused',
    code: 'invalid',
    message: expect.stringContaining(`Threads refused the post and says: ${quoted}`),
  })
  if (outcome.kind === 'refused') expectPlain(outcome.message)
})

test.each([undefined, '', 'Cannot parse THAA12345678901234567890abc', 'See https://example.com', 'x '.repeat(150)])(
  'quotes no empty, long or revealing reason: %s',
  async (message) => {
    const response = Response.json({ error: { message, code: 100 } }, { status: 400 })
    const thrown: unknown = await readGraph(response, z.object({})).catch((error: unknown) => error)
    expect(createMetaWords(THREADS).outcome(thrown, 'sandy')).toMatchObject({
      message: expect.stringMatching(/^Threads did not accept the post/),
    })
  },
)

test('shows the reason without control and bidirectional characters', async () => {
  const response = Response.json({ error: { message: 'x', error_user_msg: 'Too\nlong\u202e.', code: 100 } }, { status: 400 })
  expect(await readGraph(response, z.object({})).catch((error: unknown) => error)).toMatchObject({ words: 'Too long.' })
})

test('recognises the error of too many links by its name', async () => {
  const response = Response.json({ error: { message: 'THREADS_API__LINK_LIMIT_EXCEEDED', code: 100 } }, { status: 400 })
  const thrown: unknown = await readGraph(response, z.object({})).catch((error: unknown) => error)
  expect(createMetaWords(THREADS).outcome(thrown, 'sandy')).toMatchObject({ kind: 'refused', code: 'links' })
})

test('does not blame the account for a proxy’s page, and treats a 429 without a body as not done', async () => {
  const read = (status: number) => readGraph(new Response('<html>', { status }), z.object({})).catch((error: unknown) => error)
  expect(await read(401)).toMatchObject({ fault: 'down', sent: 'maybe' })
  expect(await read(429)).toMatchObject({ fault: 'wait', sent: 'answered' })
})

test('reads the wait in minutes from the header', async () => {
  const usage = JSON.stringify({ 178414: [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: 7 }] })
  const response = Response.json({ error: { code: 80002 } }, { status: 400, headers: { 'x-business-use-case-usage': usage } })
  const thrown: unknown = await readGraph(response, z.object({})).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(PlatformError)
  expect(thrown).toMatchObject({ fault: 'wait', retryAfterSeconds: 420 })
})
