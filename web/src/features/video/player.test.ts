import { expect, test } from 'vitest'
import { createPlayer } from './player.ts'
import type { PlayerClock } from './player.ts'

/** A clock that the test advances; `frame` also runs the requested frame. */
function manualClock(): PlayerClock & { frame(ms: number): void; waiting(): boolean } {
  let time = 0
  let asked: (() => void) | null = null
  return {
    now: () => time,
    nextFrame(run) {
      asked = run
      return () => (asked = null)
    },
    frame(ms) {
      time += ms
      const run = asked
      asked = null
      run?.()
    },
    waiting: () => asked !== null,
  }
}

test('requests frames only while playing, and stops at the end', () => {
  const clock = manualClock()
  const player = createPlayer(clock)
  expect(clock.waiting()).toBe(false)
  player.send({ type: 'play' })
  for (let frame = 0; frame < 599; frame += 1) clock.frame(1000 / 60)
  expect(player.store.getState().playback.status).toBe('playing')
  expect(player.position()).toBeCloseTo(9983.33, 1)
  clock.frame(17)
  expect(player.store.getState()).toEqual({ playback: { status: 'ended', at: 10_000 }, progress: 10_000 })
  expect(clock.waiting()).toBe(false)
})

test('continues at the right position after a stall', () => {
  const clock = manualClock()
  const player = createPlayer(clock)
  player.send({ type: 'play' })
  clock.frame(16)
  clock.frame(4321)
  expect(player.position()).toBe(4337)
  expect(player.store.getState().progress).toBe(4300)
})

test('updates the progress every 50 ms and calls listeners every frame', () => {
  const clock = manualClock()
  const player = createPlayer(clock)
  let changes = 0
  let frames = 0
  player.send({ type: 'play' })
  player.store.subscribe(() => (changes += 1))
  const end = player.onFrame(() => (frames += 1))
  for (let frame = 0; frame < 100; frame += 1) clock.frame(10)
  expect({ changes, frames }).toEqual({ changes: 20, frames: 100 })
  end()
  clock.frame(10)
  expect(frames).toBe(100)
})

test('pause and reset end the loop, and stop cancels the requested frame', () => {
  const clock = manualClock()
  const player = createPlayer(clock)
  player.send({ type: 'play' })
  clock.frame(1000)
  player.send({ type: 'pause' })
  expect(clock.waiting()).toBe(false)
  clock.frame(5000)
  expect(player.position()).toBe(1000)
  player.send({ type: 'seek', to: 6010 })
  expect(player.store.getState().progress).toBe(6000)
  player.send({ type: 'play' })
  player.send({ type: 'reset' })
  expect(player.store.getState().progress).toBe(0)
  expect(clock.waiting()).toBe(false)
  player.send({ type: 'play' })
  player.stop()
  expect(clock.waiting()).toBe(false)
})
