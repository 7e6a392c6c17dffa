import { expect, test } from 'vitest'
import { diskHealth, mailHealth, providerHealth } from './health.ts'

const mail = { by: 'server' as const, lastSentAt: '2026-11-22T10:00:00Z', waiting: 0, refused: 0, dropped: 0, unsure: 0, lastReason: null }

test('dropped mails are "bad", refused mails need "attention"', () => {
  expect(mailHealth(mail)).toBe('good')
  expect(mailHealth({ ...mail, refused: 1 })).toBe('attention')
  expect(mailHealth({ ...mail, refused: 1, dropped: 1 })).toBe('bad')
  expect(mailHealth({ ...mail, lastSentAt: null })).toBe('none')
})

test('a disk low on space needs attention before it is full', () => {
  const disk = { size: 1e12, files: { count: 0, bytes: 0 }, database: 0 }
  expect([3 * 1024 ** 3, 1024 ** 3, 1024 ** 2].map((free) => diskHealth({ ...disk, free }))).toEqual(['good', 'attention', 'bad'])
})

test('a provider is healthy if its last call succeeded', () => {
  const [early, late] = ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z']
  const healthOf = (succeededAt: string | null, failedAt: string | null) =>
    providerHealth({ provider: 'ai', kind: 'real', succeededAt, failedAt, failure: null })
  expect([healthOf(null, null), healthOf(late, null), healthOf(late, early), healthOf(early, late), healthOf(null, late)]).toEqual([
    'none',
    'good',
    'good',
    'attention',
    'attention',
  ])
})
