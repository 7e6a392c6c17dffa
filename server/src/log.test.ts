import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): { text: string; line: Record<string, unknown> } {
  let text = ''
  write(createLog('info', { write: (chunk) => void (text += chunk) }))
  return { text, line: JSON.parse(text) as Record<string, unknown> }
}

test('a failed query is told without its values', () => {
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

test('secrets are cut out by their names', () => {
  const { text } = logged((log) =>
    log.info({ account: { accessToken: 's3cret', headers: { cookie: 's3cret' } }, apiKey: 's3cret' }, 'linked'),
  )
  expect(text).not.toContain('s3cret')
})

test('what was thrown without being an error is told as it is', () => {
  expect(logged((log) => log.error({ err: 'out of luck' })).line).toMatchObject({ err: 'out of luck' })
})
