import { expect, test } from 'vitest'
import { isFiltered, readAddress, writeAddress, type SchedulerAddress } from './address.ts'

const whole: SchedulerAddress = {
  view: 'week',
  day: '2026-11-24',
  post: '00000000-0000-4000-8000-000000000001',
  filter: { platform: 'tumblr', accountId: 'someone', companyId: '00000000-0000-4000-8000-000000000002', status: 'failed' },
}

test('an address is read back as it was written', () => {
  expect(readAddress(writeAddress(new URLSearchParams(), whole))).toEqual(whole)
})

test('an empty address shows the current month, unfiltered', () => {
  const empty = readAddress(new URLSearchParams())
  expect(empty).toEqual({ view: 'month', day: null, post: null, filter: {} })
  expect(isFiltered(empty.filter)).toBe(false)
})

test('invalid parameters are ignored', () => {
  const search = new URLSearchParams('view=year&day=2026-02-30&post=../x&platform=elsewhere&status=lost&company=1&account=')
  expect(readAddress(search)).toEqual({ view: 'month', day: null, post: null, filter: {} })
})

test('a change keeps other parameters, and defaults are omitted', () => {
  const before = writeAddress(new URLSearchParams('other=1'), whole)
  expect(String(writeAddress(before, { view: 'month', post: null, filter: { status: 'failed' } }))).toBe(
    'other=1&day=2026-11-24&status=failed',
  )
})
