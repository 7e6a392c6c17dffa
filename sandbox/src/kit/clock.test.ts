import { expect, test } from 'vitest'
import { CLOCK_AHEAD_MAX, createClock } from './clock.ts'
import { createSandbox } from '../sandbox.ts'

test('follows the system clock, advances, and can be reset', () => {
  let machine = 1_700_000_000_400
  const clock = createClock(() => machine)
  expect(clock.seconds()).toBe(1_700_000_000)
  clock.advance(86_400)
  clock.advance(0.5)
  machine += 100
  expect([clock.now(), clock.ahead()]).toEqual([1_700_086_401_000, 86_400.5])
  clock.reset()
  expect(clock.now()).toBe(machine)
  clock.advance(Number.MAX_SAFE_INTEGER)
  expect(clock.ahead()).toBe(CLOCK_AHEAD_MAX)
})

test('advances over HTTP, and a reset restores it', async () => {
  const app = createSandbox({ seed: '', fast: true })
  const move = (body: unknown) =>
    app.request('/_control/clock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const ahead = async () => ((await (await app.request('/_control/clock')).json()) as { ahead: number }).ahead
  expect((await move({ advance: 3600 })).status).toBe(200)
  await move({ advance: 60 })
  expect(await ahead()).toBe(3660)
  expect((await move({ advance: -1 })).status).toBe(400)
  expect((await move({ retreat: 1 })).status).toBe(400)
  await app.request('/_control', { method: 'DELETE' })
  expect(await ahead()).toBe(0)
})
