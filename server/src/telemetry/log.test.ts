import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createLogThrottle, createLog } from './log.ts'

type Log = ReturnType<typeof createLog>

function logged(write: (log: Log) => void): { text: string; line: Record<string, unknown> } {
  let text = ''
  write(createLog('info', { write: (chunk) => void (text += chunk) }))
  return { text, line: JSON.parse(text) as Record<string, unknown> }
}

test('a failed query is logged without its values', () => {
  const cause = Object.assign(new Error('could not extend file: No space left on device'), {
    code: '53100',
    detail: 'Key (token)=(s3cret) ...',
  })
  const error = new DrizzleQueryError('insert into "sessions" ("token") values ($1)', ['s3cret', 'two\nlines of s3cret'], cause)
  const { text, line } = logged((log) => log.error({ err: error, requestId: 'r1' }, 'A request failed'))
  expect(text).not.toContain('s3cret')
  expect(line).toMatchObject({
    requestId: 'r1',
    msg: 'A request failed',
    err: {
      message: 'Failed query: insert into "sessions" ("token") values ($1)',
      cause: { code: '53100', message: 'could not extend file: No space left on device' },
    },
  })
  expect(text).toContain('log.test.ts')
})

test('secret fields are redacted by name', () => {
  const { text } = logged((log) =>
    log.info({ account: { accessToken: 's3cret', headers: { cookie: 's3cret' } }, apiKey: 's3cret' }, 'linked'),
  )
  expect(text).not.toContain('s3cret')
})

test('a thrown value that is no Error is logged as it is', () => {
  expect(logged((log) => log.error({ err: 'out of luck' })).line).toMatchObject({ err: 'out of luck' })
})

test('query values are redacted wherever an error is logged', () => {
  const error = new DrizzleQueryError('select * from "sessions" where "token" = $1', ['s3cret'], new Error('Connection terminated'))
  const wrapped = new Error('Failed to get session', { cause: error })
  for (const write of [
    (log: Log) => log.error({ details: [error, { error: wrapped }] }, 'asked in vain'),
    (log: Log) => log.warn({ reason: error.message }, 'asked in vain'),
    (log: Log) => log.error(error),
    (log: Log) => log.error(`asked in vain: ${error.message}`),
  ]) {
    const { text } = logged(write)
    expect(text).not.toContain('s3cret')
    expect(text).toContain('Failed query')
  }
})

test('a value that the database could not parse is redacted', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "s3cret "and" more"'), { code: '22P02' })
  const { text, line } = logged((log) => log.error({ err: new DrizzleQueryError('select $1::uuid', ['s3cret'], error) }))
  expect(text).not.toContain('s3cret')
  expect(line).toMatchObject({ err: { cause: { message: 'invalid input syntax for type uuid: "..."' } } })
})

test('long texts are truncated', () => {
  const { text } = logged((log) => log.error({ details: ['x'.repeat(1_000_000)], url: 'y'.repeat(1_000_000) }, 'z'.repeat(1_000_000)))
  expect(text.length).toBeLessThan(15_000)
})

test('the length of a line is limited for messages, fields and errors', () => {
  const long = 'x'.repeat(4_000_000)
  const error = Object.assign(new Error(`Invalid callbackURL: ${long}`, { cause: Object.assign(new Error(long), { code: long }) }), {
    name: long,
  })
  error.stack = long
  for (const write of [
    (log: Log) => log.error(`Invalid callbackURL: ${long}`),
    (log: Log) => log.error({ err: error }, long),
    (log: Log) => log.error(error),
    (log: Log) => log.error({ err: long, path: `/${long}` }, 'request'),
    (log: Log) =>
      log.info({ details: [long, { [long]: long, deep: { deep: { deep: { deep: { deep: long } } } } }, Array(100).fill(long)] }, 'x'),
    (log: Log) => log.info({ details: Array(20).fill(Array(20).fill(error)), more: Array(20).fill(Array(20).fill(long)) }, 'x'),
  ])
    expect(logged(write).text.length).toBeLessThan(100_000)
  expect(logged((log) => log.info({ a: [1, { b: 'c' }] }, 'said')).line).toMatchObject({ a: [1, { b: 'c' }], msg: 'said' })
})

test('repeated errors are logged a few times and then counted', () => {
  const entries: Record<string, unknown>[] = []
  const log = createLog('info', { write: (chunk) => void entries.push(JSON.parse(chunk) as Record<string, unknown>) })
  for (let at = 0; at < 3000; at += 1) log.error({ requestId: `r${at}`, err: new Error('connect ECONNREFUSED') }, 'A request failed')
  expect(entries).toHaveLength(10)
  log.error({ err: new Error('something else') }, 'A request failed')
  for (let at = 0; at < 20; at += 1) log.info('request')
  expect(entries).toHaveLength(31)
})

test('a repeated line is logged again later with the number of suppressed ones', () => {
  let now = 0
  const throttle = createLogThrottle(() => now)
  const results = Array.from({ length: 15 }, () => throttle('a'))
  expect(results).toEqual([...Array<number>(10).fill(0), null, null, null, null, null])
  expect(throttle('b')).toBe(0)
  now = 10_000
  expect([throttle('a'), throttle('a')]).toEqual([5, 0])
})

describe('the readable format', () => {
  function plain(write: (log: Log) => void): string {
    let text = ''
    write(createLog('debug', { write: (chunk) => void (text += chunk) }, 'plain'))
    return text
  }

  test('prints time, level, message and fields', () => {
    expect(plain((log) => log.info({ method: 'GET', ms: 3, path: '/a b' }, 'request'))).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {2}request method=GET ms=3 path="\/a b"\n$/,
    )
  })

  test('indents an error with its causes and without query values', () => {
    const cause = Object.assign(new Error('could not extend file'), { code: '53100' })
    const text = plain((log) => log.error({ err: new DrizzleQueryError('select $1', ['s3cret'], cause) }, 'A request failed'))
    const [head, ...rest] = text.trimEnd().split('\n')
    expect(head).toMatch(/ ERROR A request failed$/)
    expect(rest.every((line) => line.startsWith('    '))).toBe(true)
    expect(text).toContain('Failed query: select $1')
    expect(text).toContain('53100 Error: could not extend file')
    expect(text).not.toContain('s3cret')
  })

  test('redacts secrets, and escapes line breaks and control characters', () => {
    const forged = 'x\n2026-01-01T00:00:00.000Z ERROR forged\u001b[2J\u2028y'
    const text = plain((log) => {
      log.warn({ apiKey: 's3cret', account: { accessToken: 's3cret' }, path: forged }, forged)
      log.error(new Error(forged))
    })
    expect(text).not.toContain('s3cret')
    expect(text).not.toMatch(/^2026-01-01/m)
    expect(text).not.toMatch(/[\u001b\u2028]/)
  })
})
