import { type LogEntry, OPERATOR_ACTIONS } from '@ninesixteen/shared/api/operator'
import { expect, test } from 'vitest'
import { logEntryText } from './operator-log.tsx'

const entry = (action: string, rest: Partial<LogEntry> = {}): LogEntry => ({
  id: 1,
  at: '2026-11-22T10:00:00Z',
  action,
  actor: 'boss@example.org',
  target: 'ann@example.org',
  detail: {},
  ...rest,
})

test('every action is a sentence that names its target', () => {
  for (const action of OPERATOR_ACTIONS) {
    if (action === 'change-setting') continue
    expect(logEntryText(entry(action))).toMatch(/^[A-Z].* .*ann@example\.org/)
  }
  expect(logEntryText(entry('of-a-later-version'))).toBe('of-a-later-version ann@example.org')
})

test('a changed setting names its value', () => {
  const set = (target: string, value: string | number | null) => logEntryText(entry('change-setting', { target, detail: { value } }))
  expect(set('signUp', 'invited')).toBe('Set sign-up to by invitation')
  expect(set('signUp', null)).toBe('Set sign-up back to the environment’s value')
  expect(set('dailyTokens', 250_000)).toBe('Set AI tokens a day to 250,000')
  expect(set('storageQuota', 1024 ** 3)).toBe('Set storage per user to 1 GB')
  expect(set('storageQuota', null)).toBe('Set storage per user back to the environment’s value')
})
