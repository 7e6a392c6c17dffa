import { expect, test } from 'vitest'
import { isFiltered, readAddress, writeAddress, type SchedulerAddress } from './address.ts'

const complete: SchedulerAddress = {
  view: 'week',
  day: '2026-11-24',
  post: '00000000-0000-4000-8000-000000000001',
  filter: { platform: 'tumblr', accountId: 'someone', companyId: '00000000-0000-4000-8000-000000000002', status: 'failed' },
}

test('readAddress restores what writeAddress wrote', () => {
  expect(readAddress(writeAddress(new URLSearchParams(), complete))).toEqual(complete)
})

test('an empty query string shows the current month, unfiltered', () => {
  const empty = readAddress(new URLSearchParams())
  expect(empty).toEqual({ view: 'month', day: null, post: null, filter: {} })
  expect(isFiltered(empty.filter)).toBe(false)
})

test('readAddress ignores invalid parameters', () => {
  const search = new URLSearchParams('view=year&day=2026-02-30&post=../x&platform=elsewhere&status=lost&company=1&account=')
  expect(readAddress(search)).toEqual({ view: 'month', day: null, post: null, filter: {} })
})

test('writeAddress keeps other parameters and omits defaults', () => {
  const previous = writeAddress(new URLSearchParams('other=1'), complete)
  expect(String(writeAddress(previous, { view: 'month', post: null, filter: { status: 'failed' } }))).toBe(
    'other=1&day=2026-11-24&status=failed',
  )
})
