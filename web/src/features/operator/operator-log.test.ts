import { type LogEntry, OPERATOR_ACTIONS } from '@ninesixteen/shared/api/operator'
import { expect, test } from 'vitest'
import { logEntryText } from './operator-log.tsx'

const entry = (action: string, overrides: Partial<LogEntry> = {}): LogEntry => ({
  id: 1,
  at: '2026-11-22T10:00:00Z',
  action,
  actor: 'boss@example.org',
  target: 'ann@example.org',
  detail: {},
  ...overrides,
})

test('logEntryText names the target of every action', () => {
  for (const action of OPERATOR_ACTIONS) {
    if (action === 'change-setting') continue
    expect(logEntryText(entry(action))).toMatch(/^[A-Z].* .*ann@example\.org/)
  }
  expect(logEntryText(entry('of-a-later-version'))).toBe('of-a-later-version ann@example.org')
})

test('logEntryText names the value of a changed setting', () => {
  const settingText = (target: string, value: string | number | null) =>
    logEntryText(entry('change-setting', { target, detail: { value } }))
  expect(settingText('signUp', 'invited')).toBe('Set sign-up to by invitation')
  expect(settingText('signUp', null)).toBe('Set sign-up back to the environment’s value')
  expect(settingText('dailyTokens', 250_000)).toBe('Set AI tokens a day to 250,000')
  expect(settingText('storageQuota', 1024 ** 3)).toBe('Set storage per user to 1 GB')
  expect(settingText('storageQuota', null)).toBe('Set storage per user back to the environment’s value')
})
