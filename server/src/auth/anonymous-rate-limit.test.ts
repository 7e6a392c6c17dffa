import { expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import { sendRaw } from '../testing/raw-http.ts'
import { createAnonymousRateLimit } from './anonymous-rate-limit.ts'

const BOUNDS = { calls: 3, windowMs: 60_000, addresses: 3 }

test('the rate limit applies per address and window', () => {
  let now = 0
  const count = createAnonymousRateLimit(BOUNDS, () => now)
  for (let call = 0; call < 3; call += 1) count('a')
  now = 20_000
  expect(() => count('a')).toThrow('Please try again in 40 seconds.')
  count('b')
  now = 60_000
  count('a')
})

test('an unbounded number of addresses uses bounded memory', () => {
  const count = createAnonymousRateLimit(BOUNDS, () => 0)
  for (let at = 0; at < 100; at += 1) count(`2001:db8:${at}::/64`)
  for (let call = 0; call < 3; call += 1) count('a')
  expect(() => count('a')).toThrow('Too many requests')
})

test('other addresses do not evict a blocked one, and each window expires on its own', () => {
  let now = 0
  const count = createAnonymousRateLimit({ calls: 3, windowMs: 60_000, addresses: 10_000 }, () => now)
  for (let call = 0; call < 3; call += 1) count('first')
  expect(() => count('first')).toThrow('Please try again in 60 seconds.')
  now = 30_000
  for (let at = 0; at < 30_000; at += 1) count(`2001:db8:${at}::/64`)
  expect(() => count('first')).toThrow('Please try again in 30 seconds.')
  // The newest of the others are still counted.
  for (let call = 1; call < 3; call += 1) count('2001:db8:29999::/64')
  expect(() => count('2001:db8:29999::/64')).toThrow('Please try again in 60 seconds.')
  now = 60_000
  count('first')
  expect(() => count('2001:db8:29999::/64')).toThrow('Please try again in 30 seconds.')
})

test('only unauthenticated writes are counted, before their bodies are read', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const signIn = ['POST /api/auth/sign-in/email HTTP/1.1', `origin: ${app.url}`, 'content-type: application/json']
  // Too large, which is rejected without a query.
  const request = async () => {
    const { socket, status } = sendRaw(app.url, [...signIn, 'content-length: 100000'])
    const code = await status
    socket.destroy()
    return code
  }
  for (let call = 0; call < 300; call += 20) await Promise.all(Array.from({ length: 20 }, request))
  const slow = sendRaw(app.url, [...signIn, 'content-length: 60000'])
  expect(await slow.status).toBe(429)
  expect(slow.text()).toMatch(/retry-after: \d+/i)
  expect((await user.call('PATCH', '/api/v1/me/settings', { theme: 'light' })).status).toBe(200)
  expect((await app.anonymous.call('GET', '/api/v1/config')).status).toBe(200)
  expect((await app.anonymous.call('PATCH', '/api/v1/me/settings', { theme: 'light' })).status).toBe(429)
})
