import { expect, test } from 'vitest'
import type { AccountPostingTimes } from '@ninesixteen/shared/api/posting-times'
import { startTestApp } from '../../testing/app.ts'
import { insertAccount, insertPost } from '../../testing/seeded-posts.ts'

const MORNINGS = [
  { weekday: 1, time: '09:00' },
  { weekday: 0, time: '09:00' },
]

async function startWithAccount() {
  const app = await startTestApp()
  const user = await app.buildUser()
  return { app, user, account: await insertAccount(app, user) }
}

interface Next {
  id: string
  times: string[]
}

test('replaces the weekly times of an account', async () => {
  const { app, user, account } = await startWithAccount()
  const put = (slots: unknown[]) => user.api<AccountPostingTimes>('PUT', `/posting-slots/${account.id}`, { zone: 'Europe/Berlin', slots })
  expect(await user.api('GET', '/posting-slots')).toEqual([])
  await put([...MORNINGS, ...MORNINGS])
  const slots = { id: account.id, platform: 'tiktok', accountId: account.accountId, zone: 'Europe/Berlin' }
  expect(await user.api('GET', '/posting-slots')).toEqual([{ ...slots, slots: MORNINGS.toReversed() }])
  expect(await put([{ weekday: 6, time: '23:59' }])).toEqual({ ...slots, slots: [{ weekday: 6, time: '23:59' }] })
  await put([])
  expect(await user.api('GET', '/posting-slots')).toEqual([])
  const other = await app.buildUser()
  expect((await other.call('PUT', `/api/v1/posting-slots/${account.id}`, { zone: 'UTC', slots: [] })).status).toBe(404)
})

test('returns the next free slots by the wall clock of the zone', async () => {
  const { app, user, account } = await startWithAccount()
  const second = await insertAccount(app, user)
  await user.api('PUT', `/posting-slots/${account.id}`, { zone: 'Europe/Berlin', slots: MORNINGS })
  const next = (query: string) =>
    user.api<Next[]>('GET', `/posting-slots/next?ids[0]=${account.id}&ids[1]=${second.id}&after=2027-03-22T00:00:00Z&${query}`)
  // March 28, 2027: daylight saving time begins in Berlin.
  const times = ['2027-03-22T08:00:00.000Z', '2027-03-28T07:00:00.000Z', '2027-03-29T07:00:00.000Z']
  const [own, others] = await next('count=3')
  expect([own, others]).toMatchObject([
    { id: account.id, times },
    { id: second.id, times: [] },
  ])
  const { accountId } = account
  const nearbyPost = await insertPost(app, user, { accountId, scheduledTime: new Date('2027-03-28T07:10:00Z') })
  await insertPost(app, user, { accountId, scheduledTime: new Date('2027-03-22T08:00:00Z'), status: 'failed' })
  await insertPost(app, user, { accountId: second.accountId, scheduledTime: new Date('2027-03-29T07:00:00Z') })
  expect((await next('count=2'))[0]?.times).toEqual([times[0], times[2]])
  expect((await next('count=2&apartMinutes=5'))[0]?.times).toEqual([times[0], times[1]])
  expect((await next(`count=2&moving[0]=${nearbyPost.id}`))[0]?.times).toEqual([times[0], times[1]])
})

test('offers no past slot', async () => {
  const { user, account } = await startWithAccount()
  await user.api('PUT', `/posting-slots/${account.id}`, { zone: 'UTC', slots: MORNINGS })
  const [next] = await user.api<Next[]>('GET', `/posting-slots/next?ids[0]=${account.id}&after=2020-01-01T00:00:00Z`)
  expect(Date.parse(next?.times[0] ?? '')).toBeGreaterThan(Date.now())
})

test('rejects invalid zones, times and accounts', async () => {
  const { user, account } = await startWithAccount()
  const put = (body: unknown) => user.call<{ error: { code: string } }>('PUT', `/api/v1/posting-slots/${account.id}`, body)
  expect(await put({ zone: 'Europe/Atlantis', slots: [] })).toMatchObject({ status: 400, body: { error: { code: 'TIME_ZONE_UNKNOWN' } } })
  expect((await put({ zone: 'UTC', slots: [{ weekday: 7, time: '09:00' }] })).status).toBe(400)
  expect((await put({ zone: 'UTC', slots: [{ weekday: 1, time: '24:00' }] })).status).toBe(400)
  expect((await put({ zone: 'UTC', slots: Array.from({ length: 101 }, () => MORNINGS[0]) })).status).toBe(400)
  expect((await user.call('GET', `/api/v1/posting-slots/next?ids[0]=${user.id}`)).status).toBe(400)
  expect((await user.call('GET', '/api/v1/posting-slots/next?ids[0]=11111111-1111-4111-8111-111111111111')).status).toBe(404)
})
